// SPDX-License-Identifier: GPL-2.0-only
#ifndef WIRELESS_LOSS_HELPER_H
#define WIRELESS_LOSS_HELPER_H

#include "ns3/net-device-container.h"
#include "ns3/object-factory.h"
#include "ns3/wireless-loss.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Puts an error model into the receive side of devices, above the MAC: each device loses what arrives by it. For losses
 * in both directions of a link, install on the devices of both ends.
 */
class WirelessLossHelper
{
  public:
    WirelessLossHelper();

    /**
     * \brief Lose what an error model calls corrupt. Each device gets a model of its own.
     * \param type an ns3::ErrorModel by name
     * \param args names and values of its attributes, in turn
     */
    template <typename... Args>
    void SetErrorModel(const std::string& type, Args&&... args);

    /**
     * \brief Lose datagrams by bit errors that are spread evenly: a datagram of n bits is lost with probability
     *        1 - (1 - 1 / bits)^n, where n counts the IP header and what is behind it.
     * \param bits mean number of bits between two errors, at least 1
     */
    void SetBitsPerError(double bits);

    /**
     * \param traffic which TCP segments are at risk: `data`, `acks` or `both` (the default)
     */
    void SetTraffic(const std::string& traffic);

    /**
     * \param frames which datagrams are at risk: `tcp` (the default) or `all`
     */
    void SetFrames(const std::string& frames);

    /**
     * \brief Hook a device in place and let it lose what arrives.
     * \param device the device; it has no WirelessLoss yet
     * \return what decides the losses
     */
    Ptr<WirelessLoss> Install(Ptr<NetDevice> device) const;

    /**
     * \brief Hook devices in place and let each lose what arrives.
     * \param devices the devices; none has a WirelessLoss yet
     * \return what decides the losses, in the order of the devices
     */
    std::vector<Ptr<WirelessLoss>> Install(NetDeviceContainer devices) const;

    /**
     * \brief Fix the random streams of the error models on devices.
     * \param devices devices with or without WirelessLoss
     * \param stream first stream number to use
     * \return number of streams used
     */
    int64_t AssignStreams(NetDeviceContainer devices, int64_t stream) const;

  private:
    ObjectFactory m_errorModel; //!< makes the error models
    ObjectFactory m_loss;       //!< makes what uses them
};

template <typename... Args>
void
WirelessLossHelper::SetErrorModel(const std::string& type, Args&&... args)
{
    m_errorModel = ObjectFactory(type, std::forward<Args>(args)...);
}

} // namespace ns3

#endif /* WIRELESS_LOSS_HELPER_H */
