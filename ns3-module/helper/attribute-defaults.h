// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATTRIBUTE_DEFAULTS_H
#define ATTRIBUTE_DEFAULTS_H

#include <map>
#include <stdexcept>
#include <string>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief A call that is wrong: an unknown option, type or attribute, or a value out of range.
 *
 * The text is one line that names the thing and the remedy.
 */
class UsageError : public std::invalid_argument
{
  public:
    using std::invalid_argument::invalid_argument;
};

/**
 * \ingroup wireless-tcp
 * \brief Sets attribute defaults and remembers them, so that a run can be recorded and repeated.
 *
 * A later setting of an attribute replaces an earlier one.
 */
class AttributeDefaults
{
  public:
    /**
     * \param name "ns3::Type::Attribute"
     * \return whether this ns-3 has it
     */
    static bool Exists(const std::string& name);

    /**
     * Check a setting that comes from a user, without making it.
     *
     * \param name "ns3::Type::Attribute"
     * \param value its value in text form
     * \throws UsageError if this ns-3 has no such type or attribute, or refuses the value
     */
    static void Validate(const std::string& name, const std::string& value);

    /**
     * Set the default of an attribute for objects created from now on.
     *
     * \param name "ns3::Type::Attribute"
     * \param value its value in text form
     * \throws UsageError if this ns-3 has no such type or attribute, or refuses the value
     */
    void Set(const std::string& name, const std::string& value);

    /// \return everything set, by name
    const std::map<std::string, std::string>& Get() const;

  private:
    std::map<std::string, std::string> m_values; //!< everything set, by name
};

} // namespace ns3

#endif // ATTRIBUTE_DEFAULTS_H
