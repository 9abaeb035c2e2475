// SPDX-License-Identifier: GPL-2.0-only
#include "mechanism.h"

#include "atcp-helper.h"
#include "hop-by-hop-tcp-helper.h"
#include "muzha-helper.h"
#include "result-format.h"
#include "snoop-helper.h"
#include "split-connection-helper.h"

#include <algorithm>

namespace ns3
{

namespace
{

using Place = Mechanism::Place;

/**
 * \tparam Helper helper of an agent
 * \param device a device
 * \return its agent, whose attributes were set as defaults
 */
template <typename Helper>
Ptr<WirelessAgent>
Install(Ptr<NetDevice> device)
{
    return Helper().Install(device);
}

/**
 * \param name name of the mechanism
 * \param help one line about it
 * \param preset preset of the SnoopHelper
 * \param sameAs another name of it, empty for none
 * \return the mechanism
 */
Mechanism
Snoop(const std::string& name, const std::string& help, const std::string& preset, const std::string& sameAs = "")
{
    return {{name, help},
            Place::FORWARDER,
            "ns3::SnoopAgent",
            SnoopHelper::GetPreset(preset),
            Install<SnoopHelper>,
            true,
            "",
            sameAs};
}

/// Every mechanism there is.
const std::vector<Mechanism>&
All()
{
    static const std::vector<Mechanism> mechanisms = {
        {{"none", "plain TCP"}},
        Snoop("snoop", "Snoop agent, default preset", "1995", "snoop-1995"),
        Snoop("snoop-1995", "Snoop agent as MobiCom 95 prints it", "1995"),
        Snoop("snoop-1997", "Snoop agent as Transactions on Networking 97 prints it", "1997"),
        {{"hop-by-hop", "one-hop TCP on every node; its end-to-end part is --tcp=hop-by-hop"},
         Place::EVERY_NODE,
         "ns3::OneHopTcpAgent",
         {},
         Install<HopByHopTcpHelper>,
         false,
         "BufferSize"},
        {{"two-layer", "fragments of 8 packets on every hop, after Heimlicher et al.; the upper layer is --tcp=two-layer"},
         Place::EVERY_NODE,
         "ns3::OneHopTcpAgent",
         // The buffer has room for four segments of the upper layer: a source that cannot hold a window drops the rest of it.
         // A fragment on the air takes longer than the timeout's usual floor, and would be sent again before it is answered.
         {{"Window", "8"}, {"FragmentSize", "8"}, {"BufferSize", "128"}, {"MinTimeout", "150ms"}},
         Install<HopByHopTcpHelper>},
        {{"atcp", "ATCP between TCP and IP of the senders; relays tell it of lost routes by ICMP"},
         Place::SENDER,
         "ns3::AtcpAgent",
         {},
         Install<AtcpHelper>},
        {{"split", "proxies that split the connection, on nodes of a chain or a base station; see proxy_spacing"},
         Place::PROXY,
         "ns3::SplitConnectionAgent",
         // ns-3's senders up to 3.43 can crash when they fill a window.
         {{"BufferSize", "1048576"}},
         Install<SplitConnectionHelper>},
        {{"muzha", "TCP Muzha's routers on every node; their senders are --tcp=muzha"},
         Place::EVERY_NODE,
         "ns3::MuzhaRouter",
         {},
         [](Ptr<NetDevice> device) -> Ptr<WirelessAgent> {
             MuzhaHelper().Install(NetDeviceContainer(device));
             return nullptr;
         }},
    };
    return mechanisms;
}

} // namespace

const Mechanism*
Mechanism::Find(const std::string& name)
{
    const auto found = std::find_if(All().begin(), All().end(), [&name](const Mechanism& mechanism) {
        return mechanism.choice.name == name;
    });
    return found == All().end() ? nullptr : &*found;
}

std::vector<OptionChoice>
Mechanism::GetChoices(const std::vector<OptionChoice>& own)
{
    std::vector<OptionChoice> choices;
    for (const auto& mechanism : All())
    {
        choices.push_back(mechanism.choice);
    }
    choices.insert(choices.end(), own.begin(), own.end());
    return choices;
}

std::string
Mechanism::GetJson(const std::vector<OptionChoice>& own)
{
    std::vector<std::string> items;
    for (const auto& choice : GetChoices(own))
    {
        JsonObject item;
        item.Text("name", choice.name).Text("help", choice.help);
        const Mechanism* mechanism = Find(choice.name);
        if (mechanism && !mechanism->sameAs.empty())
        {
            item.Text("same_as", mechanism->sameAs);
        }
        items.push_back(item.GetLine());
    }
    return JsonObject::Array(items);
}

} // namespace ns3
