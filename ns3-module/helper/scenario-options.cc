// SPDX-License-Identifier: GPL-2.0-only
#include "scenario-options.h"

#include "attribute-defaults.h"
#include "closest-match.h"
#include "result-format.h"

#include "ns3/abort.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace ns3
{

namespace
{

/// What the command line writes for an absent number.
const std::string NONE = "none";

/**
 * Read a whole text as a number.
 *
 * \tparam T the number's type
 * \param text the text
 * \return the number, or nothing if the text is anything else
 */
template <typename T>
std::optional<T>
ParseNumber(const std::string& text)
{
    T value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end)
    {
        return std::nullopt;
    }
    return value;
}

/**
 * \param text words with commas between them
 * \return the words
 */
std::vector<std::string>
SplitAtCommas(const std::string& text)
{
    std::vector<std::string> words(1);
    for (const char letter : text)
    {
        if (letter == ',')
        {
            words.emplace_back();
        }
        else
        {
            words.back() += letter;
        }
    }
    return words;
}

} // namespace

bool
OptionRange::Contains(double value) const
{
    const bool aboveMin = minExcluded ? value > min : value >= min;
    const bool belowMax = maxExcluded ? value < max : value <= max;
    return aboveMin && belowMax; // false for nan
}

std::string
OptionRange::Describe() const
{
    std::string text = (minExcluded ? "> " : ">= ") + ResultFormat::Number(min);
    if (max < std::numeric_limits<double>::max())
    {
        text += (maxExcluded ? " and < " : " and <= ") + ResultFormat::Number(max);
    }
    return text;
}

std::string
ScenarioOptions::Option::DescribeRange() const
{
    switch (kind)
    {
    case Kind::INTEGER:
        return "integer " + range.Describe();
    case Kind::NUMBER:
        return range.Describe();
    case Kind::OPTIONAL_NUMBER:
        return range.Describe() + ", or none";
    case Kind::BOOLEAN:
        return "true or false";
    case Kind::CHOICE:
    case Kind::CHOICE_LIST:
        break;
    }
    std::string words;
    for (const auto& choice : choices)
    {
        words += (words.empty() ? "" : ", ") + choice.name;
    }
    return kind == Kind::CHOICE ? words : "some of " + words + " with commas between them, or none";
}

std::vector<std::string>
ScenarioOptions::Option::Words() const
{
    std::vector<std::string> words;
    for (const auto& choice : choices)
    {
        words.push_back(choice.name);
    }
    return words;
}

void
ScenarioOptions::TakeDefault(Option& option)
{
    try
    {
        option.text = Accept(option, option.defaultText);
    }
    catch (const UsageError& error)
    {
        NS_ABORT_MSG("the default of scenario option " << option.key << " is wrong: " << error.what());
    }
}

void
ScenarioOptions::Add(Option option)
{
    for (const auto& other : m_options)
    {
        NS_ABORT_MSG_IF(other.key == option.key, "scenario option " << option.key << " is defined twice");
    }
    TakeDefault(option);
    m_options.push_back(std::move(option));
}

void
ScenarioOptions::ChangeDefault(const std::string& key, const std::string& text)
{
    const auto option =
        std::find_if(m_options.begin(), m_options.end(), [&key](const Option& one) { return one.key == key; });
    NS_ABORT_MSG_IF(option == m_options.end(), "there is no scenario option " << key);
    option->defaultText = text;
    TakeDefault(*option);
}

void
ScenarioOptions::AddInteger(const std::string& key,
                            const std::string& unit,
                            uint64_t value,
                            const OptionRange& range,
                            const std::string& help)
{
    Add({key, Kind::INTEGER, unit, range, {}, help, std::to_string(value), ""});
}

void
ScenarioOptions::AddNumber(const std::string& key,
                           const std::string& unit,
                           double value,
                           const OptionRange& range,
                           const std::string& help)
{
    Add({key, Kind::NUMBER, unit, range, {}, help, ResultFormat::Number(value), ""});
}

void
ScenarioOptions::AddOptionalNumber(const std::string& key,
                                   const std::string& unit,
                                   const OptionRange& range,
                                   const std::string& help)
{
    Add({key, Kind::OPTIONAL_NUMBER, unit, range, {}, help, NONE, ""});
}

void
ScenarioOptions::AddBoolean(const std::string& key, bool value, const std::string& help)
{
    Add({key, Kind::BOOLEAN, "", {0, 1}, {}, help, value ? "true" : "false", ""});
}

void
ScenarioOptions::AddChoice(const std::string& key,
                           const std::string& value,
                           const std::vector<OptionChoice>& choices,
                           const std::string& help)
{
    Add({key, Kind::CHOICE, "", {0, 0}, choices, help, value, ""});
}

void
ScenarioOptions::AddChoiceList(const std::string& key, const std::vector<OptionChoice>& choices, const std::string& help)
{
    Add({key, Kind::CHOICE_LIST, "", {0, 0}, choices, help, NONE, ""});
}

void
ScenarioOptions::AddPresets(const std::string& key,
                            const std::string& value,
                            const std::vector<Preset>& presets,
                            const std::string& help)
{
    std::vector<OptionChoice> choices;
    for (const auto& preset : presets)
    {
        choices.push_back(preset.choice);
    }
    AddChoice(key, value, choices, help);
    m_options.back().presets = presets;
}

void
ScenarioOptions::ApplyPresets()
{
    std::map<std::string, std::string> values;
    for (const auto& option : m_options)
    {
        for (const auto& preset : option.presets)
        {
            if (preset.choice.name == option.text)
            {
                values.insert(preset.values.begin(), preset.values.end());
            }
        }
    }
    for (auto& option : m_options)
    {
        const auto value = values.find(option.key);
        if (value != values.end() && !option.given)
        {
            option.text = Accept(option, value->second);
        }
    }
}

std::string
ScenarioOptions::Accept(const Option& option, const std::string& text)
{
    const std::string refused = "option --" + option.key + " does not take \"" + text + "\": give ";
    const std::string unit = option.unit.empty() ? "" : " (" + option.unit + ")";
    switch (option.kind)
    {
    case Kind::INTEGER: {
        const auto value = ParseNumber<uint64_t>(text);
        if (!value || !option.range.Contains(static_cast<double>(*value)))
        {
            throw UsageError(refused + "an " + option.DescribeRange() + unit);
        }
        return std::to_string(*value);
    }
    case Kind::OPTIONAL_NUMBER:
        if (text == NONE)
        {
            return text;
        }
        [[fallthrough]];
    case Kind::NUMBER: {
        const auto value = ParseNumber<double>(text);
        if (!value || !std::isfinite(*value) || !option.range.Contains(*value))
        {
            throw UsageError(refused + "a number " + option.DescribeRange() + unit);
        }
        return ResultFormat::Number(*value);
    }
    case Kind::BOOLEAN:
        if (text != "true" && text != "false")
        {
            throw UsageError(refused + option.DescribeRange());
        }
        return text;
    case Kind::CHOICE_LIST:
        if (text == NONE)
        {
            return text;
        }
        break;
    case Kind::CHOICE:
        break;
    }
    const auto known = option.Words();
    for (const auto& word : option.kind == Kind::CHOICE ? std::vector<std::string>{text} : SplitAtCommas(text))
    {
        if (std::find(known.begin(), known.end(), word) == known.end())
        {
            throw UsageError("unknown " + option.key + " \"" + word + "\": " + Suggest(word, known));
        }
    }
    return text;
}

void
ScenarioOptions::Parse(const std::vector<std::string>& arguments)
{
    for (const auto& argument : arguments)
    {
        if (argument.size() < 3 || argument.compare(0, 2, "--") != 0)
        {
            throw UsageError("unexpected argument \"" + argument + "\": options are written --key=value");
        }
        const auto equals = argument.find('=');
        if (equals == std::string::npos)
        {
            ParseOne(argument.substr(2), std::nullopt);
        }
        else
        {
            ParseOne(argument.substr(2, equals - 2), argument.substr(equals + 1));
        }
    }
    ApplyPresets();
}

void
ScenarioOptions::ParseOne(const std::string& key, const std::optional<std::string>& value)
{
    const std::string twice = "option --" + key + " is given twice: give it once";
    if (key == "describe" || key == "help")
    {
        if (value)
        {
            throw UsageError("option --" + key + " takes no value: write --" + key);
        }
        (key == "help" ? m_help : m_describe) = true;
        return;
    }
    if (key == "out")
    {
        if (m_out)
        {
            throw UsageError(twice);
        }
        if (!value || value->empty())
        {
            throw UsageError("option --out has no folder: write --out=DIR");
        }
        m_out = *value;
        return;
    }
    if (key.compare(0, 5, "ns3::") == 0)
    {
        if (!value)
        {
            throw UsageError("--" + key + " has no value: write --ns3::Type::Attribute=value");
        }
        for (const auto& attribute : m_attributes)
        {
            if (attribute.first == key)
            {
                throw UsageError(twice);
            }
        }
        AttributeDefaults::Validate(key, *value);
        m_attributes.emplace_back(key, *value);
        return;
    }
    std::vector<std::string> keys = {"out", "describe", "help"};
    for (auto& option : m_options)
    {
        if (option.key == key)
        {
            if (option.given)
            {
                throw UsageError(twice);
            }
            if (!value && option.kind != Kind::BOOLEAN)
            {
                throw UsageError("option --" + key + " has no value: write --" + key + "=" + option.defaultText);
            }
            option.text = Accept(option, value.value_or("true"));
            option.given = true;
            return;
        }
        keys.push_back(option.key);
    }
    const std::string match = ClosestMatch(key, keys);
    throw UsageError("unknown option --" + key + ": " +
                     (match.empty() ? "--help lists all options" : "did you mean --" + match + "?"));
}

const ScenarioOptions::Option&
ScenarioOptions::Find(const std::string& key) const
{
    const auto found = std::find_if(m_options.begin(), m_options.end(), [&key](const Option& option) {
        return option.key == key;
    });
    NS_ABORT_MSG_IF(found == m_options.end(), "the scenario has no option " << key);
    return *found;
}

uint64_t
ScenarioOptions::GetInteger(const std::string& key) const
{
    return ParseNumber<uint64_t>(Find(key).text).value();
}

std::optional<double>
ScenarioOptions::GetOptionalNumber(const std::string& key) const
{
    return ParseNumber<double>(Find(key).text); // "none" is no number
}

double
ScenarioOptions::GetNumber(const std::string& key) const
{
    return GetOptionalNumber(key).value();
}

bool
ScenarioOptions::GetBoolean(const std::string& key) const
{
    return Find(key).text == "true";
}

const std::string&
ScenarioOptions::GetChoice(const std::string& key) const
{
    return Find(key).text;
}

std::vector<std::string>
ScenarioOptions::GetChoiceList(const std::string& key) const
{
    const std::string& text = Find(key).text;
    return text == NONE ? std::vector<std::string>() : SplitAtCommas(text);
}

bool
ScenarioOptions::IsGiven(const std::string& key) const
{
    return Find(key).given;
}

const std::vector<std::pair<std::string, std::string>>&
ScenarioOptions::GetAttributes() const
{
    return m_attributes;
}

const std::string&
ScenarioOptions::GetOutputFolder() const
{
    static const std::string nowhere;
    return m_out ? *m_out : nowhere;
}

bool
ScenarioOptions::WantsDescription() const
{
    return m_describe;
}

bool
ScenarioOptions::WantsHelp() const
{
    return m_help;
}

std::string
ScenarioOptions::GetHelpText() const
{
    std::string text;
    for (const auto& option : m_options)
    {
        text += "  --" + option.key + "=" + option.defaultText + "\n      " + option.help + " (" +
                (option.unit.empty() ? "" : option.unit + "; ") + option.DescribeRange() + ")\n";
        for (const auto& choice : option.choices)
        {
            text += "        " + choice.name + ": " + choice.help + "\n";
        }
    }
    return text + "  --out=DIR\n      write the results into this folder\n"
                  "  --ns3::Type::Attribute=VALUE\n      set the default of any ns-3 attribute\n"
                  "  --describe\n      print all options as JSON\n"
                  "  --help\n      print this text\n";
}

std::string
ScenarioOptions::GetJson() const
{
    std::vector<std::string> items;
    for (const auto& option : m_options)
    {
        items.push_back(JsonObject()
                            .Text("key", option.key)
                            .Text("unit", option.unit)
                            .Text("range", option.DescribeRange())
                            .Text("default", option.defaultText)
                            .Text("help", option.help)
                            .GetLine());
    }
    return JsonObject::Array(items);
}

std::string
ScenarioOptions::GetToml() const
{
    std::string lines;
    for (const auto& option : m_options)
    {
        const bool isText = option.kind == Kind::CHOICE || option.kind == Kind::CHOICE_LIST || option.text == NONE;
        lines += option.key + " = " + (isText ? ResultFormat::Quoted(option.text) : option.text) + "\n";
    }
    return lines;
}

} // namespace ns3
