// SPDX-License-Identifier: GPL-2.0-only
#include "gilbert-elliott-error-model.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GilbertElliottErrorModel);

TypeId
GilbertElliottErrorModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::GilbertElliottErrorModel")
            .SetParent<ErrorModel>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<GilbertElliottErrorModel>()
            .AddAttribute("LossRate",
                          "Share of the packets that are lost in the mean, from 0 to below 1. With a mean burst of b packets at "
                          "most b / (b + 1), since between two bursts at least one packet passes.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&GilbertElliottErrorModel::m_lossRate),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("MeanBurst",
                          "Mean number of packets lost in a row, at least 1.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&GilbertElliottErrorModel::m_meanBurst),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("RanVar",
                          "Decides with each packet whether the state changes.",
                          StringValue("ns3::UniformRandomVariable[Min=0.0|Max=1.0]"),
                          MakePointerAccessor(&GilbertElliottErrorModel::m_uniform),
                          MakePointerChecker<UniformRandomVariable>());
    return tid;
}

GilbertElliottErrorModel::GilbertElliottErrorModel() = default;

GilbertElliottErrorModel::~GilbertElliottErrorModel() = default;

bool
GilbertElliottErrorModel::DoCorrupt(Ptr<Packet> /* packet */)
{
    // In the long run the share of bad packets is begin / (begin + end).
    const double end = 1 / m_meanBurst;
    const double begin = m_lossRate * end / (1 - m_lossRate);
    NS_ABORT_MSG_UNLESS(begin <= 1,
                        "ns3::GilbertElliottErrorModel: a LossRate of "
                            << m_lossRate << " cannot come from bursts of " << m_meanBurst
                            << " packets in the mean; lower LossRate to at most b / (b + 1) or raise MeanBurst b");
    const double draw = m_uniform->GetValue();
    if (!m_started)
    {
        m_started = true;
        m_bad = draw < m_lossRate; // as in the long run
    }
    else
    {
        m_bad = m_bad ? draw >= end : draw < begin;
    }
    return m_bad;
}

void
GilbertElliottErrorModel::DoReset()
{
    m_bad = false;
    m_started = false;
}

} // namespace ns3
