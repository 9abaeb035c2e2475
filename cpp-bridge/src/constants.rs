// SPDX-License-Identifier: MIT OR Apache-2.0
//! What this crate and the module take for granted about the numbers of ns-3. bindgen reads them from the headers in use;
//! one that was renumbered ends the build here.
#![allow(
    dead_code,
    non_upper_case_globals,
    non_camel_case_types,
    reason = "names as bindgen makes them"
)]
#![allow(unreachable_pub, missing_docs, reason = "generated")]

include!(concat!(env!("OUT_DIR"), "/ns3_constants.rs"));

/// Stops the build, naming the constant, unless each has the value given.
macro_rules! expect {
    ($($constant:ident = $value:expr),+ $(,)?) => {
        $(const _: () = assert!(
            $constant == $value,
            concat!("ns-3 has renumbered ", stringify!($constant), ": see cpp-bridge/src/constants.rs")
        );)+
    };
}

// Control bits on the wire (RFC 9293 section 3.1); headers that cores read and write are ns-3's bytes.
expect! {
    ns3_TcpHeader_Flags_t_FIN = 0x01,
    ns3_TcpHeader_Flags_t_SYN = 0x02,
    ns3_TcpHeader_Flags_t_RST = 0x04,
    ns3_TcpHeader_Flags_t_PSH = 0x08,
    ns3_TcpHeader_Flags_t_ACK = 0x10,
    ns3_TcpHeader_Flags_t_URG = 0x20,
    ns3_TcpHeader_Flags_t_ECE = 0x40,
    ns3_TcpHeader_Flags_t_CWR = 0x80,
}

// Congestion states and events in the order of ns-3's documentation of TcpSocketState.
expect! {
    ns3_TcpSocketState_TcpCongState_t_CA_OPEN = 0,
    ns3_TcpSocketState_TcpCongState_t_CA_DISORDER = 1,
    ns3_TcpSocketState_TcpCongState_t_CA_CWR = 2,
    ns3_TcpSocketState_TcpCongState_t_CA_RECOVERY = 3,
    ns3_TcpSocketState_TcpCongState_t_CA_LOSS = 4,
    ns3_TcpSocketState_TcpCAEvent_t_CA_EVENT_TX_START = 0,
    ns3_TcpSocketState_TcpCAEvent_t_CA_EVENT_COMPLETE_CWR = 2,
    ns3_TcpSocketState_TcpCAEvent_t_CA_EVENT_LOSS = 3,
}

// How a received frame was addressed: what the hook hands on unchanged.
expect! {
    ns3_NetDevice_PacketType_PACKET_HOST = 1,
    ns3_NetDevice_PacketType_PACKET_BROADCAST = 2,
    ns3_NetDevice_PacketType_PACKET_MULTICAST = 3,
    ns3_NetDevice_PacketType_PACKET_OTHERHOST = 4,
}
