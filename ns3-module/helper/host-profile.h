// SPDX-License-Identifier: GPL-2.0-only
#ifndef HOST_PROFILE_H
#define HOST_PROFILE_H

#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

class AttributeDefaults;
class NetDeviceContainer;
class Node;

/**
 * \ingroup wireless-tcp
 * \brief The hosts of an experiment: a named set of attribute defaults and the queue in front of their devices.
 *
 * A result means little without it: with ns-3's defaults regular TCP over a lossy wireless hop is two to three
 * times faster than with the hosts of 1995.
 */
class HostProfile
{
  public:
    /// One attribute of a profile.
    struct Setting
    {
        std::string name;  //!< "ns3::Type::Attribute"
        std::string value; //!< value in text form
        bool optional;     //!< whether some supported releases lack it
    };

    /// \return the profiles there are
    static const std::vector<HostProfile>& GetAll();

    /**
     * \param name a profile's name
     * \return the profile
     * \throws UsageError if there is none of that name
     */
    static const HostProfile& Get(const std::string& name);

    /// \return its name
    const std::string& GetName() const;
    /// \return one line that says what it stands for
    const std::string& GetHelp() const;
    /// \return TypeId name of its queue discs
    const std::string& GetQueueDisc() const;
    /// \return its attributes, those left out that are optional and absent from this ns-3
    std::map<std::string, std::string> GetAttributes() const;

    /**
     * Set the defaults of all its attributes.
     *
     * \param defaults takes and remembers them
     */
    void Apply(AttributeDefaults& defaults) const;

    /**
     * Put the profile's queue discs on devices. Call it before addresses are assigned: ns-3 installs its own
     * default where it finds none.
     *
     * \param devices the devices
     * \param packets size of each queue (packets)
     */
    void InstallQueues(const NetDeviceContainer& devices, uint32_t packets) const;

  private:
    /**
     * \param name its name
     * \param help one line about it
     * \param queueDisc TypeId name of its queue discs
     * \param settings its attributes
     */
    HostProfile(std::string name, std::string help, std::string queueDisc, std::vector<Setting> settings);

    std::string m_name;              //!< its name
    std::string m_help;              //!< one line about it
    std::string m_queueDisc;         //!< TypeId name of its queue discs
    std::vector<Setting> m_settings; //!< its attributes
};

/**
 * \ingroup wireless-tcp
 * \brief A TCP sender by its short name ("newreno", "cubic", ...).
 */
struct TcpVariant
{
    std::string name;                           //!< short name
    std::string help;                           //!< one line about it
    std::vector<HostProfile::Setting> settings; //!< what it changes in a profile
    std::string socketFactory = "ns3::TcpSocketFactory"; //!< TypeId name of what makes its sockets

    /// \return the variants this ns-3 can run, in a fixed order
    static const std::vector<TcpVariant>& GetAll();

    /**
     * \param name a variant's name
     * \return the variant
     * \throws UsageError if there is none of that name
     */
    static const TcpVariant& Get(const std::string& name);

    /**
     * Set the defaults that make TCP sockets of this variant.
     *
     * \param defaults takes and remembers them
     */
    void Apply(AttributeDefaults& defaults) const;

    /**
     * Make its socket factory known to a node; applications then take it as their protocol.
     *
     * \param node a host, with an Internet stack
     */
    void Install(Ptr<Node> node) const;
};

} // namespace ns3

#endif // HOST_PROFILE_H
