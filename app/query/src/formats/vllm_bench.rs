//! vllm-bench, the vLLM project's client in Rust: the keys of [`vllm`] and some of its own.
//!
//! Its log of failed requests, `failed_requests`, stands in every file that has any. A request is a success with any
//! status of the 2xx and a stream that the network did not break; a missing usage becomes 1 + the number of gaps, so a
//! stream of nothing but its end mark counts one token. In multi-turn mode there are sums alone, over the turns sent.

use std::io::BufRead;

use rounds::Rule;
use serde::Deserialize;

use super::{
    Entry, vllm,
    wire::{self, Keyed, keys},
};
use crate::{Holds, ImportError, Run};

pub(super) const ENTRY: Entry = Entry {
    name: "vllm-bench",
    fits: |shape| {
        let counted = shape.has_all(&["duration", "completed", "failed", "total_token_throughput"]);
        // Python's client wrote the rate of input only before it counted failures.
        let own = ["steady_state", "failed_requests", "input_throughput"];
        counted && own.iter().any(|key| shape.has(key))
    },
    read,
};

const FORM: &str = "JSON as vllm-bench writes it";

keys! {
    /// What vLLM's own client does not write.
    struct Own {
        mode: String,
        max_model_len: u64,
        failed_requests: Vec<Failed>,
        num_conversations: u32,
        turns_per_conversation: u32,
        multi_turn_concurrency: u32,
        conversations_completed: u32,
        conversations_failed: u32,
        per_turn_metrics: Vec<Turn>,
    }
}

/// One entry of the log of failed requests.
#[derive(Deserialize)]
struct Failed {
    /// Its place in the lists; a turn has none.
    index: Option<usize>,
}

/// The sums over one turn of all conversations.
#[derive(Deserialize)]
struct Turn {
    num_samples: u32,
    completed: u32,
    failed: u32,
    total_output_tokens: u64,
}

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    let mut runs = vec![];
    wire::each_listed(
        file,
        FORM,
        |Keyed((wire, own)): Keyed<(vllm::Wire, Own)>| {
            runs.push(match own.mode.as_deref() {
                Some("multi_turn") => own.turns(wire)?,
                _ => own.requests(wire)?,
            });
            Ok(())
        },
    )?;
    if runs.is_empty() {
        return Err(ImportError::whole("no run", "at least one run"));
    }
    Ok(runs)
}

impl Own {
    /// A run of single requests.
    fn requests(self, mut wire: vllm::Wire) -> Result<Run, ImportError> {
        self.log(&wire)?;
        let listed = wire.output_lens.as_ref().map(Vec::len);
        let counted = || Some(wire.completed?.checked_add(wire.failed?)? as usize);
        let sent = listed.or_else(counted);
        let mut dropped = None;
        if let (Some(sent), Some(asked), Some(_)) = (sent, wire.num_prompts, self.max_model_len)
            && let Some(missing) = (asked as usize).checked_sub(sent)
            && missing > 0
        {
            // Prompts that are too long for the model are dropped before anything is sent.
            wire.num_prompts = None;
            dropped = Some(format!(
                "not sent: {missing} of {asked} prompts, too long for `max_model_len`"
            ));
        }
        let mut run = wire.run()?;
        run.notes.extend(dropped);
        if let Holds::Requests(requests) = &mut run.holds
            && !requests.unchecked.contains(&Rule::Http)
        {
            requests.unchecked.insert(0, Rule::Http);
        }
        Ok(run)
    }

    /// A run of conversations: each stops at its first turn that failed.
    fn turns(self, wire: vllm::Wire) -> Result<Run, ImportError> {
        let needed =
            |key: &str, count: Option<u32>| wire::needed(key, count, "a number").map(u64::from);
        let completed = needed("completed", wire.completed)?;
        let failed = needed("failed", wire.failed)?;
        let planned = needed("num_conversations", self.num_conversations)?;
        let each = needed("turns_per_conversation", self.turns_per_conversation)?;
        let unbroken = needed("conversations_completed", self.conversations_completed)?;
        let broken = needed("conversations_failed", self.conversations_failed)?;
        self.log(&wire)?;

        let conversations = unbroken + broken;
        if conversations > planned {
            return Err(ImportError::new(
                "`conversations_completed` + `conversations_failed`",
                format!("`{conversations}`"),
                format!("at most `num_conversations`, {planned}"),
            ));
        }
        if failed < broken || broken == 0 && failed > 0 {
            return Err(ImportError::new(
                "`failed`",
                format!("`{failed}`"),
                format!("one turn at least for each of `conversations_failed`, {broken}"),
            ));
        }
        if let Some(turns) = &self.per_turn_metrics {
            let sum = |of: fn(&Turn) -> u64| turns.iter().map(of).fold(0, u64::saturating_add);
            for (key, sum, whole) in [
                (
                    "num_samples",
                    sum(|turn| turn.num_samples.into()),
                    completed + failed,
                ),
                ("completed", sum(|turn| turn.completed.into()), completed),
                ("failed", sum(|turn| turn.failed.into()), failed),
                (
                    "total_output_tokens",
                    sum(|turn| turn.total_output_tokens),
                    wire.total_output_tokens.unwrap_or_default(),
                ),
            ] {
                if sum != whole {
                    return Err(ImportError::new(
                        format!("`{key}` in `per_turn_metrics`"),
                        format!("`{sum}` in all"),
                        format!("`{whole}` as of the whole run"),
                    ));
                }
            }
        }

        let (sent, expected) = (completed + failed, conversations.saturating_mul(each));
        let mut notes = vec![];
        if conversations < planned {
            let missing = planned - conversations;
            notes.push(format!("not run: {missing} of {planned} conversations"));
        }
        if broken > 0 {
            let unsent = match expected.checked_sub(sent) {
                Some(unsent) if unsent > 0 => format!("{unsent} of {expected} turns"),
                _ => "an unknown number of turns".into(),
            };
            notes.push(format!(
                "not sent: {unsent}, after a failed turn in {broken} of {conversations} conversations"
            ));
        } else if sent != expected {
            notes.push(format!(
                "turns: {sent} in {conversations} conversations, where `turns_per_conversation` is {each}"
            ));
        }
        let when_s = wire.date.as_deref().and_then(utc_seconds);
        let run = wire.run()?;
        Ok(Run {
            concurrency: run.concurrency.or(self.multi_turn_concurrency),
            when_s: run.when_s.or(when_s),
            notes,
            ..run
        })
    }

    /// Errs where the log of failed requests contradicts the counts or the errors.
    fn log(&self, wire: &vllm::Wire) -> Result<(), ImportError> {
        let Some(log) = &self.failed_requests else {
            return Ok(());
        };
        let failed = wire.failed.unwrap_or_default() as usize;
        wire::same_length(failed, "failed", "failed_requests", Some(log.len()))?;
        let Some(errors) = &wire.errors else {
            return Ok(());
        };
        let indices = log.iter().filter_map(|failed| failed.index);
        for (place, index) in indices.enumerate() {
            if errors
                .get(index)
                .is_none_or(|error| *error == vllm::Broke::No)
            {
                return Err(ImportError::new(
                    format!("`failed_requests[{place}]`"),
                    format!("the index `{index}`"),
                    "the index of a request with an error",
                ));
            }
        }
        Ok(())
    }
}

/// `2026-11-29T16:51:52Z` in seconds since 1970.
fn utc_seconds(date: &str) -> Option<f64> {
    let (day, time) = date.strip_suffix('Z')?.split_once('T')?;
    wire::local_seconds(&format!(
        "{}-{}",
        day.replace('-', ""),
        time.replace(':', "")
    ))
}

#[cfg(test)]
mod tests {
    use rounds::{Evidence, Mode};

    use super::*;
    use crate::{Asked, Record, Totals, shape::Shape};

    const ASKED: Asked = Asked {
        output_tokens: Some(4),
        requests: None,
        duration_s: None,
    };

    /// Five requests in 4 s: fine; refused; broken after a first text; only an end mark; without a usage, so that its
    /// three chunks count for its four tokens.
    const FIVE: &str = r#"{"date":"20261129-165152","endpoint_type":"openai-chat","backend":"openai-chat","num_prompts":5,
        "max_model_len":null,"request_rate":2.5,"max_concurrency":2,"duration":4.0,"completed":3,"failed":2,
        "total_input_tokens":9,"total_output_tokens":8,"request_throughput":0.75,"input_throughput":2.25,
        "output_throughput":2.0,"total_token_throughput":4.25,"failed_requests":[{"index":1,"error":"HTTP 429 x: y"},
        {"index":2,"error":"Stream error: z"}],"input_lens":[3,3,3,3,3],"output_lens":[4,0,0,1,3],
        "ttfts":[0.1,0.0,0.2,0.0,0.3],"itls":[[0.1,0.1,0.1],[],[0.1],[],[0.2,0.2]],
        "generated_texts":["a","","","","b"],"errors":["","HTTP 429 x: y","Stream error: z","",""],
        "latencies":[0.5,0.0,0.0,0.0,0.7],"mean_ttft_ms":133.33333333333334,"mean_e2el_ms":400.0,"steady_state":null}"#;

    /// Two conversations of three turns; the second stopped at its second.
    const TURNS: &str = r#"{"date":"2026-11-29T16:51:52Z","mode":"multi_turn","backend":"openai-chat",
        "num_conversations":2,"turns_per_conversation":3,"multi_turn_concurrency":2,"duration":8.0,
        "conversations_completed":1,"conversations_failed":1,"completed":4,"failed":1,
        "failed_requests":[{"conversation_id":"c","turn_index":1,"error":"x"}],"total_input_tokens":40,
        "total_output_tokens":16,"input_throughput":5.0,"output_throughput":2.0,"total_token_throughput":7.0,
        "p95_ttft_ms":50.0,"per_turn_metrics":[
        {"turn_index":0,"num_samples":2,"completed":2,"failed":0,"total_output_tokens":8},
        {"turn_index":1,"num_samples":2,"completed":1,"failed":1,"total_output_tokens":4},
        {"turn_index":2,"num_samples":1,"completed":1,"failed":0,"total_output_tokens":4}]}"#;

    fn all(json: &str) -> Result<Vec<Run>, ImportError> {
        let runs = read(&mut json.as_bytes())?.into_iter();
        runs.map(|run| run.with(&ASKED)).collect()
    }

    fn run(json: &str) -> Run {
        all(json).unwrap().remove(0)
    }

    fn requests(json: &str) -> crate::Requests {
        match run(json).holds {
            Holds::Requests(requests) => requests,
            totals => panic!("{totals:?}"),
        }
    }

    #[track_caller]
    fn refused(json: &str, from: &str, to: &str, expected: &str) {
        assert!(json.contains(from), "{from}");
        let error = all(&json.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn each_request_is_judged_by_what_the_file_shows() {
        let requests = requests(FIVE);
        let rules = |record: &Record| [record.http, record.done, record.text, record.usage];
        let rules = Vec::from_iter(requests.records.iter().map(rules));
        assert_eq!(
            rules,
            [
                [true, true, true, true],
                [false, true, false, true],
                [true, false, false, true],
                [true, true, false, true],
                [true, true, true, true],
            ]
        );
        // The last fails by its length.
        let lengths = |record: &Record| (record.output_tokens, record.asked);
        assert_eq!(lengths(&requests.records[4]), (3, Some(4)));
        assert_eq!(requests.records[4].e2e_s, Some(0.7));
        assert_eq!(requests.records[3].ttft_s, None);
        assert!(!requests.records[3].sound);
        assert_eq!(requests.unchecked, [Rule::Http, Rule::Done, Rule::Usage]);
    }

    #[test]
    fn a_run_has_its_settings() {
        let run = run(FIVE);
        assert_eq!((run.mode, run.concurrency), (Some(Mode::Chat), Some(2)));
        assert_eq!((run.rate, run.when_s), (Some(2.5), Some(1_795_971_112.0)));
        assert_eq!(run.says.completed, Some(3));
    }

    #[test]
    fn plain_files_are_counts() {
        let plain = r#"{"num_prompts":3,"duration":2.0,"completed":2,"failed":1,"total_output_tokens":8,
            "output_throughput":4.0,"total_token_throughput":7.0,"failed_requests":[{"index":1,"error":"x"}],
            "steady_state":{"window":{"start_s":0.1,"completed":9}}}"#;
        let Holds::Totals(totals) = run(plain).holds else {
            panic!("{plain}");
        };
        let expected = Totals {
            requests: Some(3),
            denominator: Evidence::Counts,
            completed: 2,
            answered: 2,
            output_tokens: 8,
        };
        assert_eq!(totals, expected);
    }

    #[test]
    fn prompts_too_long_for_the_model_were_never_sent() {
        let dropped = FIVE.replace("\"num_prompts\":5", "\"num_prompts\":7");
        refused(
            &dropped,
            "",
            "",
            "`num_prompts`: found `7`, expected 5 in all",
        );
        let dropped = dropped.replace("\"max_model_len\":null", "\"max_model_len\":8");
        let run = run(&dropped);
        assert_eq!(run.requests(), Some(5));
        assert!(
            run.notes[0].starts_with("not sent: 2 of 7 prompts"),
            "{:?}",
            run.notes
        );
        refused(
            &dropped.replace("\"num_prompts\":7", "\"num_prompts\":4"),
            "",
            "",
            "`num_prompts`: found `4`",
        );
    }

    #[test]
    fn the_log_of_failures_must_fit() {
        refused(
            FIVE,
            "\"failed_requests\":[{\"index\":1,\"error\":\"HTTP 429 x: y\"},",
            "\"failed_requests\":[",
            "`failed_requests`: found 1 entries, expected 2 as in `failed`",
        );
        refused(
            FIVE,
            "{\"index\":1,",
            "{\"index\":0,",
            "`failed_requests[0]`: found the index `0`, expected the index of a request with an error",
        );
        refused(
            FIVE,
            "{\"index\":1,",
            "{\"index\":9,",
            "found the index `9`",
        );
        refused(
            FIVE,
            "\"latencies\":[0.5,",
            "\"latencies\":[null,",
            "`latencies`: invalid type: null",
        );
    }

    #[test]
    fn conversations_are_counted_by_the_turns_that_were_sent() {
        let run = run(TURNS);
        let Holds::Totals(totals) = run.holds else {
            panic!("{run:?}");
        };
        let expected = Totals {
            requests: Some(5),
            denominator: Evidence::Counts,
            completed: 4,
            answered: 4,
            output_tokens: 16,
        };
        assert_eq!(totals, expected);
        assert_eq!((run.mode, run.concurrency), (Some(Mode::Chat), Some(2)));
        assert_eq!(run.when_s, Some(1_795_971_112.0));
        assert_eq!(run.says.latency.ttft_p95_ms, Some(50.0));
        assert_eq!(
            run.notes,
            ["not sent: 1 of 6 turns, after a failed turn in 1 of 2 conversations"]
        );
    }

    #[test]
    fn turns_that_differ_from_the_plan_are_noted() {
        let note = |from, to| run(&TURNS.replace(from, to)).notes.join("; ");
        assert_eq!(
            note(
                "\"turns_per_conversation\":3",
                "\"turns_per_conversation\":2"
            ),
            "not sent: an unknown number of turns, after a failed turn in 1 of 2 conversations"
        );
        assert!(
            note("\"num_conversations\":2", "\"num_conversations\":3")
                .starts_with("not run: 1 of 3 conversations; not sent")
        );
    }

    #[test]
    fn conversations_that_contradict_themselves_are_refused() {
        refused(
            TURNS,
            "\"num_conversations\":2",
            "\"num_conversations\":1",
            "found `2`, expected at most `num_conversations`, 1",
        );
        refused(
            TURNS,
            "\"conversations_failed\":1",
            "\"conversations_failed\":0",
            "`failed`: found `1`, expected one turn at least for each of `conversations_failed`, 0",
        );
        refused(
            TURNS,
            "\"num_samples\":1",
            "\"num_samples\":2",
            "`num_samples` in `per_turn_metrics`: found `6` in all, expected `5`",
        );
        refused(
            TURNS,
            "\"total_output_tokens\":4",
            "\"total_output_tokens\":5",
            "`total_output_tokens` in `per_turn_metrics`: found `17` in all, expected `16`",
        );
        refused(TURNS, "\"failed\":1,", "", "`failed`: found nothing");
        refused(
            TURNS,
            "\"turns_per_conversation\":3,",
            "",
            "`turns_per_conversation`: found nothing",
        );
        refused(
            TURNS,
            "\"duration\":8.0",
            "\"duration\":0.0",
            "`duration`: found `0`",
        );
        refused(TURNS, "]}", "]", "EOF while parsing");
    }

    #[test]
    fn runs_may_follow_one_another() {
        let both = format!("{FIVE}\n{TURNS}");
        assert_eq!(all(&both).unwrap().len(), 2);
        refused("", "", "", "no run");
    }

    #[test]
    fn its_files_are_told_from_vllms() {
        let fits = |json: &str| (ENTRY.fits)(&Shape::of(&mut json.as_bytes()).unwrap());
        assert!(fits(FIVE) && fits(TURNS));
        assert!(!fits(
            &FIVE
                .replace("steady_state", "a")
                .replace("failed_requests", "b")
                .replace("input_throughput", "c")
        ));
        assert!(!fits(&FIVE.replace("\"failed\"", "\"a\"")));
    }
}
