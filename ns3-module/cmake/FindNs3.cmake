# SPDX-License-Identifier: MIT OR Apache-2.0
# Runs find-ns3.sh and turns its lines into variables WTCP_NS3_<KEY> and one imported target wtcp-ns3::<module> for each
# module that is there.
set(WTCP_NS3 "" CACHE PATH "Folder of the ns-3 to build against: install prefix, wheel or built source tree; empty: the system's")

execute_process(
  COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/find-ns3.sh" "${WTCP_NS3}"
  OUTPUT_VARIABLE _lines
  ERROR_VARIABLE _error
  RESULT_VARIABLE _status
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_STRIP_TRAILING_WHITESPACE
)
if(NOT _status EQUAL 0)
  message(FATAL_ERROR "${_error}")
endif()
string(REPLACE "\n" ";" _lines "${_lines}")
foreach(_line IN LISTS _lines)
  string(REGEX MATCH "^([a-z0-9_]+)=(.*)$" _match "${_line}")
  string(TOUPPER "${CMAKE_MATCH_1}" _key)
  set(WTCP_NS3_${_key} "${CMAKE_MATCH_2}")
endforeach()
message(STATUS "ns-3 ${WTCP_NS3_RELEASE} (${WTCP_NS3_KIND}) in ${WTCP_NS3_PREFIX}")
# Look again when the libraries change.
set_property(
  DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
                            "${WTCP_NS3_LIBDIR}/${WTCP_NS3_LIB_PREFIX}core${WTCP_NS3_LIB_SUFFIX}.so"
)

file(GLOB _libraries "${WTCP_NS3_LIBDIR}/${WTCP_NS3_LIB_PREFIX}*${WTCP_NS3_LIB_SUFFIX}.so")
foreach(_library IN LISTS _libraries)
  get_filename_component(_module "${_library}" NAME)
  string(REPLACE "${WTCP_NS3_LIB_PREFIX}" "" _module "${_module}")
  string(REGEX REPLACE "${WTCP_NS3_LIB_SUFFIX}\\.so$" "" _module "${_module}")
  # Also keeps out test libraries and, in a shared build/lib, other profiles: those have no header.
  if(EXISTS "${WTCP_NS3_INCLUDE}/ns3/${_module}-module.h")
    add_library(wtcp-ns3::${_module} SHARED IMPORTED GLOBAL)
    set_target_properties(
      wtcp-ns3::${_module} PROPERTIES IMPORTED_LOCATION "${_library}" IMPORTED_NO_SONAME OFF
                                      INTERFACE_INCLUDE_DIRECTORIES "${WTCP_NS3_INCLUDE}"
    )
  endif()
endforeach()
