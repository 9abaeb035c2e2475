// SPDX-License-Identifier: GPL-2.0-only
#ifndef GILBERT_ELLIOTT_ERROR_MODEL_H
#define GILBERT_ELLIOTT_ERROR_MODEL_H

#include "ns3/error-model.h"
#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Losses in bursts: a chain of two states that moves with each packet, of which the bad one loses every packet and the good one none
 * (Gilbert, "Capacity of a Burst-Noise Channel", 1960). It is given by what a user knows of a channel: how many packets are lost
 * in the mean and how long a burst is. Bursts have a geometric length. A mean burst of 1 / (1 - LossRate) packets is
 * independent loss.
 */
class GilbertElliottErrorModel : public ErrorModel
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    GilbertElliottErrorModel();
    ~GilbertElliottErrorModel() override;

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;

    double m_lossRate;                      //!< share of the packets that are lost
    double m_meanBurst;                     //!< mean packets in a burst
    Ptr<UniformRandomVariable> m_uniform;   //!< decides whether the state changes
    bool m_bad{false};                      //!< whether packets are lost now
    bool m_started{false};                  //!< whether a packet has passed
};

} // namespace ns3

#endif // GILBERT_ELLIOTT_ERROR_MODEL_H
