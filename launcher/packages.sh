# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# What the build needs, whether it is there, and how to get it.

# Releases on PyPI that were tried, best first. Only headers and libraries are used, so the Python of the wheel need not
# be the one installed here.
wheel_versions="3.44.post0 3.43.post9 3.42.post2 3.39.post2"

# as_root COMMAND...: false if there is no way to become root without asking somebody who is not there.
can_be_root()
{
    [ "$(id -u)" = 0 ] || { have sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; }
}

as_root()
{
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

has_compiler()
{
    have "${CXX:-c++}" && have cc
}

has_cmake()
{
    have cmake && at_least "$(cmake --version | sed -n '1s/[^0-9]*//p')" 3.20
}

# bindgen loads libclang and reads the compiler headers that come with it.
find_libclang()
{
    for file in "${LIBCLANG_PATH:-/nonexistent}"/libclang*.so* "${LIBCLANG_PATH:-/nonexistent}" \
        /usr/lib/llvm-*/lib/libclang.so* /usr/lib/llvm-*/lib/libclang-[0-9]*.so* /usr/lib/*/libclang.so* \
        /usr/lib/*/libclang-[0-9]*.so* /usr/lib64/libclang.so* /usr/lib/libclang.so* /usr/local/lib/libclang.so*; do
        case $file in
        *libclang*.so*) [ -e "$file" ] && printf '%s\n' "$file" && return 0 ;;
        esac
    done
    return 1
}

# find_rust: puts cargo in PATH if rustup put it in its usual folder; sets rust_version, empty without Rust.
find_rust()
{
    rust_version=
    if ! have cargo && [ -x "${CARGO_HOME:-${HOME:-}/.cargo}/bin/cargo" ]; then
        PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
        export PATH
    fi
    if have cargo && have rustc; then
        rust_version=$(rustc --version 2>/dev/null | sed -n 's/^rustc \([0-9.]*\).*/\1/p')
    fi
    rust_needed=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$WTCP_ROOT/Cargo.toml")
}

has_rust()
{
    find_rust
    [ -n "$rust_version" ] && at_least "$rust_version" "$rust_needed"
}

rust_advice()
{
    if [ -n "$rust_version" ]; then
        printf 'Rust %s or later is needed, found %s: ' "$rust_needed" "$rust_version"
    else
        printf 'Rust %s or later is needed, found none: ' "$rust_needed"
    fi
    printf "get it with rustup (curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh), then call again"
}

# package_version PACKAGE: what apt would install; nothing if it has none.
package_version()
{
    have apt-cache && LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: \([0-9].*\)/\1/p'
}

# offers PACKAGE MINIMUM: true if apt has PACKAGE in that version or later.
offers()
{
    version=$(package_version "$1")
    version=${version#*:}
    [ -n "$version" ] && at_least "$version" "$2"
}

# missing_packages: Debian packages for the tools that are not there. ns-3 and Rust are decided elsewhere.
missing_packages()
{
    missing=
    has_compiler || missing="$missing g++"
    has_cmake || missing="$missing cmake"
    have ninja || missing="$missing ninja-build"
    have pkg-config || missing="$missing pkg-config"
    find_libclang >/dev/null || missing="$missing libclang-dev"
    missing=${missing# }
}

update_package_lists()
{
    if [ -z "${lists_updated:-}" ]; then
        lists_updated=yes
        logged install "updating the package lists" as_root apt-get -o DPkg::Lock::Timeout=300 update
    fi
}

install_packages()
{
    # shellcheck disable=SC2086 # one word a package
    logged install "installing Debian packages: $1" as_root env DEBIAN_FRONTEND=noninteractive apt-get \
        -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $1
}

# install_tools: compiler, cmake and the rest.
install_tools()
{
    missing_packages
    [ -n "$missing" ] || return 0
    have apt-get || die 2 "missing: $missing (names of Debian packages); install them by this system's means, then call again"
    can_be_root || die 2 "missing packages and neither root nor sudo: have somebody run apt-get install $missing"
    update_package_lists
    install_packages "$missing"
    missing_packages
    [ -z "$missing" ] || die 1 "still missing after the installation: $missing (build/install.log says more)"
}

install_rust()
{
    has_rust && return
    if [ -z "$rust_version" ] && can_be_root && have apt-get; then
        update_package_lists
        if offers rustc "$rust_needed"; then
            install_packages "cargo rustc"
            has_rust && return
        fi
    fi
    die 2 "$(rust_advice)"
}

# install_ns3: runs where WTCP_NS3 is not set and none was found.
install_ns3()
{
    if have apt-get && can_be_root; then
        update_package_lists
        if offers libns3-dev 3.36; then
            install_packages libns3-dev
            return
        fi
    fi
    install_wheel
}

install_wheel()
{
    have python3 && python3 -m pip --version >/dev/null 2>&1 ||
        die 2 "no ns-3 package to install here, and no python3 with pip to fetch one from PyPI: install pip, or name an" \
            "ns-3 with WTCP_NS3=DIR"
    part=$build/ns3-wheel.part
    for version in $wheel_versions; do
        rm -rf "$part"
        mkdir -p "$part"
        say "fetching ns-3 $version from PyPI into build/ns3-wheel (log: build/install.log)"
        if python3 -m pip download --quiet --no-deps --only-binary=:all: --python-version 3.11 --implementation cp \
            --abi cp311 --platform "manylinux_2_28_$(uname -m)" --platform "manylinux2014_$(uname -m)" \
            --dest "$part" "ns3==$version" >>"$build/install.log" 2>&1 9>&- &&
            python3 -m zipfile -e "$part"/ns3-*.whl "$part" >>"$build/install.log" 2>&1; then
            rm -f "$part"/ns3-*.whl
            rm -rf "$build/ns3-wheel"
            mv "$part" "$build/ns3-wheel"
            return
        fi
    done
    rm -rf "$part"
    die 2 "no ns-3 package here and none of the wheels could be fetched from PyPI (build/install.log says why): build" \
        "ns-3 from source and name its folder with WTCP_NS3=DIR"
}
