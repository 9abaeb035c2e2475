// SPDX-License-Identifier: GPL-2.0-only
#ifndef SCENARIO_OPTIONS_H
#define SCENARIO_OPTIONS_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief Bounds of a numeric option.
 */
struct OptionRange
{
    double min;                ///< least value
    double max;                ///< greatest value
    bool minExcluded = false;  ///< whether the least value itself is out of range
    bool maxExcluded = false;  ///< whether the greatest value itself is out of range

    /**
     * \param value a number
     * \return whether it is in range
     */
    bool Contains(double value) const;
    /// \return the range in words, as "> 0 and <= 1"
    std::string Describe() const;
};

/**
 * \ingroup wireless-tcp
 * \brief One word that an option takes, and what it means.
 */
struct OptionChoice
{
    std::string name; //!< the word
    std::string help; //!< one line about it
};

/**
 * \ingroup wireless-tcp
 * \brief The options of a scenario program: typed, with unit, range, default and help, read from the command line.
 *
 * Understands `--key=value`, `--key` for a boolean, `--ns3::Type::Attribute=value`, `--out=DIR`, `--describe` and
 * `--help`. Unlike ns3::CommandLine it ends nothing by itself: every mistake is a UsageError of one line that says
 * what is wrong and what to do. Nothing is taken half: a number with trailing letters, twice the same key, nan, inf or a
 * value that overflows are all refused.
 */
class ScenarioOptions
{
  public:
    /**
     * Add an option that takes an integer.
     *
     * \param key its name
     * \param unit its unit, as "byte"
     * \param value its default
     * \param range its range
     * \param help one line about it
     */
    void AddInteger(const std::string& key,
                    const std::string& unit,
                    uint64_t value,
                    const OptionRange& range,
                    const std::string& help);

    /**
     * Add an option that takes a number.
     *
     * \param key its name
     * \param unit its unit, as "s"
     * \param value its default
     * \param range its range
     * \param help one line about it
     */
    void AddNumber(const std::string& key,
                   const std::string& unit,
                   double value,
                   const OptionRange& range,
                   const std::string& help);

    /**
     * Add an option that takes a number or the word "none", which is its default.
     *
     * \param key its name
     * \param unit its unit
     * \param range its range
     * \param help one line about it
     */
    void AddOptionalNumber(const std::string& key,
                           const std::string& unit,
                           const OptionRange& range,
                           const std::string& help);

    /**
     * Add an option that is true or false.
     *
     * \param key its name
     * \param value its default
     * \param help one line about it
     */
    void AddBoolean(const std::string& key, bool value, const std::string& help);

    /**
     * Add an option that takes one of several words.
     *
     * \param key its name
     * \param value its default, one of the words
     * \param choices the words
     * \param help one line about it
     */
    void AddChoice(const std::string& key,
                   const std::string& value,
                   const std::vector<OptionChoice>& choices,
                   const std::string& help);

    /**
     * Add an option that takes words separated by commas, or the word "none", which is its default.
     *
     * \param key its name
     * \param choices the words
     * \param help one line about it
     */
    void AddChoiceList(const std::string& key, const std::vector<OptionChoice>& choices, const std::string& help);

    /// A word that stands for values of other options.
    struct Preset
    {
        OptionChoice choice;                       //!< the word
        std::map<std::string, std::string> values; //!< what it stands for: options as a user would write them
    };

    /**
     * Add an option whose words stand for values of other options. What the command line says about these wins.
     *
     * \param key its name
     * \param value its default, one of the words
     * \param presets the words
     * \param help one line about it
     */
    void AddPresets(const std::string& key,
                    const std::string& value,
                    const std::vector<Preset>& presets,
                    const std::string& help);

    /**
     * Give an option another default, before the command line is read.
     *
     * \param key an option
     * \param text its new default, as a user would write it
     */
    void ChangeDefault(const std::string& key, const std::string& text);

    /**
     * Read the command line.
     *
     * \param arguments the arguments, without the program's name
     * \throws UsageError if anything in it is wrong
     */
    void Parse(const std::vector<std::string>& arguments);

    /**
     * \param key an integer option
     * \return its value
     */
    uint64_t GetInteger(const std::string& key) const;
    /**
     * \param key a number option, "none" counting as absent
     * \return its value
     */
    std::optional<double> GetOptionalNumber(const std::string& key) const;
    /**
     * \param key a number or integer option
     * \return its value
     */
    double GetNumber(const std::string& key) const;
    /**
     * \param key a boolean option
     * \return its value
     */
    bool GetBoolean(const std::string& key) const;
    /**
     * \param key a choice option
     * \return the word
     */
    const std::string& GetChoice(const std::string& key) const;
    /**
     * \param key an option that takes a list
     * \return the words, in their order; empty for "none"
     */
    std::vector<std::string> GetChoiceList(const std::string& key) const;
    /**
     * \param key any option
     * \return whether the command line gave it
     */
    bool IsGiven(const std::string& key) const;

    /// \return the attribute settings of the command line, in its order
    const std::vector<std::pair<std::string, std::string>>& GetAttributes() const;
    /// \return the output folder, empty if none was given
    const std::string& GetOutputFolder() const;
    /// \return whether --describe was given
    bool WantsDescription() const;
    /// \return whether --help was given
    bool WantsHelp() const;

    /// \return all options for people: one a line, with unit, range and default
    std::string GetHelpText() const;
    /// \return all options for programs: a JSON array
    std::string GetJson() const;
    /// \return all values as lines of TOML, in the order of their definition
    std::string GetToml() const;

  private:
    /// What an option takes.
    enum class Kind
    {
        INTEGER,
        NUMBER,
        OPTIONAL_NUMBER,
        BOOLEAN,
        CHOICE,
        CHOICE_LIST
    };

    /// One option.
    struct Option
    {
        std::string key;                   //!< its name
        Kind kind;                         //!< what it takes
        std::string unit;                  //!< its unit, empty for none
        OptionRange range;                 //!< its range, if it takes a number
        std::vector<OptionChoice> choices; //!< its words, if it takes words
        std::string help;                  //!< one line about it
        std::string defaultText;           //!< its default
        std::string text;                  //!< its value
        bool given = false;                //!< whether the command line gave it
        std::vector<Preset> presets{};     //!< what its words stand for, if they stand for other options

        /// \return what it takes, in words
        std::string DescribeRange() const;
        /// \return the words it takes
        std::vector<std::string> Words() const;
    };

    /**
     * Check a value and bring it into the form in which it is kept.
     *
     * \param option the option
     * \param text what the user wrote
     * \return the value's own text
     * \throws UsageError if the option does not take it
     */
    static std::string Accept(const Option& option, const std::string& text);

    /// \param option an option, its default in defaultText, which becomes its value
    static void TakeDefault(Option& option);
    /// \param option a new option, its default in defaultText
    void Add(Option option);
    /**
     * \param key an option's name
     * \return the option; an unknown name is a mistake of the program
     */
    const Option& Find(const std::string& key) const;
    /// Gives options that the command line left out the values that presets have for them.
    void ApplyPresets();
    /**
     * Take one "key=value".
     *
     * \param key what stands before the first equals sign
     * \param value what stands behind it, absent if there is none
     */
    void ParseOne(const std::string& key, const std::optional<std::string>& value);

    std::vector<Option> m_options;                                //!< all options, in order
    std::vector<std::pair<std::string, std::string>> m_attributes; //!< attribute settings
    std::optional<std::string> m_out;                             //!< output folder
    bool m_describe = false;                                      //!< --describe
    bool m_help = false;                                          //!< --help
};

} // namespace ns3

#endif // SCENARIO_OPTIONS_H
