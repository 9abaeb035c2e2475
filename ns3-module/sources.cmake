# SPDX-License-Identifier: MIT OR Apache-2.0
# The module's files, relative to this folder, one a line and sorted. Both builds read these lists.
set(wireless_tcp_sources
)

set(wireless_tcp_headers
)

set(wireless_tcp_test_sources
)
