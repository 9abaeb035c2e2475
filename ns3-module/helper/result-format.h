// SPDX-License-Identifier: GPL-2.0-only
#ifndef RESULT_FORMAT_H
#define RESULT_FORMAT_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief How values are written into result files: the same value always gives the same bytes.
 */
class ResultFormat
{
  public:
    /**
     * \param value a finite number
     * \return the shortest decimal text that reads back as the same number
     */
    static std::string Number(double value);

    /**
     * \param time a time
     * \return seconds, exact to the nanosecond, without trailing zeros
     */
    static std::string Seconds(const Time& time);

    /**
     * \param text any text
     * \return it as a JSON string, quotes included (also a valid TOML basic string)
     */
    static std::string Quoted(const std::string& text);

    /**
     * \param text any text
     * \return it as a CSV field, in quotes where it must be (RFC 4180)
     */
    static std::string CsvField(const std::string& text);
};

/**
 * \ingroup wireless-tcp
 * \brief Builds one JSON object, members in the order they are added.
 */
class JsonObject
{
  public:
    /**
     * \param key a member's name
     * \param value its value, a JSON text already
     * \return this object
     */
    JsonObject& Raw(const std::string& key, const std::string& value);
    /**
     * \param key a member's name
     * \param value its value
     * \return this object
     */
    JsonObject& Text(const std::string& key, const std::string& value);
    /**
     * \param key a member's name
     * \param value its value
     * \return this object
     */
    JsonObject& Boolean(const std::string& key, bool value);
    /**
     * \param key a member's name
     * \param value its value
     * \return this object
     */
    JsonObject& Integer(const std::string& key, uint64_t value);
    /**
     * \param key a member's name
     * \param value its value, finite
     * \return this object
     */
    JsonObject& Number(const std::string& key, double value);

    /// \return the object on one line
    std::string GetLine() const;
    /// \return the object, one member a line, ended by a newline
    std::string GetLines() const;

    /**
     * \param items JSON texts
     * \return a JSON array of them, on one line
     */
    static std::string Array(const std::vector<std::string>& items);

  private:
    /**
     * \param separator what stands between members
     * \return all members
     */
    std::string Join(const std::string& separator) const;

    std::vector<std::string> m_members; //!< "key":value
};

} // namespace ns3

#endif // RESULT_FORMAT_H
