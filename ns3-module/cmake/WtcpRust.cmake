# SPDX-License-Identifier: MIT OR Apache-2.0
# The Rust archive as a CMake target. Cargo runs only when a file changed that the archive was made of: cargo writes that
# list (the dep-info file) and ninja reads it.

# wtcp_clang_standard(OUT): the C++ standard in use as an option value that libclang of any age knows.
function(wtcp_clang_standard out)
  if(CMAKE_CXX_STANDARD EQUAL 23)
    set(${out} "c++2b" PARENT_SCOPE)
  else()
    set(${out} "c++${CMAKE_CXX_STANDARD}" PARENT_SCOPE)
  endif()
endfunction()

# wtcp_add_rust_archive(NS3_INCLUDE): makes the targets wtcp-rust (link it PRIVATE) and wtcp-cargo (depend on it).
# NS3_INCLUDE is the include folder of the ns-3 in use; the bridge reads ns-3's constants there.
function(wtcp_add_rust_archive ns3_include)
  find_program(WTCP_CARGO cargo HINTS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin")
  if(NOT WTCP_CARGO)
    message(FATAL_ERROR "wireless-tcp needs Rust: cargo is not in PATH (https://rustup.rs installs it)")
  endif()

  string(TOLOWER "${CMAKE_BUILD_TYPE}" build_type)
  set(profile release)
  set(folder release)
  set(options)
  if(build_type STREQUAL "debug")
    set(profile dev)
    set(folder debug)
  elseif(build_type STREQUAL "default")
    # ns-3's profile "default" is optimized and keeps its assertions; so does the core.
    set(options --config profile.release.debug-assertions=true)
  endif()

  # A target folder of its own: no waiting for the lock of a cargo that works for the developer.
  set(out "${CMAKE_CURRENT_BINARY_DIR}/cargo")
  set(archive "${out}/${folder}/libwtcp_bridge.a")
  wtcp_clang_standard(standard)
  add_custom_command(
    OUTPUT "${archive}"
    BYPRODUCTS "${out}/cxxbridge/wtcp-bridge/src/lib.rs.h" "${out}/cxxbridge/wtcp-bridge/src/loss.rs.h"
               "${out}/cxxbridge/wtcp-bridge/src/multihop.rs.h"
    COMMAND
      ${CMAKE_COMMAND} -E env --unset=CARGO_BUILD_TARGET "CXX=${CMAKE_CXX_COMPILER}" "WTCP_NS3_INCLUDE=${ns3_include}"
      "WTCP_NS3_CXX_STANDARD=${standard}" "${WTCP_CARGO}" build --quiet --locked --profile ${profile}
      ${options} -p wtcp-bridge --manifest-path "${WTCP_ROOT}/Cargo.toml" --target-dir "${out}"
    # Cargo leaves the archive alone where a change does not concern it; without this ninja would run it again for ever.
    COMMAND ${CMAKE_COMMAND} -E touch "${archive}"
    DEPENDS "${WTCP_ROOT}/Cargo.toml" "${WTCP_ROOT}/Cargo.lock" "${WTCP_ROOT}/rust-core/Cargo.toml"
            "${WTCP_ROOT}/cpp-bridge/Cargo.toml"
    DEPFILE "${out}/${folder}/libwtcp_bridge.d"
    COMMENT "Building the Rust cores (wtcp-bridge)"
    USES_TERMINAL VERBATIM
  )
  add_custom_target(wtcp-cargo DEPENDS "${archive}")
  file(MAKE_DIRECTORY "${out}/cxxbridge")
  add_library(wtcp-rust STATIC IMPORTED GLOBAL)
  set_target_properties(
    wtcp-rust PROPERTIES IMPORTED_LOCATION "${archive}" INTERFACE_LINK_LIBRARIES "pthread;dl;m"
                         INTERFACE_INCLUDE_DIRECTORIES "${out}/cxxbridge"
  )
endfunction()

# wtcp_link_rust_archive(TARGET): links it so that nothing of Rust shows outside the library. Two modules with a Rust
# archive each would otherwise use each other's symbols.
function(wtcp_link_rust_archive target)
  add_dependencies(${target} wtcp-cargo)
  target_link_libraries(${target} PRIVATE wtcp-rust)
  target_link_options(${target} PRIVATE -Wl,--exclude-libs,libwtcp_bridge.a -Wl,--gc-sections)
endfunction()
