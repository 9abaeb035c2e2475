// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs one event at a time. A panic must not cross into C++ (it would abort without a word), so it is caught here and
//! remembered: from then on the core is shut, since it may be half changed, and says why.
use crate::{convert, ffi};
use std::panic::{AssertUnwindSafe, catch_unwind};
use wtcp_core::agent::{Answer, Outcome};
use wtcp_core::units::SimTime;

/// A core, the lists it fills and the reason for which it is shut.
pub(crate) struct Guarded<T> {
    core: T,
    scratch: Answer,
    fault: Option<String>,
    fail_next: Option<String>,
}

impl<T> Guarded<T> {
    pub(crate) fn new(core: T) -> Self {
        Self {
            core,
            scratch: Answer::default(),
            fault: None,
            fail_next: None,
        }
    }

    pub(crate) fn core(&self) -> &T {
        &self.core
    }

    pub(crate) fn fault(&self) -> &str {
        self.fault.as_deref().unwrap_or_default()
    }

    pub(crate) fn fail_next(&mut self, message: &str) {
        self.fail_next = Some(message.to_owned());
    }

    /// A core made from this one, shut if this one is.
    pub(crate) fn map<U>(&self, make: impl FnOnce(&T) -> U) -> Guarded<U> {
        Guarded {
            fault: self.fault.clone(),
            ..Guarded::new(make(&self.core))
        }
    }

    /// Lets the core answer one event into the caller's lists, which are emptied first.
    pub(crate) fn run(
        &mut self,
        answer: &mut ffi::Answer,
        event: impl FnOnce(&mut T, &mut Answer) -> Outcome,
    ) -> ffi::Outcome {
        let ffi::Answer { steps, events, bytes } = answer;
        steps.clear();
        events.clear();
        bytes.clear();
        self.scratch.clear();
        match self.attempt(event) {
            Some(outcome) => {
                convert::append(&self.scratch, answer);
                convert::outcome(outcome)
            }
            None => ffi::Outcome {
                verdict: ffi::Verdict::Fault,
                deadline_ns: SimTime::NEVER.as_nanos(),
            },
        }
    }

    /// Lets a core that fills no lists answer one event; `shut` is the answer of one that is shut.
    pub(crate) fn call<R>(&mut self, shut: R, event: impl FnOnce(&mut T) -> R) -> R {
        self.attempt(|core, _| event(core)).unwrap_or(shut)
    }

    /// Lets the core answer one event. There is no answer if it is shut, or panics and is shut from then on.
    #[expect(
        clippy::panic,
        reason = "a failure that a test planned must take the way of a real one"
    )]
    fn attempt<R>(&mut self, event: impl FnOnce(&mut T, &mut Answer) -> R) -> Option<R> {
        let Self {
            core,
            scratch,
            fault,
            fail_next,
        } = self;
        if fault.is_some() {
            return None;
        }
        let planned = fail_next.take();
        let result = catch_unwind(AssertUnwindSafe(|| {
            if let Some(message) = planned {
                std::panic::panic_any(message);
            }
            event(core, scratch)
        }));
        match result {
            Ok(answer) => Some(answer),
            Err(payload) => {
                let text = payload
                    .downcast_ref::<&str>()
                    .map(|text| (*text).to_owned())
                    .or_else(|| payload.downcast_ref::<String>().cloned())
                    .unwrap_or_else(|| "panic without a text".to_owned());
                *fault = Some(text);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wtcp_core::agent::Verdict;

    fn forward(_: &mut (), _: &mut Answer) -> Outcome {
        Outcome {
            verdict: Verdict::Forward,
            deadline: SimTime::NEVER,
        }
    }

    #[test]
    fn a_panic_becomes_a_fault_that_stays() {
        let mut guarded = Guarded::new(());
        let mut answer = ffi::Answer::default();
        assert_eq!(guarded.run(&mut answer, forward).verdict, ffi::Verdict::Forward);
        assert_eq!(
            guarded
                .run(&mut answer, |(), _| panic!("cache lost id 7"))
                .verdict,
            ffi::Verdict::Fault
        );
        assert_eq!(guarded.fault(), "cache lost id 7");
        assert_eq!(guarded.run(&mut answer, forward).verdict, ffi::Verdict::Fault);
    }

    #[test]
    fn a_planned_failure_is_reported_with_its_text() {
        let mut guarded = Guarded::new(());
        guarded.fail_next("asked for");
        assert_eq!(
            guarded.run(&mut ffi::Answer::default(), forward).verdict,
            ffi::Verdict::Fault
        );
        assert_eq!(guarded.fault(), "asked for");
    }

    #[test]
    fn a_core_without_lists_is_guarded_likewise_and_so_is_its_copy() {
        let mut guarded = Guarded::new(1);
        assert_eq!(guarded.call(-1, |core| *core + 1), 2);
        assert_eq!(guarded.call(-1, |_| panic!("no such head")), -1);
        assert_eq!(guarded.call(-1, |core| *core + 1), -1);
        let mut copy = guarded.map(|core| *core);
        assert_eq!(copy.call(-1, |core| *core + 1), -1);
        assert_eq!(copy.fault(), "no such head");
    }
}
