// SPDX-License-Identifier: GPL-2.0-only
#include "result-format.h"

#include "ns3/abort.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <system_error>

namespace ns3
{

std::string
ResultFormat::Number(double value)
{
    NS_ABORT_MSG_IF(!std::isfinite(value), "a result is not a finite number");
    constexpr double LARGEST_PLAIN = 1e15;
    if (value == std::trunc(value) && std::abs(value) < LARGEST_PLAIN)
    {
        return std::to_string(static_cast<int64_t>(value)); // 2000000, not 2e+06
    }
    std::array<char, 32> text;
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    NS_ABORT_MSG_IF(error != std::errc(), "a number does not fit its text");
    return std::string(text.data(), end);
}

std::string
ResultFormat::Seconds(const Time& time)
{
    constexpr int64_t NANOSECONDS = 1000000000;
    const int64_t total = time.GetNanoSeconds();
    const uint64_t magnitude = total < 0 ? -static_cast<uint64_t>(total) : static_cast<uint64_t>(total);
    std::array<char, 48> text;
    std::snprintf(text.data(),
                  text.size(),
                  "%s%llu.%09llu",
                  total < 0 ? "-" : "",
                  static_cast<unsigned long long>(magnitude / NANOSECONDS),
                  static_cast<unsigned long long>(magnitude % NANOSECONDS));
    std::string seconds(text.data());
    seconds.erase(seconds.find_last_not_of('0') + 1);
    if (seconds.back() == '.')
    {
        seconds += '0'; // stays a floating-point number for every reader
    }
    return seconds;
}

std::string
ResultFormat::Quoted(const std::string& text)
{
    std::string quoted = "\"";
    for (const char c : text)
    {
        if (c == '"' || c == '\\')
        {
            quoted += '\\';
            quoted += c;
        }
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
        {
            std::array<char, 8> escape;
            std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
            quoted += escape.data();
        }
        else
        {
            quoted += c;
        }
    }
    return quoted + '"';
}

std::string
ResultFormat::CsvField(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
    {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text)
    {
        quoted += c;
        if (c == '"')
        {
            quoted += c;
        }
    }
    return quoted + '"';
}

JsonObject&
JsonObject::Raw(const std::string& key, const std::string& value)
{
    m_members.push_back(ResultFormat::Quoted(key) + ":" + value);
    return *this;
}

JsonObject&
JsonObject::Text(const std::string& key, const std::string& value)
{
    return Raw(key, ResultFormat::Quoted(value));
}

JsonObject&
JsonObject::Boolean(const std::string& key, bool value)
{
    return Raw(key, value ? "true" : "false");
}

JsonObject&
JsonObject::Integer(const std::string& key, uint64_t value)
{
    return Raw(key, std::to_string(value));
}

JsonObject&
JsonObject::Number(const std::string& key, double value)
{
    return Raw(key, ResultFormat::Number(value));
}

std::string
JsonObject::Join(const std::string& separator) const
{
    std::string joined;
    for (const auto& member : m_members)
    {
        joined += (joined.empty() ? "" : separator) + member;
    }
    return joined;
}

std::string
JsonObject::GetLine() const
{
    return "{" + Join(",") + "}";
}

std::string
JsonObject::GetLines() const
{
    return "{\n  " + Join(",\n  ") + "\n}\n";
}

std::string
JsonObject::Array(const std::vector<std::string>& items)
{
    std::string joined;
    for (const auto& item : items)
    {
        joined += (joined.empty() ? "" : ",") + item;
    }
    return "[" + joined + "]";
}

} // namespace ns3
