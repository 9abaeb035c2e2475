# SPDX-License-Identifier: MIT OR Apache-2.0
# The module, its test runner and the example programs against an ns-3 that is already built.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
include("${CMAKE_CURRENT_LIST_DIR}/FindNs3.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/WtcpRust.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/../sources.cmake")

set(CMAKE_CXX_STANDARD ${WTCP_NS3_CXX_STANDARD})
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The modules that the library and the programs link: types are looked up by name at run time, so each is needed even
# where no symbol of it is used. Linkers of some distributions drop such a library unless told not to.
string(REPLACE " " ";" wtcp_ns3_modules "${WTCP_NS3_MODULES}")
list(TRANSFORM wtcp_ns3_modules PREPEND "wtcp-ns3::" OUTPUT_VARIABLE wtcp_ns3_targets)
add_library(wtcp-options INTERFACE)
target_link_libraries(wtcp-options INTERFACE ${wtcp_ns3_targets})
target_link_options(wtcp-options INTERFACE -Wl,--no-as-needed)
target_compile_options(wtcp-options INTERFACE -Wall -Wextra)
target_include_directories(wtcp-options INTERFACE "${PROJECT_BINARY_DIR}/include")
target_compile_definitions(
  wtcp-options INTERFACE NS3_LOG_ENABLE WTCP_NS3_RELEASE="${WTCP_NS3_RELEASE}" WTCP_NS3_VERSION=${WTCP_NS3_VERSION}
                         WTCP_MODULE_VERSION="${WTCP_MODULE_VERSION}"
)
set(wtcp_module_folder "${CMAKE_CURRENT_LIST_DIR}/..")

# Headers as ns-3 users include them: <ns3/name.h>, links to the sources, and the umbrella header.
function(wtcp_write_headers)
  set(out "${PROJECT_BINARY_DIR}/include/ns3")
  file(GLOB stale "${out}/*.h")
  list(REMOVE_ITEM stale "${out}/wireless-tcp-module.h")
  if(stale)
    file(REMOVE ${stale})
  endif()
  file(MAKE_DIRECTORY "${out}")
  set(includes "")
  foreach(header IN LISTS wireless_tcp_headers)
    get_filename_component(name "${header}" NAME)
    get_filename_component(source "${wtcp_module_folder}/${header}" ABSOLUTE)
    if(NOT EXISTS "${source}")
      message(FATAL_ERROR "sources.cmake names ${header}, which does not exist")
    endif()
    file(CREATE_LINK "${source}" "${out}/${name}" SYMBOLIC)
    string(APPEND includes "#include \"ns3/${name}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT "${out}/wireless-tcp-module.h"
       CONTENT "// Everything of the ns-3 module wireless-tcp. Written by CMake.\n#pragma once\n@includes@" @ONLY
  )
endfunction()

# What the bridge is built with, for the launcher, whose Rust tests build it again.
wtcp_clang_standard(_standard)
set(WTCP_NS3_CLANG_STANDARD "${_standard}" CACHE INTERNAL "C++ standard of this ns-3's headers")
set(WTCP_NS3_INCLUDE_FOUND "${WTCP_NS3_INCLUDE}" CACHE INTERNAL "Include folder of this ns-3")

function(wtcp_add_library)
  wtcp_write_headers()
  wtcp_add_rust_archive("${WTCP_NS3_INCLUDE}")
  add_library(wireless-tcp SHARED ${wireless_tcp_sources})
  set_target_properties(wireless-tcp PROPERTIES OUTPUT_NAME ns3-wireless-tcp LINKER_LANGUAGE CXX)
  target_link_libraries(wireless-tcp PUBLIC wtcp-options)
  wtcp_link_rust_archive(wireless-tcp)
endfunction()

# One program with all test suites; they register themselves, so their objects go straight into it.
function(wtcp_add_test_runner)
  add_executable(wireless-tcp-test-runner test/test-runner-main.cc ${wireless_tcp_test_sources})
  target_link_libraries(wireless-tcp-test-runner PRIVATE wireless-tcp)
  target_compile_definitions(wireless-tcp-test-runner PRIVATE NS_TEST_SOURCEDIR="${wtcp_module_folder}/test")
endfunction()

function(wtcp_add_example name source)
  add_executable(${name} "${source}")
  target_link_libraries(${name} PRIVATE wireless-tcp)
  if(name IN_LIST wireless_tcp_scenarios)
    set_property(GLOBAL APPEND PROPERTY wtcp_scenarios ${name})
  endif()
endfunction()

# wireless-tcp.pc, with which a program of one's own is compiled in one line. The ns-3 libraries are named one by one: the
# pkg-config files of some ns-3 builds cannot be used (see find-ns3.sh).
function(wtcp_write_pkg_config)
  set(cflags "-std=c++${WTCP_NS3_CXX_STANDARD} -DNS3_LOG_ENABLE -I\${includedir}")
  if(NOT WTCP_NS3_INCLUDE IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
    string(APPEND cflags " -I\${ns3_includedir}")
  endif()
  set(libs "-L\${libdir} -Wl,-rpath,\${libdir} -L\${ns3_libdir} -Wl,-rpath,\${ns3_libdir} -Wl,--no-as-needed")
  string(APPEND libs " -lns3-wireless-tcp")
  string(REGEX REPLACE "^lib" "-l" prefix "${WTCP_NS3_LIB_PREFIX}")
  foreach(module IN LISTS wtcp_ns3_modules)
    string(APPEND libs " ${prefix}${module}${WTCP_NS3_LIB_SUFFIX}")
  endforeach()
  string(REPLACE " " "\\ " binary "${PROJECT_BINARY_DIR}")
  string(REPLACE " " "\\ " ns3_include "${WTCP_NS3_INCLUDE}")
  string(REPLACE " " "\\ " ns3_libdir "${WTCP_NS3_LIBDIR}")
  configure_file("${wtcp_module_folder}/cmake/wireless-tcp.pc.in" "${PROJECT_BINARY_DIR}/wireless-tcp.pc" @ONLY)
endfunction()

# What was built, for the wtcp program.
function(wtcp_write_build_description)
  get_property(scenarios GLOBAL PROPERTY wtcp_scenarios)
  list(TRANSFORM scenarios PREPEND "\"")
  list(TRANSFORM scenarios APPEND "\"")
  list(JOIN scenarios "," scenarios)
  string(REPLACE "\\" "\\\\" prefix "${WTCP_NS3_PREFIX}")
  string(REPLACE "\"" "\\\"" prefix "${prefix}")
  wtcp_write_pkg_config()
  file(
    CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/wtcp-build.json"
    CONTENT
      "{\"ns3_release\":\"@WTCP_NS3_RELEASE@\",\"ns3_prefix\":\"@prefix@\",\"ns3_kind\":\"@WTCP_NS3_KIND@\",\"build_type\":\"@CMAKE_BUILD_TYPE@\",\"module_version\":\"@WTCP_MODULE_VERSION@\",\"scenarios\":[@scenarios@]}\n"
    @ONLY
  )
endfunction()
