use std::{error::Error, fmt};

use crate::Lang;

/// Says something in the language it is given.
pub type Say<'a> = &'a dyn Fn(Lang) -> String;

/// What was said in every language, where it is known before the reader is. Boxed, since it mostly stands in the error of a
/// result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said(Box<[String; 2]>);

impl Said {
    /// What `say` says in each.
    pub fn of(say: Say<'_>) -> Self {
        Self(Box::new(Lang::ALL.map(say)))
    }

    /// What it says in one.
    pub fn said(&self, lang: Lang) -> String {
        let [en, zh] = &*self.0;
        lang.pick(en, zh).clone()
    }
}

/// In English, for the command.
impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Lang::En))
    }
}

impl Error for Said {}
