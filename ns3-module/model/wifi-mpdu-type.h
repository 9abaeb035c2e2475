// SPDX-License-Identifier: GPL-2.0-only
#ifndef WIFI_MPDU_TYPE_H
#define WIFI_MPDU_TYPE_H

#if __has_include("ns3/wifi-mpdu.h")
#include "ns3/wifi-mpdu.h"
#else
#include "ns3/wifi-mac-queue-item.h"
#endif

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * A frame as the traces of WifiMac show it: WifiMacQueueItem up to ns-3.36, WifiMpdu from 3.37 on.
 */
#if __has_include("ns3/wifi-mpdu.h")
using WifiMpduType = WifiMpdu;
#else
using WifiMpduType = WifiMacQueueItem;
#endif

} // namespace ns3

#endif /* WIFI_MPDU_TYPE_H */
