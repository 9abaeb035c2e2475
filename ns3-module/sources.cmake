# SPDX-License-Identifier: MIT OR Apache-2.0
# The module's files, relative to this folder, one a line and sorted. Both builds read these lists.
set(wireless_tcp_sources
    helper/snoop-helper.cc
    helper/wireless-loss-helper.cc
    model/datagram-from-bytes.cc
    model/datagram-headers.cc
    model/local-retransmission-filter.cc
    model/local-retransmission-priority.cc
    model/local-retransmission-tag.cc
    model/snoop-agent.cc
    model/wireless-agent.cc
    model/wireless-hooks.cc
    model/wireless-loss.cc
    model/wireless-traffic-control.cc
)

set(wireless_tcp_headers
    helper/snoop-helper.h
    helper/wireless-loss-helper.h
    model/local-retransmission-filter.h
    model/local-retransmission-tag.h
    model/snoop-agent.h
    model/traffic-control-layer-type.h
    model/wireless-agent.h
    model/wireless-loss.h
    model/wireless-traffic-control.h
)

set(wireless_tcp_test_sources
    test/wireless-tcp-hook-test-suite.cc
    test/wireless-tcp-test-network.cc
)
