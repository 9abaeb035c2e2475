# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# ./wtcp test [rust|module|e2e|launcher]...: every test, or some groups. The last line is "N passed, N failed", over
# everything that ran; the exit status is 0 only if nothing failed and something ran.

check_test_arguments()
{
    for argument in "$@"; do
        case $argument in
        rust | module | e2e | launcher) ;;
        *) die 2 "test: unknown group: $argument (rust, module, e2e, launcher; none for all)" ;;
        esac
    done
}

run_tests()
{
    passed=0
    failed=0
    logs=$build/test
    mkdir -p "$logs"
    # The Rust tests compile the bridge too, with the constants of the same ns-3.
    WTCP_NS3_INCLUDE=$(cached WTCP_NS3_INCLUDE_FOUND)
    WTCP_NS3_CXX_STANDARD=$(cached WTCP_NS3_CLANG_STANDARD)
    WTCP_BUILD_DIR=$build/$key
    WTCP_PROGRAM=$program
    export WTCP_NS3_INCLUDE WTCP_NS3_CXX_STANDARD WTCP_BUILD_DIR WTCP_PROGRAM
    find_cargo
    for group in ${*:-launcher rust module e2e}; do
        "test_$group"
    done
    printf '%s passed, %s failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

find_cargo()
{
    . "$WTCP_ROOT/launcher/packages.sh"
    find_rust
}

# cached NAME: a variable of the CMake build.
cached()
{
    sed -n "s/^$1:INTERNAL=//p" "$build/$key/CMakeCache.txt"
}

# tally NAME PASSED FAILED: adds up and prints a line; shows the log of what failed.
tally()
{
    passed=$((passed + $2))
    failed=$((failed + $3))
    printf '%-28s %5s passed, %s failed\n' "$1" "$2" "$3"
    if [ "$3" -gt 0 ]; then
        printf -- '--- end of %s\n' "$logs/$1.log"
        tail -n 60 "$logs/$1.log"
        printf -- '---\n'
    fi
}

# check NAME COMMAND...: one test, passed if the command succeeds.
check()
{
    name=$1
    shift
    if "$@" >"$logs/$name.log" 2>&1 </dev/null; then
        tally "$name" 1 0
    else
        tally "$name" 0 1
    fi
}

# count PATTERN FILE
count()
{
    grep -cE "$1" "$2"
}

# cargo_tests NAME ARGUMENT...: cargo test, counted from its "test result" lines. A run that stops before the tests (does
# not compile) is one failure.
cargo_tests()
{
    name=$1
    shift
    cargo test --locked --no-fail-fast --manifest-path "$WTCP_ROOT/Cargo.toml" --target-dir "$build/cargo" "$@" \
        >"$logs/$name.log" 2>&1 </dev/null
    status=$?
    good=$(sed -n 's/^test result: .* \([0-9]*\) passed;.*/\1/p' "$logs/$name.log" | awk '{ n += $1 } END { print n + 0 }')
    bad=$(sed -n 's/^test result: .* \([0-9]*\) failed;.*/\1/p' "$logs/$name.log" | awk '{ n += $1 } END { print n + 0 }')
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
    fi
    tally "$name" "$good" "$bad"
}

# Scripts that print a line "ok ..." or "FAILED ..." for each test.
test_launcher()
{
    sh "$WTCP_ROOT/tests/launcher/run.sh" >"$logs/launcher.log" 2>&1 </dev/null
    tally launcher "$(count '^ok ' "$logs/launcher.log")" "$(count '^FAILED ' "$logs/launcher.log")"
}

test_rust()
{
    set -- --manifest-path "$WTCP_ROOT/Cargo.toml"
    if cargo fmt --version >/dev/null 2>&1; then
        check format cargo fmt "$@" --all --check
    else
        printf '%-28s not checked: cargo fmt is not installed\n' format
    fi
    if cargo clippy --version >/dev/null 2>&1; then
        check clippy cargo clippy "$@" --locked --target-dir "$build/cargo" --workspace --all-targets -- -D warnings
    else
        printf '%-28s not checked: cargo clippy is not installed\n' clippy
    fi
    check documentation env RUSTDOCFLAGS="-D warnings" cargo doc "$@" --locked --target-dir "$build/cargo" --no-deps \
        -p wtcp-core -p wtcp-bridge -p wtcp-figures
    cargo_tests rust --workspace --exclude wtcp-tests
}

# TCP as the papers' hosts had it, for ns-3's NS_ATTRIBUTE_DEFAULT. The segment size stays: tests count segments.
hosts_of_1995='ns3::TcpL4Protocol::SocketType=ns3::TcpNewReno;ns3::TcpL4Protocol::RecoveryType=ns3::TcpClassicRecovery'
for setting in Sack=false Timestamp=false WindowScaling=false LimitedTransmit=false ClockGranularity=500ms; do
    hosts_of_1995="$hosts_of_1995;ns3::TcpSocketBase::$setting"
done
for setting in InitialCwnd=1 SndBufSize=65535 RcvBufSize=65535; do
    hosts_of_1995="$hosts_of_1995;ns3::TcpSocket::$setting"
done

# Every suite runs with ns-3's defaults and with the papers' settings, unless it is about hosts of its own choice, which those
# settings would overrule. One suite a process: a crash in one does not hide the others.
test_module()
{
    runner=$build/$key/bin/wireless-tcp-test-runner
    for suite in $("$runner" --list); do
        module_suite "$suite" ""
        case $suite in
        wireless-tcp-attack | wireless-tcp-field | wireless-tcp-reno | wireless-tcp-upload) ;;
        wireless-tcp-atcp | wireless-tcp-flow-statistics | wireless-tcp-hop-by-hop-end-to-end | wireless-tcp-muzha | wireless-tcp-two-layer) ;;
        wireless-tcp-casablanca | wireless-tcp-dcr | wireless-tcp-loss-differentiation | wireless-tcp-truth | wireless-tcp-westwood) ;;
        *) module_suite "$suite-1995" "$hosts_of_1995" ;;
        esac
    done
    check no-rust-symbols no_rust_symbols
    test_headers
}

# module_suite NAME ATTRIBUTES: run a suite with these attribute defaults.
module_suite()
{
    # A folder of its own: ns-3 names the ones it makes by the second.
    rm -rf "$logs/tmp"
    mkdir -p "$logs/tmp"
    TMP=$logs/tmp NS_ATTRIBUTE_DEFAULT=$2 "$runner" --suite="${1%-1995}" --verbose >"$logs/$1.log" 2>&1 </dev/null
    status=$?
    rm -rf "$logs/tmp"
    good=$(count '^ +PASS ' "$logs/$1.log")
    bad=$(count '^ +(FAIL|CRASH) ' "$logs/$1.log")
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
    fi
    tally "$1" "$good" "$bad"
}

# Another module with a Rust archive of its own would otherwise bind to ours, or we to its.
no_rust_symbols()
{
    symbols=$(nm -D --defined-only "$build/$key/lib/libns3-wireless-tcp.so") || return
    # cxx's names, and both of Rust's manglings (the older one ends in a hash).
    ! printf '%s\n' "$symbols" | grep -E 'cxxbridge1| _R|rust_|17h[0-9a-f]{16}E$'
}

# Every public header compiles alone and needs nothing of Rust, with the flags users get from pkg-config.
test_headers()
{
    flags=$(PKG_CONFIG_PATH=$build/$key pkg-config --cflags wireless-tcp)
    good=0
    bad=0
    : >"$logs/headers.log"
    for header in "$build/$key"/include/ns3/*.h; do
        # pkg-config escapes what the shell would split.
        if eval "${CXX:-c++} $flags -Wall -Wextra -fsyntax-only -x c++ \"\$header\"" >>"$logs/headers.log" 2>&1; then
            good=$((good + 1))
        else
            bad=$((bad + 1))
        fi
    done
    tally headers "$good" "$bad"
}

test_e2e()
{
    cargo_tests end-to-end -p wtcp-tests
}
