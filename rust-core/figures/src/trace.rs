// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readers of the series that a run writes.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// How a segment came to be handed to the wireless device.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub enum Transmission {
    /// The first time these bytes pass.
    First,
    /// Sent again by the TCP sender.
    EndToEndRetransmission,
    /// Sent again by the agent at the base station.
    LocalRetransmission,
}

/// A data segment handed to the wireless device at the base station.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct SequencePoint {
    /// Time since the connection was begun (in the file: simulated time).
    pub time_s: f64,
    /// First byte, counted from the first data byte of the connection.
    pub sequence_bytes: f64,
    /// Payload.
    pub length_bytes: f64,
    /// Why it was sent.
    pub kind: Transmission,
}

/// A line of `handoffs.csv`.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Handoff {
    /// From the beacon that caused it to the first packet from the new base station; none if there was none.
    pub latency_s: Option<f64>,
    /// Packets transmitted to the mobile host by a base station that it had left.
    pub packets_lost: f64,
}

/// Reads the `handoffs.csv` of a run.
///
/// # Errors
/// Failed work that names the file and the line.
pub fn handoffs(run: &Path) -> Result<Vec<Handoff>> {
    lines(&run.join("handoffs.csv"))
}

/// What is read of a line of `flows.csv`.
#[derive(Deserialize)]
struct Flow {
    start_s: f64,
}

/// What a flow carried.
#[derive(Deserialize)]
struct Carried {
    throughput_bps: f64,
}

/// What a flow of a TCP carried.
#[derive(Deserialize)]
struct CarriedBy {
    tcp: String,
    throughput_bps: f64,
}

/// A value of a series of bytes.
#[derive(Deserialize)]
struct Window {
    time_s: f64,
    cwnd_bytes: f64,
}

/// A second of a flow.
#[derive(Deserialize)]
struct Second {
    time_s: f64,
    throughput_bps: f64,
}

/// Throughput of each flow of a run (`flows.csv`), in bit/s.
///
/// # Errors
/// Failed work that names the file and the line.
pub fn throughputs(run: &Path) -> Result<Vec<f64>> {
    let flows: Vec<Carried> = lines(&run.join("flows.csv"))?;
    Ok(flows.into_iter().map(|flow| flow.throughput_bps).collect())
}

/// Throughput of each flow of a run whose sender is a certain TCP, in bit/s.
///
/// # Errors
/// Failed work that names the file and the line.
pub fn throughputs_of(run: &Path, tcp: &str) -> Result<Vec<f64>> {
    let flows: Vec<CarriedBy> = lines(&run.join("flows.csv"))?;
    let flows = flows.into_iter().filter(|flow| flow.tcp == tcp);
    Ok(flows.map(|flow| flow.throughput_bps).collect())
}

/// Throughput of a flow of a run, counted from 1, in each second: simulated time at its end, and bit/s.
///
/// # Errors
/// Failed work that names the file and the line.
pub fn throughput(run: &Path, flow: u32) -> Result<Vec<(f64, f64)>> {
    let name = match flow {
        1 => "throughput.csv".to_owned(),
        other => format!("throughput-{other}.csv"),
    };
    let seconds: Vec<Second> = lines(&run.join(name))?;
    let pair = |second: Second| (second.time_s, second.throughput_bps);
    Ok(seconds.into_iter().map(pair).collect())
}

/// Congestion window of a run with one flow: time since the start of that flow, and bytes from then on.
///
/// # Errors
/// Failed work that names the file and the line.
pub fn cwnd(run: &Path) -> Result<Vec<(f64, f64)>> {
    let start_s = start(run)?;
    let windows: Vec<Window> = lines(&run.join("cwnd.csv"))?;
    let pair = |window: Window| (since(start_s, window.time_s), window.cwnd_bytes);
    Ok(windows.into_iter().map(pair).collect())
}

/// Payload of a full segment of a run (`config.toml`).
///
/// # Errors
/// Failed work that names the file.
pub fn segment_bytes(run: &Path) -> Result<f64> {
    let path = run.join("config.toml");
    let text = std::fs::read_to_string(&path).map_err(|why| Error::file("read", &path, why))?;
    let config: toml::Table = toml::from_str(&text).map_err(|why| Error::file("understand", &path, why))?;
    let size = config
        .get("attributes")
        .and_then(|all| all.get("ns3::TcpSocket::SegmentSize"));
    let size = size
        .and_then(toml::Value::as_str)
        .and_then(|text| text.parse().ok());
    size.ok_or_else(|| Error::file("understand", &path, "no ns3::TcpSocket::SegmentSize"))
}

/// When each flow of a run began, in simulated time (`flows.csv`).
///
/// # Errors
/// Failed work that names the file and the line.
pub fn starts(run: &Path) -> Result<Vec<f64>> {
    let flows: Vec<Flow> = lines(&run.join("flows.csv"))?;
    Ok(flows.into_iter().map(|flow| flow.start_s).collect())
}

/// When the first flow of a run began.
fn start(run: &Path) -> Result<f64> {
    Ok(starts(run)?.first().copied().unwrap_or_default())
}

/// Time from one moment to another. Files give nanoseconds; what the subtraction adds beyond them is no information.
fn since(start_s: f64, time_s: f64) -> f64 {
    ((time_s - start_s) * 1e9).round() / 1e9
}

/// Reads the `sequence.csv` of a run with one flow; time is counted from the start of that flow (`flows.csv`).
///
/// # Errors
/// Failed work that names the file and the line.
pub fn sequence(run: &Path) -> Result<Vec<SequencePoint>> {
    let start_s = start(run)?;
    let mut points: Vec<SequencePoint> = lines(&run.join("sequence.csv"))?;
    for point in &mut points {
        point.time_s = since(start_s, point.time_s);
    }
    Ok(points)
}

fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let mut reader = csv::Reader::from_path(path).map_err(|why| Error::file("read", path, why))?;
    reader
        .deserialize()
        .map(|line| line.map_err(|why| Error::file("read", path, why)))
        .collect()
}

/// How far the transfer was at each whole second and at the `extra` times: the highest byte handed to the wireless
/// device by then.
pub fn reached(points: &[SequencePoint], extra: &[f64]) -> Vec<(f64, f64)> {
    let end = points.last().map_or(0.0, |point| point.time_s.ceil());
    let mut times: Vec<f64> = std::iter::successors(Some(0.0), |t| (*t < end).then_some(t + 1.0)).collect();
    times.extend(extra);
    times.sort_by(f64::total_cmp);
    times.dedup();
    let mut rest = points.iter().peekable();
    let mut highest = 0.0_f64;
    times
        .into_iter()
        .map(|time| {
            while let Some(point) = rest.next_if(|point| point.time_s <= time) {
                highest = highest.max(point.sequence_bytes + point.length_bytes);
            }
            (time, highest)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(time_s: f64, sequence_bytes: f64, kind: Transmission) -> SequencePoint {
        SequencePoint {
            time_s,
            sequence_bytes,
            length_bytes: 100.0,
            kind,
        }
    }

    #[test]
    fn a_series_is_thinned_to_whole_seconds_and_the_times_asked_for() {
        use Transmission::{First, LocalRetransmission};
        let points = [
            point(0.2, 0.0, First),
            point(1.5, 100.0, First),
            point(2.5, 0.0, LocalRetransmission),
        ];
        assert_eq!(
            reached(&points, &[80.0, 2.0]),
            [
                (0.0, 0.0),
                (1.0, 100.0),
                (2.0, 200.0),
                (3.0, 200.0),
                (80.0, 200.0)
            ]
        );
    }

    #[test]
    fn time_is_counted_from_the_start_of_the_flow_and_a_broken_line_is_named() {
        let run = tempfile::tempdir().unwrap();
        std::fs::write(run.path().join("flows.csv"), "flow,start_s\n1,2.0\n").unwrap();
        let file = run.path().join("sequence.csv");
        let text = "time_s,sequence_bytes,length_bytes,kind\n2.1,0,100,first\n";
        std::fs::write(&file, text).unwrap();
        assert_eq!(
            sequence(run.path()).unwrap(),
            [point(0.1, 0.0, Transmission::First)]
        );
        std::fs::write(&file, format!("{text}2.2,x,1460,first\n")).unwrap();
        let line = sequence(run.path()).unwrap_err().line();
        assert!(line.contains("line: 3"), "{line}");
    }
}
