// SPDX-License-Identifier: GPL-2.0-only
#include "attribute-defaults.h"

#include "closest-match.h"

#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ns3
{

namespace
{

/// The two halves of "ns3::Type::Attribute".
struct QualifiedName
{
    std::string type;      //!< "ns3::Type"
    std::string attribute; //!< "Attribute"
};

/**
 * \param name "ns3::Type::Attribute"
 * \return its halves; an attribute-less name leaves the second empty
 */
QualifiedName
Split(const std::string& name)
{
    const auto colons = name.rfind("::");
    if (colons == std::string::npos)
    {
        return {name, ""};
    }
    return {name.substr(0, colons), name.substr(colons + 2)};
}

/// \return the names of all types this ns-3 has registered
std::vector<std::string>
TypeNames()
{
    std::vector<std::string> names;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); i++)
    {
        names.push_back(TypeId::GetRegistered(i).GetName());
    }
    return names;
}

/**
 * \param tid a type
 * \return the names of its own attributes and of those it inherits
 */
std::vector<std::string>
AttributeNames(TypeId tid)
{
    std::vector<std::string> names;
    while (true)
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); i++)
        {
            names.push_back(tid.GetAttribute(i).name);
        }
        if (!tid.HasParent())
        {
            return names;
        }
        tid = tid.GetParent();
    }
}

/**
 * \param tid a type that has the attribute, be it by inheritance
 * \param attribute a name
 * \return the type that registers it; ns-3 sets defaults only there
 */
TypeId
OwnerOf(TypeId tid, const std::string& attribute)
{
    while (true)
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); i++)
        {
            if (tid.GetAttribute(i).name == attribute)
            {
                return tid;
            }
        }
        tid = tid.GetParent();
    }
}

/**
 * Try a setting in a child process: ns-3's parsers return false for some bad values and end the process
 * for others (enumerations, times, data rates), which differs from release to release.
 *
 * \param name "ns3::Type::Attribute"
 * \param value its value in text form
 * \return whether ns-3 takes it
 */
bool
SurvivesSetting(const std::string& name, const std::string& value)
{
    const pid_t child = fork();
    if (child == 0)
    {
        const int null = open("/dev/null", O_WRONLY);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        std::signal(SIGABRT, SIG_DFL);
        _exit(Config::SetDefaultFailSafe(name, StringValue(value)) ? 0 : 1);
    }
    int status = 1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    {
    }
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

bool
AttributeDefaults::Exists(const std::string& name)
{
    const QualifiedName qualified = Split(name);
    TypeId tid;
    TypeId::AttributeInformation info;
    return TypeId::LookupByNameFailSafe(qualified.type, &tid) && tid.LookupAttributeByName(qualified.attribute, &info);
}

void
AttributeDefaults::Validate(const std::string& name, const std::string& value)
{
    const QualifiedName qualified = Split(name);
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(qualified.type, &tid))
    {
        const std::string match = ClosestMatch(qualified.type, TypeNames());
        throw UsageError("unknown ns-3 type " + qualified.type + " in --" + name + ": " +
                         (match.empty() ? "write --ns3::Type::Attribute=value" : "did you mean " + match + "?"));
    }
    TypeId::AttributeInformation info;
    if (!tid.LookupAttributeByName(qualified.attribute, &info))
    {
        throw UsageError("ns-3 type " + qualified.type + " has no attribute " + qualified.attribute + ": " +
                         Suggest(qualified.attribute, AttributeNames(tid)));
    }
    const TypeId owner = OwnerOf(tid, qualified.attribute);
    if (owner != tid)
    {
        throw UsageError("attribute " + qualified.attribute + " belongs to a parent of " + qualified.type + ": write --" +
                         owner.GetName() + "::" + qualified.attribute);
    }
    if (!SurvivesSetting(name, value))
    {
        const std::string type = info.checker->HasUnderlyingTypeInformation()
                                     ? info.checker->GetUnderlyingTypeInformation()
                                     : info.checker->GetValueTypeName();
        throw UsageError("ns-3 refuses \"" + value + "\" for " + name + ": give a value of type " + type);
    }
}

void
AttributeDefaults::Set(const std::string& name, const std::string& value)
{
    if (!Exists(name) || !Config::SetDefaultFailSafe(name, StringValue(value)))
    {
        throw UsageError("this ns-3 does not take " + name + " = \"" + value + "\": check its name and value");
    }
    m_values[name] = value;
}

const std::map<std::string, std::string>&
AttributeDefaults::Get() const
{
    return m_values;
}

} // namespace ns3
