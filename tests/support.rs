// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the end-to-end tests share.
