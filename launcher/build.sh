# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# Installing and building, under a lock, with one line a stage.

# logged NAME TEXT COMMAND...: runs the command with its output in build/NAME.log; shows the end of it on failure.
# Descriptor 9, the lock, is closed for it: a server that a compiler cache starts would keep it for ever.
logged()
{
    log=$build/$1.log
    say "$2 (log: build/$1.log)"
    report_progress "$log" "$2" 9>&- </dev/null &
    reporter=$!
    shift 2
    printf '\n# %s\n' "$*" >>"$log"
    "$@" >>"$log" 2>&1 9>&- </dev/null
    status=$?
    kill "$reporter" 2>/dev/null
    wait "$reporter" 2>/dev/null
    if [ -t 2 ]; then
        printf '\r\033[K' >&2
    fi
    if [ "$status" -eq 0 ]; then
        return
    fi
    tail -n 25 "$log" >&2
    die 1 "that failed; the whole log is $log"
}

# Seconds between two lines on how far a stage is, where there is no terminal.
report_every=30

# report_progress LOG TEXT: how far a stage is, on a terminal in one line that changes, else in a line now and then. It
# ends by itself should the launcher be gone.
report_progress()
{
    seconds=0
    # The sleep holds no descriptor of the caller, who may wait for their end.
    while sleep 1 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        seconds=$((seconds + 1))
        if [ -t 2 ]; then
            printf '\r\033[K  %s s  %s' "$seconds" "$(how_far "$1")" >&2
        elif [ $((seconds % report_every)) -eq 0 ]; then
            say "still $2, $seconds s: $(how_far "$1")"
        fi
    done
}

# how_far LOG: of what the last command has written to a log, ninja's last [n/m]; of cargo, which counts for terminals only,
# how many crates it has begun; else the last line.
how_far()
{
    awk '/^# / { line = ""; crates = counted = 0; next }
        / Compiling / { crates++; line = crates " crates, " $2; next }
        /^\[[0-9]+\/[0-9]+\]/ { counted = 1; line = $0; next }
        !counted && !crates && NF { line = $0 }
        END { print substr(line, 1, 60) }' "$1"
}

# with_lock FUNCTION: one installer and builder at a time, for calls that run side by side.
with_lock()
{
    mkdir -p "$build" 2>/dev/null && [ -w "$build" ] ||
        die 2 "cannot write $build: make the folder of wireless-tcp writable, or copy it to where you can write"
    if have flock; then
        exec 9>"$build/lock"
        if ! flock -n 9; then
            say "waiting for another wtcp that is building"
            flock 9
        fi
    fi
    # It may have built what this call wants.
    is_fresh || "$1"
    exec 9>&-
}

# look_for_ns3: sets found to what find-ns3.sh prints, its keys or its complaint.
look_for_ns3()
{
    found=$("$find_ns3" "$WTCP_NS3" 2>&1)
}

# check_chosen_ns3: a wrong WTCP_NS3 is told before anything is installed or written.
check_chosen_ns3()
{
    [ -z "$WTCP_NS3" ] || look_for_ns3 || die 2 "WTCP_NS3: ${found#find-ns3: }"
}

# find_or_install_ns3: sets ns3_prefix, ns3_release and ns3_library, the file of ns-3's core.
find_or_install_ns3()
{
    if ! look_for_ns3; then
        install_ns3
        look_for_ns3 || die 2 "${found#find-ns3: }"
    fi
    ns3_value prefix && ns3_prefix=$value
    ns3_value release && ns3_release=$value
    ns3_value libdir && ns3_library=$value
    ns3_value lib_prefix && ns3_library=$ns3_library/$value
    ns3_value lib_suffix && ns3_library=${ns3_library}core$value.so
}

# ns3_value KEY: sets value from what find-ns3.sh printed.
ns3_value()
{
    value=$(printf '%s\n' "$found" | sed -n "s/^$1=//p")
}

install_and_build()
{
    : >"$build/install.log"
    install_tools
    install_rust
    find_or_install_ns3
    hash=$(printf %s "$ns3_library" | cksum)
    key=ns-$ns3_release-${hash%% *}
    # Dated before the build: what is edited while it runs is newer than the stamp.
    listed=$(listing)
    : >"$stamp.new"
    build_module
    build_program
    printf '%s\n' "$key" "$ns3_library" "$listed" >"$stamp.text"
    touch -r "$stamp.new" "$stamp.text"
    rm -f "$stamp.new"
    mv "$stamp.text" "$stamp"
    if [ "$selection" = default ]; then
        ln -sfn "$key" "$build/default"
    fi
}

build_module()
{
    cache=$build/$key/CMakeCache.txt
    if [ -e "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$WTCP_ROOT" "$cache"; then
        # The repository was moved or copied; CMake refuses such a folder.
        rm -rf "${build:?}/$key"
    fi
    if ! [ -e "$build/$key/build.ninja" ]; then
        rm -f "$build/module-$key.log"
        logged "module-$key" "configuring for ns-3 $ns3_release in $ns3_prefix" cmake -S "$WTCP_ROOT" \
            -B "$build/$key" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DWTCP_NS3=$ns3_prefix"
    fi
    logged "module-$key" "building the ns-3 module for ns-3 $ns3_release in $ns3_prefix" \
        cmake --build "$build/$key"
}

build_program()
{
    logged program "building the wtcp program" cargo build --release --locked \
        --manifest-path "$WTCP_ROOT/Cargo.toml" --target-dir "$build/cargo" -p wtcp-figures
}
