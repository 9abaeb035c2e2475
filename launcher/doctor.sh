# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# What is there and what is missing. Installs and builds nothing.

. "$WTCP_ROOT/launcher/packages.sh"

# report NAME VALUE
report()
{
    printf '  ok       %-14s %s\n' "$1" "$2"
}

# complain NAME REMEDY
complain()
{
    printf '  MISSING  %-14s %s\n' "$1" "$2"
    lacking=yes
}

note()
{
    printf '           %-14s %s\n' "$1" "$2"
}

package_remedy()
{
    if have apt-get; then
        printf 'apt-get install %s (./wtcp demo does it)' "$1"
    else
        printf 'install %s by the means of this system' "$1"
    fi
}

doctor()
{
    lacking=
    select_ns3
    printf 'system\n'
    note distribution "$(sed -n 's/^PRETTY_NAME="\{0,1\}\([^"]*\).*/\1/p' /etc/os-release 2>/dev/null || uname -s)"
    note processor "$(uname -m), $(getconf _NPROCESSORS_ONLN) cores"
    note memory "$(awk '/^MemTotal/ { printf "%.1f GiB", $2 / 1048576 }' /proc/meminfo 2>/dev/null)"
    if can_be_root; then
        note installing "as root or with sudo"
    else
        note installing "neither root nor sudo: missing Debian packages cannot be installed from here"
    fi
    printf 'tools\n'
    doctor_tools
    printf 'ns-3\n'
    doctor_ns3
    printf 'build\n'
    doctor_build
    [ -z "$lacking" ]
}

doctor_tools()
{
    if has_compiler; then
        report compiler "$("${CXX:-c++}" --version | head -n 1)"
    else
        complain compiler "$(package_remedy g++)"
    fi
    if has_cmake; then
        report cmake "$(cmake --version | sed -n '1s/[^0-9]*//p')"
    else
        complain cmake "3.20 or later is needed: $(package_remedy cmake)"
    fi
    if have ninja; then
        report ninja "$(ninja --version)"
    else
        complain ninja "$(package_remedy ninja-build)"
    fi
    if have pkg-config; then
        report pkg-config "$(pkg-config --version)"
    else
        complain pkg-config "$(package_remedy pkg-config)"
    fi
    if libclang=$(find_libclang); then
        report libclang "$libclang"
    else
        complain libclang "$(package_remedy libclang-dev)"
    fi
    if has_rust; then
        report rust "$rust_version in $(command -v cargo)"
    else
        complain rust "$(rust_advice)"
    fi
    if have python3; then
        note python3 "$(python3 --version 2>&1 | sed 's/^Python //') (only to fetch an ns-3 wheel where there is no package)"
    else
        note python3 "none (only needed to fetch an ns-3 wheel where there is no package)"
    fi
}

doctor_ns3()
{
    if found=$("$find_ns3" "$WTCP_NS3" 2>&1); then
        for name in release kind prefix libdir; do
            report "$name" "$(printf '%s\n' "$found" | sed -n "s/^$name=//p")"
        done
    else
        complain ns-3 "${found#find-ns3: }"
        if [ -z "$WTCP_NS3" ]; then
            note "" "./wtcp demo installs Debian's libns3-dev, or a wheel into build/ns3-wheel where there is none"
        fi
    fi
}

doctor_build()
{
    if is_fresh; then
        report state "up to date in $build/$key"
        note "own programs" "PKG_CONFIG_PATH='$build/$key' pkg-config --cflags --libs wireless-tcp"
    elif [ -e "$stamp" ]; then
        note state "sources or ns-3 changed since the last build; the next command builds"
    else
        note state "not built yet; the next command builds"
    fi
}
