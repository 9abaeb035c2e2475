// SPDX-License-Identifier: GPL-2.0-only
#ifndef WIRELESS_HOOKS_H
#define WIRELESS_HOOKS_H

#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class DsrGuard;
class NetDevice;
class Node;
class TrafficControlLayer;
class WirelessTrafficControl;

/**
 * \ingroup wireless-tcp
 *
 * The hooks of one node, aggregated to it: puts them between IP and the node's traffic-control layer, at once where an
 * IP interface is there and at the start of the simulation otherwise, and disposes of them with the node. Private to
 * the module.
 */
class WirelessHooks : public Object
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * \param node the node
     * \return the hooks of the node, which are aggregated to it if it has none
     */
    static Ptr<WirelessHooks> Of(Ptr<Node> node);

    /**
     * \param device a device of the node
     * \return its hook; null if there is none
     */
    Ptr<WirelessTrafficControl> Find(Ptr<NetDevice> device) const;

    /**
     * \brief Hook a device that has no hook yet.
     * \param hook knows its device
     */
    void Add(Ptr<WirelessTrafficControl> hook);

    /**
     * \return the guard of the node's DSR, which is made if there is none. It is no aggregate of the node: DSR would start once
     *         more for it
     */
    Ptr<DsrGuard> AddDsrGuard();

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /// A protocol handler that the Internet stack registered at the node.
    struct Handler
    {
        Ptr<NetDevice> device; //!< the device
        uint16_t protocol;     //!< EtherType
    };

    /**
     * \param device the device
     * \param protocol EtherType
     * \return whether that is hooked
     */
    bool IsAttached(Ptr<NetDevice> device, uint16_t protocol) const;

    /**
     * \brief Put every hook between those IP interfaces and the node's layer that it is not in between yet.
     */
    void Attach();

    /**
     * \brief Attach all hooks, or end the simulation with an error that names the device with no IP interface.
     */
    void AttachOrFail();

    Ptr<Node> m_node;                                 //!< the node
    Ptr<DsrGuard> m_dsrGuard;                         //!< guards the node's DSR; may be null
    std::vector<Ptr<WirelessTrafficControl>> m_hooks; //!< in the order of installation
    std::vector<Handler> m_attached;                  //!< what goes to a hook now
};

} // namespace ns3

#endif /* WIRELESS_HOOKS_H */
