// SPDX-License-Identifier: MIT OR Apache-2.0
//! The vocabulary every agent speaks with its host: one event in; a verdict, the next deadline and steps out.
use crate::flow::FlowKey;
use crate::segment::NotTcp;
use crate::seq::Seq;
use crate::units::{SimTime, Span};
use alloc::vec::Vec;

/// Address of a neighbour on the link of the hooked device, its octets as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkAddress(pub u64);

/// Names a packet that the host keeps for an agent; the agent never sees its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PacketId(pub u64);

/// Which way a packet passes the hooked device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Leaves the node by the hooked device: at a base station, towards the mobile host.
    Egress,
    /// Arrives at the node by the hooked device: at a base station, from the mobile host.
    Ingress,
}

/// A packet that passes, as far as an agent may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet<'a> {
    /// Which way.
    pub direction: Direction,
    /// To whom it leaves or from whom it arrives; `None` for broadcast and multicast.
    pub neighbour: Option<LinkAddress>,
    /// Whether it arrived for the node itself, and not to be sent on.
    pub local: bool,
    /// Starts at the IP header and reaches at least to the end of the TCP header where the packet has one; payload may
    /// be cut off.
    pub header: &'a [u8],
    /// What the frame holds behind the datagram: what an agent appended, or the link's padding.
    pub trailer: &'a [u8],
    /// Octets that a packet that leaves may still grow by until its frame is longer than the device's MTU.
    pub room: u32,
}

impl<'a> Packet<'a> {
    /// A packet of which only way and header matter.
    pub const fn new(direction: Direction, header: &'a [u8]) -> Self {
        Self {
            direction,
            neighbour: None,
            local: false,
            header,
            trailer: &[],
            room: u32::MAX,
        }
    }
}

/// What becomes of the packet that caused the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It goes on its way.
    Forward,
    /// It is swallowed.
    Drop,
}

/// The answer to one event, besides the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Outcome {
    /// Fate of the packet; [`Verdict::Forward`] for a timer event.
    pub verdict: Verdict,
    /// When the agent wants [`Agent::on_timer`]; [`SimTime::NEVER`] for not at all.
    pub deadline: SimTime,
}

/// A range of [`Answer::bytes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// First byte.
    pub offset: u32,
    /// Number of bytes; 0 for nothing at all.
    pub length: u32,
}

impl Piece {
    /// Nothing at all.
    pub const NONE: Self = Self { offset: 0, length: 0 };
}

/// Something the host must do, in the order given. `Keep` refers to the packet that caused the event and happens before
/// that packet is forwarded; everything else happens after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Keep a copy of the packet that caused the event under this name.
    Keep(PacketId),
    /// Send the kept packet, which was swallowed when it came, out by the hooked device for the first time.
    Send {
        /// The kept packet.
        id: PacketId,
        /// Goes behind the datagram in the same frame.
        trailer: Piece,
    },
    /// Send the kept packet out by the hooked device once more.
    Resend {
        /// The kept packet.
        id: PacketId,
        /// Whether it should overtake packets that wait in the device's queue.
        priority: bool,
        /// Goes behind the datagram in the same frame.
        trailer: Piece,
    },
    /// Hand the kept packet, which arrived and was swallowed, to the node.
    Deliver(PacketId),
    /// Forget the kept packet.
    Release(PacketId),
    /// Forget the kept packet, which its neighbour did not take; whoever chose that neighbour may want to know.
    Abandon(PacketId),
    /// Hand a whole IP datagram to the node as if it had arrived by the hooked device.
    Inject(Piece),
    /// Send a whole IP datagram out by the hooked device, to the link-layer address that a kept packet was for.
    Transmit {
        /// The kept packet.
        alike: PacketId,
        /// The datagram.
        datagram: Piece,
    },
    /// Send a frame without datagram to the agent of a neighbour.
    Frame {
        /// The neighbour.
        to: LinkAddress,
        /// What the frame holds.
        frame: Piece,
    },
}

impl Step {
    /// Sends a kept packet for the first time, with nothing behind it.
    pub const fn send(id: PacketId) -> Self {
        let trailer = Piece::NONE;
        Self::Send { id, trailer }
    }

    /// Sends a kept packet once more, with nothing behind it.
    pub const fn resend(id: PacketId, priority: bool) -> Self {
        let trailer = Piece::NONE;
        Self::Resend {
            id,
            priority,
            trailer,
        }
    }
}

/// What happened inside an agent, for traces and counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventKind {
    /// State for a connection was made.
    FlowOpened,
    /// State for a connection was given up.
    FlowClosed,
    /// A segment is in the cache now.
    Cached,
    /// A segment was passed on without being cached.
    NotCached,
    /// The sender itself sent a segment again.
    SenderRetransmission,
    /// The agent sent a cached segment again.
    LocalRetransmission,
    /// An acknowledgement was kept from the sender.
    AckSuppressed,
    /// A duplicate acknowledgement was passed on to the sender.
    DuplicateAckForwarded,
    /// The last acknowledgement was repeated to the sender on behalf of the mobile host.
    AckRegenerated,
    /// Data was acknowledged in the place of its receiver.
    Acknowledged,
    /// The mobile host was told that data of its own did not arrive.
    NegativeAck,
    /// An acknowledgement to the mobile host was marked: what it misses was lost on the wireless hop.
    AckMarked,
    /// A segment used up its local retransmissions and is left to the sender.
    RetransmissionLimit,
    /// A packet waits for its mobile host, which another base station serves.
    Buffered,
    /// A waiting packet was given up.
    BufferReleased,
    /// A waiting packet goes out, since its mobile host has come.
    HandoffForwarded,
    /// A round trip over the wireless hop was measured; [`Event::rtt`] holds it.
    RttSample,
    /// A sender was put into persist: it sends nothing and its timers stand still.
    PersistEntered,
    /// A sender left persist.
    PersistLeft,
    /// A sender deals with losses itself for a while.
    LeftToSender,
    /// The path of a connection came back, perhaps another one: its congestion window starts from one segment.
    WindowRestarted,
    /// A segment or acknowledgement made no sense and was passed on untouched.
    PassedUntouched,
    /// A packet was dropped for want of room.
    Refused,
    /// A packet that arrived before was dropped.
    Duplicate,
    /// What was kept is lost.
    Dropped,
    /// A local acknowledgement went in a frame of its own.
    LocalAck,
    /// A local acknowledgement rode on a packet.
    LocalAckPiggybacked,
    /// A local acknowledgement was about nothing on its way.
    LocalAckIgnored,
    /// A neighbour turned out to have no agent.
    PlainNeighbour,
}

impl EventKind {
    /// Its name in result files, in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FlowOpened => "flow-opened",
            Self::FlowClosed => "flow-closed",
            Self::Cached => "cached",
            Self::NotCached => "not-cached",
            Self::SenderRetransmission => "sender-retransmission",
            Self::LocalRetransmission => "local-retransmission",
            Self::AckSuppressed => "ack-suppressed",
            Self::DuplicateAckForwarded => "duplicate-ack-forwarded",
            Self::AckRegenerated => "ack-regenerated",
            Self::Acknowledged => "acknowledged",
            Self::NegativeAck => "negative-ack",
            Self::AckMarked => "ack-marked",
            Self::RetransmissionLimit => "retransmission-limit",
            Self::Buffered => "buffered",
            Self::BufferReleased => "buffer-released",
            Self::HandoffForwarded => "handoff-forwarded",
            Self::RttSample => "rtt-sample",
            Self::PersistEntered => "persist-entered",
            Self::PersistLeft => "persist-left",
            Self::LeftToSender => "left-to-sender",
            Self::WindowRestarted => "window-restarted",
            Self::PassedUntouched => "passed-untouched",
            Self::Refused => "refused",
            Self::Duplicate => "duplicate",
            Self::Dropped => "dropped",
            Self::LocalAck => "local-ack",
            Self::LocalAckPiggybacked => "local-ack-piggybacked",
            Self::LocalAckIgnored => "local-ack-ignored",
            Self::PlainNeighbour => "plain-neighbour",
        }
    }
}

/// Why an [`Event`] happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// Nothing to add.
    None,
    /// In the normal order of sequence numbers.
    InSequence,
    /// Not in the normal order of sequence numbers.
    OutOfSequence,
    /// The cache is filled up to its high-water mark.
    HighWaterMark,
    /// The cache of the connection is full.
    CacheFull,
    /// The agent holds as many packets or connections as it may.
    MemoryBound,
    /// A duplicate acknowledgement.
    DuplicateAck,
    /// A duplicate acknowledgement that a superfluous copy explains.
    StrayCopy,
    /// The first new acknowledgement after a recovery lies below the expected one.
    PartialAck,
    /// The retransmission timer of a sender.
    RetransmissionTimer,
    /// The round-trip timer.
    RoundTripTimer,
    /// The persist timer.
    PersistTimer,
    /// An acknowledgement below the last one.
    SpuriousAck,
    /// The missing segment is not in the cache.
    NotInCache,
    /// The missing segment was retransmitted by the sender.
    SenderRetransmitted,
    /// The missing segment used up its local retransmissions.
    RetransmissionLimit,
    /// Data beyond the window that its sender was told.
    BeyondWindow,
    /// Data below the last acknowledgement.
    OldData,
    /// An acknowledgement for data that never passed.
    DataNeverSent,
    /// The base station's own queue dropped it.
    QueueDrop,
    /// The mobile host's window is closed.
    ZeroWindow,
    /// A SYN.
    Syn,
    /// Both directions were closed and acknowledged.
    Fin,
    /// A reset.
    Rst,
    /// Nothing was heard of the connection for long.
    Idle,
    /// Enough packets arrived from beyond a hole.
    NackThreshold,
    /// The mobile host was quiet while a hole was open.
    NackTimeout,
    /// The wireless hop lost data of the mobile host.
    WirelessLoss,
    /// A router says that it cannot reach the destination.
    Unreachable,
    /// A router marked the path as congested.
    Congestion,
    /// A new acknowledgement.
    NewAck,
    /// The mobile host moves from one base station to another.
    Handoff,
    /// The agent lost all it knew.
    Reboot,
    /// The buffer is full.
    BufferFull,
    /// The sender numbers its packets in another life.
    Epoch,
    /// The one-hop timer.
    OneHopTimer,
    /// Nothing waits for an acknowledgement.
    NothingOutstanding,
    /// Its frame has no room for what the agent would append.
    Mtu,
}

impl Cause {
    /// Its name in result files, in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::InSequence => "in-sequence",
            Self::OutOfSequence => "out-of-sequence",
            Self::HighWaterMark => "high-water-mark",
            Self::CacheFull => "cache-full",
            Self::MemoryBound => "memory-bound",
            Self::DuplicateAck => "duplicate-ack",
            Self::StrayCopy => "stray-copy",
            Self::PartialAck => "partial-ack",
            Self::RetransmissionTimer => "retransmission-timer",
            Self::RoundTripTimer => "round-trip-timer",
            Self::PersistTimer => "persist-timer",
            Self::SpuriousAck => "spurious-ack",
            Self::NotInCache => "not-in-cache",
            Self::SenderRetransmitted => "sender-retransmitted",
            Self::RetransmissionLimit => "retransmission-limit",
            Self::BeyondWindow => "beyond-window",
            Self::OldData => "old-data",
            Self::DataNeverSent => "data-never-sent",
            Self::QueueDrop => "queue-drop",
            Self::ZeroWindow => "zero-window",
            Self::Syn => "syn",
            Self::Fin => "fin",
            Self::Rst => "rst",
            Self::Idle => "idle",
            Self::NackThreshold => "nack-threshold",
            Self::NackTimeout => "nack-timeout",
            Self::WirelessLoss => "wireless-loss",
            Self::Unreachable => "unreachable",
            Self::Congestion => "congestion",
            Self::NewAck => "new-ack",
            Self::Handoff => "handoff",
            Self::Reboot => "reboot",
            Self::BufferFull => "buffer-full",
            Self::Epoch => "epoch",
            Self::OneHopTimer => "one-hop-timer",
            Self::NothingOutstanding => "nothing-outstanding",
            Self::Mtu => "mtu",
        }
    }
}

/// One entry of an agent's diary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// Why.
    pub cause: Cause,
    /// To which connection; `source` is the sender of the data.
    pub flow: FlowKey,
    /// First sequence number of the segment concerned, or the acknowledgement number.
    pub seq: Seq,
    /// Its length in octets of sequence space.
    pub len: u32,
    /// The round trip, for [`EventKind::RttSample`].
    pub rtt: Option<Span>,
}

/// The lists an agent fills while it answers. The host owns and clears them, so that nothing is allocated in the steady
/// state.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// To be carried out in order.
    pub steps: Vec<Step>,
    /// To be traced in order.
    pub events: Vec<Event>,
    /// What the [`Piece`]s are pieces of.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// Empties all lists and keeps their memory.
    pub fn clear(&mut self) {
        let Self { steps, events, bytes } = self;
        steps.clear();
        events.clear();
        bytes.clear();
    }

    /// The bytes of a piece; none where there is no such piece.
    pub fn piece(&self, piece: Piece) -> &[u8] {
        let Piece { offset, length } = piece;
        let end = u64::from(offset) + u64::from(length);
        let range = usize::try_from(offset).ok().zip(usize::try_from(end).ok());
        range
            .and_then(|(start, end)| self.bytes.get(start..end))
            .unwrap_or_default()
    }

    /// Appends something to [`Answer::bytes`]. Returns where it is and what `write` returned; `None` if `write` could not.
    pub(crate) fn append<T>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> Option<T>) -> Option<(Piece, T)> {
        let offset = self.bytes.len();
        let result = write(&mut self.bytes)?;
        let length = self.bytes.len() - offset;
        let piece = Piece {
            offset: u32::try_from(offset).ok()?,
            length: u32::try_from(length).ok()?,
        };
        Some((piece, result))
    }
}

/// What the host knows at the moment of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Simulated time.
    pub now: SimTime,
    /// Packets that passed [`Direction::Egress`] earlier but still wait where a retransmission sent with priority would
    /// overtake them; 0 where there is no priority queue. An agent needs it to tell which packets were already
    /// transmitted, and so which acknowledgements can still come [Bal95 s3.1.2].
    pub waiting: u32,
}

/// Packets that an agent could not read or serve. It passed all of them on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Untouched {
    /// Headers cut off or contradicting themselves.
    pub malformed: u64,
    /// Fragments of IP datagrams.
    pub fragments: u64,
    /// What lies beyond the agent's bounds of memory.
    pub unserved: u64,
}

impl Untouched {
    /// Counts what could not be read as a segment; other protocols are none of an agent's business.
    pub(crate) fn count(&mut self, reason: NotTcp) {
        match reason {
            NotTcp::OtherProtocol => {}
            NotTcp::Fragment => self.fragments += 1,
            NotTcp::Malformed => self.malformed += 1,
        }
    }
}

/// A protocol core that watches the packets of one device.
pub trait Agent {
    /// A packet passes. Anything that cannot be understood is forwarded and counted.
    fn on_packet(&mut self, at: Moment, packet: &Packet<'_>, answer: &mut Answer) -> Outcome;

    /// The queue in front of the hooked device dropped a kept packet before it was transmitted. That is congestion, and so
    /// the sender's business. Copies sent by [`Step::Resend`] are not reported.
    fn on_queue_drop(&mut self, at: Moment, id: PacketId, answer: &mut Answer) -> Outcome;

    /// The deadline of the last outcome has come. Being called early, late or twice does no harm.
    fn on_timer(&mut self, at: Moment, answer: &mut Answer) -> Outcome;

    /// A frame of a neighbour's [`Step::Frame`] arrived.
    fn on_frame(&mut self, at: Moment, from: LinkAddress, frame: &[u8], answer: &mut Answer) -> Outcome {
        let _ = (from, frame);
        self.on_timer(at, answer)
    }

    /// The node restarts: everything is forgotten.
    fn reboot(&mut self, at: Moment, answer: &mut Answer) -> Outcome;

    /// Packets that the host keeps for the agent at present.
    fn held_packets(&self) -> usize;

    /// Connections, or neighbours, for which the agent has state at present.
    fn connections(&self) -> usize;

    /// What was passed on without being understood or served.
    fn untouched(&self) -> Untouched;
}
