# SPDX-License-Identifier: MIT OR Apache-2.0
# The module inside an ns-3 tree, by ns-3's own build_lib.
include("${CMAKE_CURRENT_LIST_DIR}/Version.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/WtcpRust.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/../sources.cmake")

# wtcp_add_to_ns3([FOLDER prefix/] LIBRARIES lib...): FOLDER is the way from the calling folder to the module's.
# ns-3 compiles the sources by relative names, so the lists get that prefix.
function(wtcp_add_to_ns3)
  cmake_parse_arguments(ARG "" "FOLDER" "LIBRARIES" ${ARGN})
  if(NS3_STATIC OR NS3_MONOLIB)
    message(FATAL_ERROR "wireless-tcp: static and monolithic ns-3 builds are not supported; configure without "
                        "--enable-static and --enable-monolib")
  endif()
  foreach(list wireless_tcp_sources wireless_tcp_headers wireless_tcp_test_sources)
    list(TRANSFORM ${list} PREPEND "${ARG_FOLDER}")
  endforeach()

  # ns-3 has no numeric version macro. The VERSION file says 3.44, or 3-dev in a development tree, which counts as the
  # release after the newest one known (find-ns3.sh takes the same number).
  file(STRINGS "${PROJECT_SOURCE_DIR}/VERSION" release LIMIT_COUNT 1)
  if(release MATCHES "^3\\.([0-9]+)")
    math(EXPR version "30000 + ${CMAKE_MATCH_1}")
  else()
    set(version 30049)
  endif()
  add_compile_definitions(
    WTCP_NS3_RELEASE="${release}" WTCP_NS3_VERSION=${version} WTCP_MODULE_VERSION="${WTCP_MODULE_VERSION}"
  )

  build_lib(
    LIBNAME wireless-tcp
    SOURCE_FILES ${wireless_tcp_sources}
    HEADER_FILES ${wireless_tcp_headers}
    LIBRARIES_TO_LINK ${ARG_LIBRARIES}
    TEST_SOURCES ${wireless_tcp_test_sources}
  )
  # Not in LIBRARIES_TO_LINK: ns-3 links that list into the test library as well, and there would be two copies of Rust
  # in one process.
  wtcp_add_rust_archive("${CMAKE_OUTPUT_DIRECTORY}/include")
  wtcp_link_rust_archive(${libwireless-tcp})
  # Up to 3.42 ns-3 compiles the sources as an object library, which needs the bridge's headers as well.
  if(TARGET "${libwireless-tcp-obj}")
    add_dependencies(${libwireless-tcp-obj} wtcp-cargo)
    target_link_libraries(${libwireless-tcp-obj} PRIVATE wtcp-rust)
  endif()
endfunction()

# Called from examples/ below the module, while build_lib runs.
function(wtcp_add_example name source)
  build_lib_example(NAME ${name} SOURCE_FILES "${source}" LIBRARIES_TO_LINK ${libwireless-tcp})
endfunction()
