// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a core may know of a TCP segment, parsed from header bytes.
