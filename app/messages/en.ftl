### Every text that a reader sees, in English; zh-Hans.ftl has each in Chinese.
###
### Whole sentences, never glued from pieces. The comment above a message becomes its documentation. `{ $name }` is a value,
### `{ $n -> [0] … [one] … *[other] … }` a choice by a number, `{ message }` and `{ -term }` put in another text.

## charts/words.rs

# The state of a cell that has no value.
not-run = not run
missing = missing
# The state of a latency that has no value.
no-valid-response = no valid response
not-measured = not measured
# The ranges of the two sides overlap.
not-resolved = ranges overlap: not resolved

# The verdict of a batch. `$left-out` is the next one.
verdict = Output throughput is up in { $improved } of { $clean } clean scenarios, down in { $worse }, not resolved in { $not-resolved } (geometric mean over all of them { $ratio }, { $percent }); { $left-out }.
left-out-of-verdict = { $failing ->
    [0] none that both sides ran was left out because of failures
   *[other] { $failing } left out because of failures: { $after } only after the upgrade, { $before } only before, { $both } on both sides
  }{ $other ->
    [0] {""}
   *[other] ; { $other } left out for other reasons
  }
no-verdict = No verdict: none of the { $scenarios } scenarios ran in full with every request checked and none failed.

# The finding of a chart.
no-difference = No clear difference in the clean scenarios here ({ $clean } of { $all })
# The names of the metrics in a sentence.
metric-output-tok-s = output throughput
metric-ttft-p50-ms = median time to first token (TTFT)
metric-ttft-p95-ms = P95 time to first token (TTFT)
metric-tpot-p50-ms = median time per output token (TPOT)
metric-tpot-p95-ms = P95 time per output token (TPOT)
metric-e2e-p50-ms = median end-to-end time (E2E)
metric-e2e-p95-ms = P95 end-to-end time (E2E)
# A change that the ranges leave open.
open-change = { $change }; { not-resolved }
# Failed requests over requests sent that nobody could check.
by-the-client = { $counts } by the client's count
# The first line of a report. `$throughput` is one of those after these two.
headline-none-failed = { $throughput }; no request failed
headline-failed = { $throughput }; failed requests { $before } → { $after }
headline-no-clean = No clean scenario to compare
headline-open = No clear difference in { $clean } clean scenarios
headline-mostly-open-up = Mostly no clear difference: throughput up in { $improved } of { $clean } clean scenarios
headline-up = Throughput up in { $improved } of { $clean } clean scenarios, down in none
headline-mostly-open-down = Mostly no clear difference: throughput down in { $worse } of { $clean } clean scenarios
headline-down = Throughput down in { $worse } of { $clean } clean scenarios, up in none
headline-mixed = Mixed: throughput up in { $improved }, down in { $worse } of { $clean } clean scenarios
largest-up = The largest clean change: { $scenario }, up { $size }, to { $ratio }
largest-down = The largest clean change: { $scenario }, down { $size }, to { $ratio }
# Between parts of a sentence.
comma = ,{" "}
# Between things of one kind.
enumerating-comma = ,{" "}
semicolon = ;{" "}
colon = :{" "}
latency-finding = { $name }: lower in { $lower } of { $clean } clean scenarios, higher in { $higher }, not resolved in { $open }
# A side.
before = before
after = after
# A kind of failure.
failed-http = not HTTP 200
failed-no-done = stream without its end mark
failed-empty-text = all text empty
failed-usage = no valid usage
failed-length = wrong output length
failed-other = another error of the client
# What a gain needs.
gain-rule = A gain needs both sides run in full and no failed request in any round.
# The head of the ledger.
left-out = Left out of the gains
failed-of = failed { $counts }
# What the double dagger means, in one sentence.
double-dagger = ‡ (outlined bar) only the client's own sums, latencies included: no request could be held to the strict rules, and no gain is given.
# What the dagger means beside a latency.
latency-dagger = † a request failed in at least one round of this side: the latencies are those of the requests that succeeded, so they may look better than the service was.
# What the dagger means, in one sentence.
dagger = † (outlined bar) a request failed in at least one round of this side: its figures stand as observed over all requests, and no gain is given.
# Why a scenario has no gain.
why-fails-after = fails only after the upgrade
why-fails-before = fails only before the upgrade
why-fails-both = fails on both sides
why-not-run = not run, or stopped, on at least one side
why-missing = rounds are missing
why-inputs = the two sides are not shown to have had the same inputs
why-client = the two sides were measured by different clients or endpoints
why-totals = only the client's own sums: no request could be checked
why-no-value = no value, or zero before the upgrade
sensitivity = With the failing scenarios as observed, the geometric mean would be { $ratio }.
no-clean = No scenario here ran in full with every request checked and none failed
rounds-found = { $found } of { $planned } rounds
throughput-name = Bar chart of output throughput, { $count } scenarios, before and after. { $finding }. The table below has every number.
latency-name = Dot chart, { $count } scenarios, before and after. { $finding }. The table below has every number.
gain-name = Gain in { $name }, clean scenarios only. { $each }.
gain-finding = Gain in output throughput: { $clean } of { $all } scenarios ran in full without a failure
# How to read a throughput chart.
throughput-marks = Upper bar: before; lower bar: after. Bar: median of the rounds, output tokens per second; dots: rounds; line: range.
# How to read a latency chart.
latency-marks = Upper lane: before (discs); lower lane: after (rings). Each dot is the P95 of one round, the stroke the median of these P95s. Only valid responses count, n of them in a round; logarithmic scale, lower is better.
# How to read a gain chart.
gain-marks = Dot: ratio of the medians, after / before; line: every ratio that the rounds allow. Ring: the ranges overlap, not resolved. Logarithmic scale.
# What a report says that was not measured.
illustrative = Illustrative: reconstructed to match published figures. These are not measurements.
part-of-batch = batch { $batch }, { $shown } of { $all } scenarios
origin = Daggerboard, release { $release }, { $part }, root digest (SHA-256):
