// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a scenario program says of itself (`--describe`).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A scenario with everything it offers.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Description {
    /// Its name.
    pub scenario: String,
    /// One sentence.
    pub description: String,
    /// The keys of `run --set`.
    pub options: Vec<OptionHelp>,
    /// The values of option `mechanism`.
    pub mechanisms: Vec<Mechanism>,
    /// The values of option `tcp`.
    pub tcp: Vec<Choice>,
    /// The values of option `profile`.
    pub profiles: Vec<Profile>,
    /// The ns-3 it runs on.
    pub ns3_release: String,
}

/// An option of a scenario.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct OptionHelp {
    /// Name.
    pub key: String,
    /// Unit, empty if it has none.
    #[serde(default)]
    pub unit: String,
    /// Values allowed.
    #[serde(default)]
    pub range: String,
    /// Value if not set.
    #[serde(default)]
    pub default: Value,
    /// What it does.
    #[serde(default)]
    pub help: String,
}

/// A mechanism at the base station, or none.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Mechanism {
    /// Name.
    pub name: String,
    /// What it is.
    #[serde(default)]
    pub help: String,
    /// The mechanism this name stands for, if it is only another name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
}

/// A named choice.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Choice {
    /// Name.
    pub name: String,
    /// What it is.
    #[serde(default)]
    pub help: String,
}

/// A named set of ns-3 attributes.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Profile {
    /// Name.
    pub name: String,
    /// What it stands for.
    #[serde(default)]
    pub help: String,
    /// Attribute (`ns3::Type::Name`) to value.
    pub attributes: Map<String, Value>,
}

impl Description {
    /// The mechanism that is really run under a name: the one it stands for, or itself.
    pub fn mechanism<'a>(&'a self, name: &'a str) -> &'a str {
        let found = self.mechanisms.iter().find(|mechanism| mechanism.name == name);
        found
            .and_then(|mechanism| mechanism.same_as.as_deref())
            .unwrap_or(name)
    }

    /// Whether the scenario has an option of that name.
    pub fn has_option(&self, key: &str) -> bool {
        self.options.iter().any(|option| option.key == key)
    }
}
