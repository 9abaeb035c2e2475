// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ctrl-C and termination: noted here, acted on where a run is waited for.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Notes SIGINT, SIGTERM and SIGHUP from now on, so that running simulations are ended and no half result stays behind.
///
/// A second call does nothing. Where the handler cannot be set the signals keep their usual effect, which is safe too:
/// a run becomes a result only by the renaming of its whole directory.
pub fn watch() {
    if ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst)).is_err() {
        // Already watched (tests call this more than once).
    }
}

/// Whether the user wants to stop.
pub fn requested() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
