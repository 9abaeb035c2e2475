# SPDX-License-Identifier: MIT OR Apache-2.0
# WTCP_MODULE_VERSION, from the one place that states it: the workspace's Cargo.toml.
get_filename_component(WTCP_ROOT "${CMAKE_CURRENT_LIST_DIR}/../.." REALPATH)
file(STRINGS "${WTCP_ROOT}/Cargo.toml" _wtcp_version REGEX "^version = \"[0-9.]+\"" LIMIT_COUNT 1)
string(REGEX MATCH "[0-9.]+" WTCP_MODULE_VERSION "${_wtcp_version}")
