// SPDX-License-Identifier: GPL-2.0-only
#include "handoff-beacon-trigger.h"

#include "handoff-mobile.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/mobility-model.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HandoffBeaconTrigger");

NS_OBJECT_ENSURE_REGISTERED(HandoffBeaconTrigger);

namespace
{

/// Transmission power in the strength of a beacon, ns-3's default for Wi-Fi; only differences count.
constexpr double TX_POWER_DBM = 16.0206;

/**
 * \param device a device
 * \return where its node is; ends the simulation with an error if that is unknown
 */
Ptr<MobilityModel>
PlaceOf(Ptr<NetDevice> device)
{
    Ptr<MobilityModel> place = device->GetNode()->GetObject<MobilityModel>();
    NS_ABORT_MSG_UNLESS(place,
                        "HandoffBeaconTrigger: node " << device->GetNode()->GetId()
                                                      << " has no mobility model; install one with MobilityHelper");
    return place;
}

} // namespace

TypeId
HandoffBeaconTrigger::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HandoffBeaconTrigger")
            .SetParent<HandoffTrigger>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<HandoffBeaconTrigger>()
            .AddAttribute("Hysteresis",
                          "By how many dB a base station must be stronger than the serving one to be moved to; zero or "
                          "more.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&HandoffBeaconTrigger::m_hysteresisDb),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Anticipation",
                          "By how many dB a base station may be weaker than the serving one to be primed for a handoff; "
                          "zero or more.",
                          DoubleValue(15),
                          MakeDoubleAccessor(&HandoffBeaconTrigger::m_anticipationDb),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("PropagationLoss",
                          "Loss model that gives the strength of beacons; should be the channel's. A "
                          "LogDistancePropagationLossModel if null.",
                          PointerValue(),
                          MakePointerAccessor(&HandoffBeaconTrigger::m_propagation),
                          MakePointerChecker<PropagationLossModel>());
    return tid;
}

HandoffBeaconTrigger::HandoffBeaconTrigger()
{
    NS_LOG_FUNCTION(this);
}

HandoffBeaconTrigger::~HandoffBeaconTrigger()
{
    NS_LOG_FUNCTION(this);
}

void
HandoffBeaconTrigger::DoStart()
{
    const HandoffMobile& mobile = *GetMobile();
    PlaceOf(mobile.GetDevice());
    for (std::size_t i = 0; i < mobile.GetNBaseStations(); i++)
    {
        PlaceOf(mobile.GetBaseStationDevice(i));
    }
    if (!m_propagation)
    {
        m_propagation = CreateObject<LogDistancePropagationLossModel>();
    }
    m_last.resize(mobile.GetNBaseStations());
}

void
HandoffBeaconTrigger::DoDispose()
{
    m_propagation = nullptr;
    HandoffTrigger::DoDispose();
}

void
HandoffBeaconTrigger::OnBeacon(std::size_t cell)
{
    HandoffMobile& mobile = *GetMobile();
    m_last[cell].heard = Simulator::Now();
    m_last[cell].strengthDbm = m_propagation->CalcRxPower(TX_POWER_DBM,
                                                          PlaceOf(mobile.GetBaseStationDevice(cell)),
                                                          PlaceOf(mobile.GetDevice()));
    const Beacon& serving = m_last[mobile.GetServing()];
    if (cell == mobile.GetServing() || mobile.IsMoving() || serving.heard.IsStrictlyNegative())
    {
        return;
    }
    const double advantageDb = m_last[cell].strengthDbm - serving.strengthDbm;
    if (mobile.Announce(cell, advantageDb > -m_anticipationDb))
    {
        // Beacons get lost: if this is the first to be heard of a stronger base station, its buffer needs time to fill.
        return;
    }
    if (advantageDb > m_hysteresisDb)
    {
        mobile.Move(cell);
    }
}

} // namespace ns3
