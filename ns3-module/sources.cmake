# SPDX-License-Identifier: MIT OR Apache-2.0
# The module's files, relative to this folder, one a line and sorted. Both builds read these lists.
set(wireless_tcp_sources
    helper/attribute-defaults.cc
    helper/closest-match.cc
    helper/flow-recorder.cc
    helper/host-profile.cc
    helper/result-folder.cc
    helper/result-format.cc
    helper/run-recorder.cc
    helper/scenario-options.cc
    helper/tcp-datagram.cc
    helper/wireless-scenario.cc
    model/stream-pattern.cc
    model/stream-sink.cc
    model/stream-source.cc
)

set(wireless_tcp_headers
    helper/attribute-defaults.h
    helper/closest-match.h
    helper/flow-recorder.h
    helper/host-profile.h
    helper/result-folder.h
    helper/result-format.h
    helper/run-recorder.h
    helper/scenario-options.h
    helper/tcp-datagram.h
    helper/wireless-scenario.h
    model/stream-pattern.h
    model/stream-sink.h
    model/stream-source.h
)

set(wireless_tcp_test_sources
)
