#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Obeys the contract of a scenario program, without ns-3: made-up numbers that depend on the options alone. Extra options
# make it fail: `trouble=fail`, `trouble=abort`, `trouble=hang`, `trouble=stream`.
set -eu

name=${0##*/}
tcp=newreno measure_s=none
nodes=5 network=manet routing=dsr loss=0 loss_place=above-mac
tcp_mix=none flows=1 cross_flows=0 p_w=0 rate_bps=1000000 buffer_packets=12 delay_s=0.01 max_time_s=1
piggyback=true mechanism=none bits_per_error=none handoff_interval_s=none run=1 transfer_bytes=1000 series=false trouble=no out=
for argument; do
    case $argument in
    --describe)
        cat <<JSON
{"scenario":"$name","description":"a fake","ns3_release":"3.37",
 "options":[{"key":"mechanism","unit":"","range":"none, snoop","default":"none","help":"at the base station"},
            {"key":"bits_per_error","unit":"bit","range":"> 0, or none","default":"none","help":"errors"},
            {"key":"handoff_interval_s","unit":"s","range":"> 0, or none","default":"none","help":"moves"},
            {"key":"transfer_bytes","unit":"byte","range":"> 0","default":"1000","help":"length"},
            {"key":"segment_bytes","unit":"byte","range":"> 0","default":"1460","help":"payload"},
            {"key":"max_time_s","unit":"s","range":"> 0","default":"20000","help":"limit"},
            {"key":"trouble","unit":"","range":"no, fail, abort, hang, stream","default":"no","help":"for tests"}],
 "mechanisms":[{"name":"none","help":""},{"name":"snoop","help":"","same_as":"snoop-1995"},
               {"name":"snoop-1995","help":""},{"name":"snoop-1997","help":""}],
 "tcp":[{"name":"newreno","help":""}],
 "profiles":[{"name":"bsd-1995","help":"","attributes":{"ns3::TcpSocket::SegmentSize":"1460"}}]}
JSON
        exit 0
        ;;
    --ns3::LimDifferentiator::Exponent=* | --ns3::OneHopTcpAgent::Window=*) ;;
    --ns3::OneHopTcpAgent::Piggyback=*) piggyback=${argument#*=} ;;
    --nodes=* | --network=* | --routing=* | --loss=* | --loss_place=* | --tcp_mix=* | --flows=* | --cross_flows=* | --p_w=* | --rate_bps=* | --buffer_packets=* | --delay_s=* | --max_time_s=* | --tcp=* | --measure_s=* | --mechanism=* | --bits_per_error=* | --handoff_interval_s=* | --run=* | --transfer_bytes=* | --series=* | --trouble=* | --out=*)
        value=${argument#*=}
        key=${argument%%=*}
        eval "${key#--}=\$value"
        ;;
    *)
        echo "$name: unknown option $argument: see --describe" >&2
        exit 2
        ;;
    esac
done

case $trouble in
fail)
    echo "about to fail" >&2
    echo "the link fell silent" >&2
    exit 1
    ;;
abort)
    echo 'msg="a packet was lost twice", +1.0s 0 file=x.cc, line=7' >&2
    echo 'NS_FATAL, terminating' >&2
    kill -ABRT $$
    ;;
hang)
    mkdir -p "$out"
    exec sleep 60
    ;;
esac
if [ "$transfer_bytes" -le 0 ]; then
    echo "transfer_bytes: $transfer_bytes is out of range: give a value above 0" >&2
    exit 2
fi

stream_ok=true
if [ "$trouble" = stream ]; then stream_ok=false; fi
base=100
if [ "$mechanism" != none ]; then base=900; fi
if [ "$bits_per_error" = none ]; then base=1500; fi
# The dumbbell: what is carried depends on the sender alone, and what beside others on them.
case $name,$tcp in
dumbbell,lim) base=900 figures='"a_c":1,"a_w":0.9,' ;;
dumbbell,newreno) base=500 figures='"a_c":null,"a_w":null,' ;;
dumbbell,westwood-plus*) base=600 figures='"a_c":null,"a_w":null,' ;;
dumbbell,*) base=700 figures='"a_c":1,"a_w":0.5,' ;;
*) figures= ;;
esac
if [ "$name" = dumbbell ]; then
    figures="$figures\"utilization\":0.95,\"jain\":0.999,\"p_c\":0.01,\"buffer_wait_s\":0.01,\"shortest_round_trip_s\":0.08,"
fi
throughput=$((base + run))000
duration=$(awk "BEGIN { printf \"%.15g\", $transfer_bytes * 8 / $throughput }")
summary="{\"scenario\":\"$name\",\"completed\":true,\"stream_ok\":$stream_ok,\"duration_s\":$duration,\
\"received_bytes\":$transfer_bytes,\"throughput_bps\":$throughput,\"segments_sent\":$run,\"local_retransmissions\":11,\"lost_data\":10,$figures\"warnings\":[]}"
# The chain: 400 kb/s of NewReno without loss and 100 with loss, where its second run delivers nothing; Hop-by-Hop TCP 500 with
# piggybacking and 300 without it.
if [ "$name" = chain ]; then
    delay=2.0
    case $mechanism,$piggyback,$tcp,$loss in
    hop-by-hop,true,*) throughput=500000 delay=1.0 ;;
    hop-by-hop,false,*) throughput=300000 ;;
    *,hop-by-hop,*) throughput=700000 ;;
    *,0) throughput=400000 ;;
    *) throughput=150000 ;;
    esac
    if [ "$tcp" = newreno ] && [ "$loss" != 0 ] && [ "$run" = 2 ]; then throughput=0 delay=null; fi
    duration=25
    bytes=$((throughput * duration / 8))
    summary="{\"scenario\":\"chain\",\"completed\":true,\"stream_ok\":$stream_ok,\"duration_s\":$duration,\
\"received_bytes\":$bytes,\"throughput_bps\":$throughput,\"delay_s\":$delay,\"retransmissions_per_packet\":0.25,\
\"local_retransmissions_per_packet\":null,\"jain\":0.99,\"timeouts\":1,\"fast_retransmits\":2,\"warnings\":[]}"
fi
if [ -n "$out" ]; then
    mkdir -p "$out"
    printf '[run]\nscenario = "%s"\nns3_release = "3.37"\nmodule_version = "0.1.0"\ntcp = "%s"\nmeasure_s = "%s"\nrun = %s\n' "$name" "$tcp" "$measure_s" "$run" >"$out/config.toml"
    printf '%s\n' "$summary" >"$out/summary.json"
    printf 'flow,start_s\n1,2.0\n' >"$out/flows.csv"
    if [ "$name" = dumbbell ]; then
        share=100000
        if [ "$tcp_mix" != none ]; then share=80000; fi
        awk -v n="$flows" -v share="$share" 'BEGIN { print "flow,start_s,throughput_bps"; for (i = 1; i <= n; i++) print i ",1.0," share }' >"$out/flows.csv"
    fi
    if [ "$name" = handoff ]; then
        {
            echo "time_s,from,to,latency_s,silence_s,packets_lost,forwarded"
            if [ "$handoff_interval_s" != none ]; then
                echo "3,1,2,0.02,0.01,0,9"
                echo "4,2,1,0.03,0.02,0,9"
                echo "5,1,2,,,1,0"
                echo "6,2,1,,,0,0"
            fi
        } >"$out/handoffs.csv"
    fi
    if [ "$name" = chain ]; then
        printf '[attributes]\n"ns3::TcpSocket::SegmentSize" = "1000"\n' >>"$out/config.toml"
        if [ "$tcp_mix" = none ]; then tcp_mix=$tcp; fi
        awk -v n="$flows" -v mix="$tcp_mix" 'BEGIN {
            kinds = split(mix, tcp, ",")
            print "flow,start_s,throughput_bps,tcp"
            for (i = 0; i < n; i++) print i + 1 "," 30 + i ",100000," tcp[i % kinds + 1]
        }' >"$out/flows.csv"
        printf 'time_s,cwnd_bytes\n30.5,1000\n32.0,4000\n' >"$out/cwnd.csv"
        # Over a sensor network nothing gets through.
        if [ "$network" = sensor ]; then silent=1; else silent=0; fi
        for flow in $(seq "$flows"); do
            file=throughput-$flow.csv
            if [ "$flow" = 1 ]; then file=throughput.csv; fi
            # All have the same but for the first ten seconds with all of them, which the last flow has alone.
            awk -v flow="$flow" -v n="$flows" -v silent="$silent" 'BEGIN {
                print "time_s,throughput_bps"
                if (silent) exit
                for (t = flow < n ? 40 + n : 30 + n; t <= 55; t++) print t "," 1000
            }' >"$out/$file"
        done
    fi
    if [ "$series" = true ]; then
        {
            echo "time_s,sequence_bytes,length_bytes,kind"
            echo "2.1,0,400,first"
            echo "2.6,400,400,first"
            echo "3.2,0,400,local-retransmission"
            echo "4.5,400,400,end-to-end-retransmission"
            echo "5.0,800,200,first"
        } >"$out/sequence.csv"
    fi
fi
printf '%s\n' "$summary"
