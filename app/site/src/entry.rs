use std::collections::BTreeSet;

use charts::{Lang, words};
use rounds::{Listed, ListedRelease, Report, Side, Signed};

use crate::Page;

/// What the start page says of a report: what its newest release gave when the site was built.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What the catalogue says of it.
    pub listed: Listed,
    /// Its newest release.
    pub newest: ListedRelease,
    /// The context of that one.
    pub report: Report,
    /// The verdict in a few words, in each language; nothing where the main batch has no figures.
    pub headline: [Option<String>; 2],
    /// Whether it has a signature that holds.
    pub is_signed: bool,
}

impl Entry {
    /// What is to be said of the report of `page`, which shows its newest release, so `signed`; nothing where no catalogue lists it.
    pub fn of(page: &Page, signed: &Signed) -> Option<Self> {
        let main = page.batches.first();
        let summary = main.and_then(|(_, summary)| summary.as_ref().ok());
        Some(Self {
            listed: page.listed()?.clone(),
            newest: page.entry()?.clone(),
            report: page.report.clone(),
            headline: Lang::ALL.map(|lang| Some(words::headline(summary?, lang))),
            is_signed: matches!(signed, Signed::Listed { .. } | Signed::Told { .. }),
        })
    }

    /// Whether it is the report of `page`.
    pub fn is_of(&self, page: &Page) -> bool {
        self.report.id == page.report.id
    }

    /// The verdict in a few words.
    pub fn headline(&self, lang: Lang) -> Option<&str> {
        let [en, zh] = &self.headline;
        lang.pick(en, zh).as_deref()
    }

    /// What ran before and after, in a few words.
    pub fn versions(&self) -> String {
        let [before, after] = Side::BOTH.map(|side| self.report.sides.of(side));
        let named = |side: &rounds::SideContext| format!("{} {}", side.engine, side.version);
        if before.engine == after.engine {
            format!("{} → {}", named(before), after.version)
        } else {
            format!("{} → {}", named(before), named(after))
        }
    }

    /// Whether the title names both versions already.
    pub fn is_titled_by_versions(&self, lang: Lang) -> bool {
        let title = lang.pick(&self.report.title.en, &self.report.title.zh);
        let sides = Side::BOTH.map(|side| &self.report.sides.of(side).version);
        sides.into_iter().all(|version| title.contains(version))
    }

    /// What a reader may search by and the list does not show: both titles, the report's id, the machine, the model, the shapes
    /// of its scenarios.
    pub fn words(&self) -> String {
        let Report {
            id,
            title,
            hardware,
            model,
            batches,
            ..
        } = &self.report;
        let plans = batches.iter().flat_map(|batch| &batch.scenarios);
        // As they are shown, and as they are typed.
        let shapes: BTreeSet<String> = plans
            .flat_map(|plan| {
                let scenario = plan.scenario();
                let (input, output) = (scenario.input_tokens, scenario.output_tokens);
                let shown = scenario.to_string();
                let (shown, load) = shown.split_once(" · ").unwrap_or((&shown, ""));
                let typed = format!("{input}x{output}");
                [shown.to_owned(), load.to_owned(), typed]
            })
            .collect();
        let texts = [title, hardware, model].map(|text| format!("{} {}", text.en, text.zh));
        let shapes: Vec<String> = shapes.into_iter().collect();
        format!("{id} {} {}", texts.join(" "), shapes.join(" "))
    }
}
