// SPDX-License-Identifier: GPL-2.0-only
#ifndef HANDOFF_HEADER_H
#define HANDOFF_HEADER_H

#include "ns3/header.h"
#include "ns3/ipv4-address.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Start of every message of the handoff protocol. The state of connections follows it as payload where the message
 * carries one.
 */
class HandoffHeader : public Header
{
  public:
    /// What a message says. "Base station" is its address on the wireless hop, by which all know it.
    enum Type : uint8_t
    {
        BEACON = 1, ///< base station to all: here is one
        PRIME,      ///< mobile host to the router, by the serving base station: a base station may be next
        UNPRIME,    ///< likewise: it will not be
        DISABLE,    ///< to the old base station: the new one serves the mobile host from now on
        DISABLED,   ///< old base station to mobile host, behind the last packet it sends
        STATE,      ///< old base station to new: how far the connections of the mobile host have come
        ENABLE,     ///< mobile host to the new base station: serve me; with a report about the connections
        ENABLED,    ///< new base station to mobile host: done
        ROUTE,      ///< new base station to the router: the mobile host is here
    };

    HandoffHeader() = default;

    /**
     * \param type what the message says
     * \param mobile the mobile host it is about; any for a beacon
     * \param baseStation the base station it is about
     */
    HandoffHeader(Type type, Ipv4Address mobile, Ipv4Address baseStation);

    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    /// \return what the message says
    Type GetType() const;
    /// \return the mobile host it is about
    Ipv4Address GetMobile() const;
    /// \return the base station it is about
    Ipv4Address GetBaseStation() const;

    static constexpr uint16_t PORT = 4747; //!< UDP port of all who take part
    static constexpr uint32_t SIZE = 9;    //!< bytes

  private:
    Type m_type{BEACON};       //!< what the message says
    Ipv4Address m_mobile;      //!< the mobile host it is about
    Ipv4Address m_baseStation; //!< the base station it is about
};

} // namespace ns3

#endif /* HANDOFF_HEADER_H */
