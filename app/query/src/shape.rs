//! What a file looks like from outside: enough to tell whose it is, and nothing of what it says.

use std::{
    collections::BTreeSet,
    fmt,
    io::{self, BufRead, BufReader},
};

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use crate::formats::wire::Lenient;

/// A file from outside.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    /// Its first kilobytes as text.
    pub(crate) head: String,
    /// How its JSON begins, if it is JSON.
    pub(crate) json: Option<Json>,
    /// Where its first value breaks off, if it does.
    pub(crate) broken: Option<serde_json::Error>,
    /// The keys of its first object, or of the first one in its list, and `outer.inner` for the objects in those.
    keys: BTreeSet<String>,
}

/// How JSON begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Json {
    /// With an object; others may follow.
    Object,
    /// With a list.
    List,
}

const HEAD: usize = 8192;
/// More keys than this belong to no client's file.
const MOST_KEYS: usize = 10_000;

impl Shape {
    /// Looks through the first JSON value of `file`, or at the head of anything else.
    pub(crate) fn of(file: &mut dyn BufRead) -> io::Result<Self> {
        let head = file.fill_buf()?;
        let head = String::from_utf8_lossy(&head[..head.len().min(HEAD)]).into_owned();
        let mut shape = Self {
            json: match head
                .trim_start_matches('\u{feff}')
                .trim_start()
                .chars()
                .next()
            {
                Some('{') => Some(Json::Object),
                Some('[') => Some(Json::List),
                _ => None,
            },
            head,
            broken: None,
            keys: BTreeSet::new(),
        };
        if shape.json.is_some() {
            let lenient = BufReader::new(Lenient::new(file));
            let mut json = serde_json::Deserializer::from_reader(lenient);
            // Broken JSON has a shape too, as far as it goes.
            let look = Look {
                keys: &mut shape.keys,
                outer: "",
            };
            shape.broken = look.deserialize(&mut json).err();
        }
        Ok(shape)
    }

    /// It has this key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    /// It has all of these keys.
    pub(crate) fn has_all(&self, keys: &[&str]) -> bool {
        keys.iter().all(|key| self.has(key))
    }

    /// Some key fits.
    pub(crate) fn any(&self, fits: impl Fn(&str) -> bool) -> bool {
        self.keys.iter().any(|key| fits(key))
    }

    /// A line of the head starts with this.
    pub(crate) fn line(&self, start: &str) -> bool {
        self.head.lines().any(|line| line.starts_with(start))
    }

    /// The outermost keys, for a message; they are names, not what the file says.
    pub(crate) fn outline(&self) -> String {
        let outer = self.keys.iter().filter(|key| !key.contains('.'));
        let names: Vec<&str> = outer.map(String::as_str).take(12).collect();
        match (self.json, names.is_empty()) {
            (Some(_), false) => format!("JSON with the keys {}", names.join(", ")),
            (Some(_), true) => "JSON without keys".into(),
            (None, _) => "text that is no JSON".into(),
        }
    }
}

/// Collects keys two levels deep.
struct Look<'a> {
    keys: &'a mut BTreeSet<String>,
    outer: &'a str,
}

impl<'de> DeserializeSeed<'de> for Look<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Look<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let name = if self.outer.is_empty() {
                key
            } else {
                format!("{}.{key}", self.outer)
            };
            if self.outer.is_empty() {
                let inner = Look {
                    keys: self.keys,
                    outer: &name,
                };
                map.next_value_seed(inner)?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
            if self.keys.len() < MOST_KEYS && name.len() < 200 {
                self.keys.insert(name);
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        // The first entry stands for all; inside an object a list has no keys of interest.
        if self.outer.is_empty() {
            let first = Look {
                keys: self.keys,
                outer: "",
            };
            if list.next_element_seed(first)?.is_none() {
                return Ok(());
            }
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }
    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }
    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }
    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }
    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}
