// SPDX-License-Identifier: GPL-2.0-only
#ifndef WIFI_TRACED_FRAME_H
#define WIFI_TRACED_FRAME_H

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
using WifiTracedFrame = WifiMpdu;
#else
using WifiTracedFrame = WifiMacQueueItem;
#endif

} // namespace ns3

#endif /* WIFI_TRACED_FRAME_H */
