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
gain-finding = Gain in { $name }: { $clean } of { $all } scenarios ran in full without a failure
# How to read a throughput chart.
throughput-marks = Upper bar: before; lower bar: after. Bar: median of the rounds, output tokens per second; dots: rounds; line: range.
# How to read a latency chart.
latency-marks = Upper lane: before (discs); lower lane: after (rings). { $statistic ->
    [p50] Each dot is the median request of one round, the stroke the median of these.
   *[p95] Each dot is the P95 of one round, the stroke the median of these P95s.
  } Only valid responses count, n of them in a round; { $scale ->
    [linear] linear scale from zero, lower is better.
   *[log] logarithmic scale, lower is better.
  }
# How to read a gain chart.
gain-marks = Dot: ratio of the medians, after / before; line: every ratio that the rounds allow. Ring: the ranges overlap, not resolved. { $better ->
    [lower] Logarithmic scale, below 1x is better.
   *[higher] Logarithmic scale.
  }
# What a report says that was not measured.
illustrative = Illustrative: reconstructed to match published figures. These are not measurements.
part-of-batch = batch { $batch }, { $shown } of { $all } scenarios
origin = Daggerboard, release { $release }, { $part }, root digest (SHA-256):
# At the right of a row: that a rule leaves its scenario out, before the counts.
excluded = excluded · { $counts }

## charts/proof.rs

# One of several runs in a file.
part-of-file = { $digest }, part { $part }
# `$time` is one of `time-ttft`, `time-tpot` and `time-e2e`.
median-of-times = The median of the times { $time }, over the { $n } successful requests of this round, with linear interpolation (numpy's default).
p95-of-times = The 95th percentile of the times { $time }, over the { $n } successful requests of this round, with linear interpolation (numpy's default).
unknown-figure = `{ $name }` names no figure of this release, expected one of { $forms }; SIDE is baseline or candidate, METRIC a column such as output_tok_s, or failed; the batches and their scenarios are { $batches }
every-digit = Every digit: { $digits }
# The head of what follows.
how-it-is-made = How it is made
what-it-rests-on = What it rests on
repeat-it = Repeat it, in the folder of the release
median-of-even = The median of the rounds' values: sort them, take the mean of the middle two.
median-of-odd = The median of the rounds' values: sort them, take the middle one.
never-pooled = Each round has a percentile of its own; requests of different rounds are never pooled.
sorted = Sorted: { $sorted }. Middle: { $taken }
row = Row { $id }, round { $number }
row-with-source = { $column } { $value }; raw file SHA-256 { $source }
side-and-round = { $side }, round { $number }
no-such-round = `{ $name }` names no figure: the plan has { $planned } rounds
throughput-rule = Output tokens of the successful requests / the round's whole measuring time. A failed request takes away its tokens, never its time.
rules-held = Every request was held to the rules { $held }.
from-raw-file = From the raw file itself, with every number of the release compared:
row-gives = Row { $id }, round { $number }: { $column } { $found }
made-by-ingest = Made by `daggerboard ingest` from the file of the client { $client } with SHA-256 { $source }
time-ttft = from sending to the first text
time-tpot = (end to end - first text) / (output tokens - 1)
time-e2e = from sending to the end
failed-rule = Failed requests / requests sent. A failed request stays in the denominator; warm-ups are never counted.
failed-by-kind = By kind: { $kinds }
rules-open = Not checkable, since the client's file does not show it: { $open }.
no-value-not-run = There is no value: it was decided not to run it, or not to the end; the report says why.
no-value-missing = There is no value: the plan expects rounds here, and the files have none.
no-value-measured = There is no value: no request succeeded, or the client's file does not show this time. Such a cell is empty, never 0.
# In the title of a proof.
gain = gain
no-gain = none: { $why }
median-and-range = median { $median }, range { $min } … { $max }
ratio-rule = Median after / median before; percent = (ratio - 1) x 100; range = min after / max before … max after / min before.
single-round = A single round has no range: not resolved.
ranges-apart = The ranges of the two sides share no value: resolved.
higher-is-better = Higher is better.
lower-is-better = Lower is better.
proof-of-failed = Batch { $batch }, { $name }: failed requests
proof-of-verdict = Batch { $batch }: verdict
geometric-mean = geometric mean { $mean }
verdict-rule = Geometric mean: exp(mean of ln(ratio)) over the clean scenarios, resolved or not. Up and down are counted where the ranges lie apart.
proof-of-scenario = { $scenario }, { $place }: { $value }
failed-requests = failed requests
tokens-a-second = tokens/s

## charts/correction.rs

# What stands before a place that only one of two releases has.
only-earlier = only in the earlier release
only-later = only in the later release
# How many figures two releases give otherwise.
differ = { $changed } of { $compared } figures differ
differ-and-alone = { differ }; { only-earlier }: { $gone }, { only-later }: { $new }
# A figure of one side.
before-the-upgrade = { $name } before the upgrade
after-the-upgrade = { $name } after the upgrade
not-resolved-change = { $change }, { not-resolved }
# In the place of what a release does not have.
none = none
# Of a figure, as a correction names it.
figure-verdict = verdict
figure-mean = geometric mean of the ratios
gain-in = gain in { $metric }
verdict-in-short = up in { $improved }, down in { $worse }, not resolved in { $not-resolved }, left out { $left-out }

## charts/label.rs

# So many times what it was.
times = { $ratio }x
# In Chinese what it is times the old, never "up by times".
ratio-and-percent = { $ratio } ({ $size })

## view/compare.rs

files-unreadable = These files cannot be read: { $why }
read-so-far = Read so far
choose-files = Choose files
choose-folder = Choose a folder
stop = Stop
nothing-uploaded = Nothing is uploaded: each file is read and hashed in this browser, and compared with this release.
drop-files = Drop files or a folder here, or choose them.
stopped-comparing = Stopped. What was compared until then stands below.
salted-rounds = Rounds of this release name digests with random bytes before the file. They cannot be compared here: `daggerboard audit --salts` does, with the bytes from the publisher.
read-so-far-of = File { $at } of { $count }: { $read } of { $all } read.

## view/failures.rs

at-least = { $counts } at least
stopped-before = { $place }, stopped before round { $round }
not-checkable = not checkable
all = All
failures-and-not-run = Failures, and what was not run
failed-stays = A failed request stays in the denominator; its tokens count nowhere, its time counts in full.
failures-by-kind = Failed requests by kind
kind = Kind
failures-by-scenario = Failed requests by scenario
scenario = Scenario
not-run-head = Not run

## view/correction.rs

what-changed = What the correction changed, { $old } → { $new }: { $count }
correction-waiting = What the correction changed: the files of { $other } are being checked
correction-withheld = What the correction changed cannot be shown. Release { $other }: { $why }
figures-that-differ = Figures that differ
what-else-differs = What else differs, by the fields of report.json

## view/signed.rs

not-signed = This release is not signed.
signed-by-unknown = Signed by a key that this site's keys.json does not list: the signature was not checked.
# The two are about as long, so that nothing below moves.
signed-by-listed = Signed by key { $key } (trusted comment: “{ $comment }”). Compare this key with one you got from the team by another route. keys.json says of it: “{ $note }”
signed-by-listed-open = Not checked here yet: signed by key { $key } (trusted comment: “{ $comment }”). Compare this key with one you got from the team by another route. keys.json says of it: “{ $note }”
signed-by-told = Signed by the key that you supplied, { $key } (trusted comment: “{ $comment }”).
signed-by-vouched = Signed by key { $key } (trusted comment: “{ $comment }”), which the key that you supplied vouches for.
signature-differs = Differs: { $why }.
older-came-back = An older state came back: this browser has seen release number { $later } of this report; the newest here is number { $newest }. Ask the publisher which one stands.
was-signed = This release is not signed, and this browser has seen releases of this report signed by key { $key }. Ask the publisher why.
no-memory = This browser keeps no memory for this site, so a return to an older release would not be noticed.
signature-unheld = The signature was not checked here: the program that does it did not come, or is not the one this page was built with.

## view/round_rows.rs

rounds-explained = Ours is recomputed from the requests under the strict rules; the client's own figure stands beside it and is used for nothing. To check a round, ask its publisher for the raw file with this SHA-256. The same columns are in the files above.
side = Side
round = Round
rests-on = Rests on
rules-not-checkable = Not checkable
column-completed = Completed: ours / client's
column-throughput = Output tokens/s: ours / client's
column-ttft = P95 TTFT ms: ours / client's
column-raw-file = Raw file SHA-256
every-round = Every round
evidence-requests = every request
evidence-sums = the client's sums
evidence-asked = the client's sums, over the number asked

## view/rounds.rs

every-round-with = Every round: rules, the client's own figures, raw file

## view/drop.rs

compare-files = Compare files of your own with this release

## view/proof.rs

copy-link = Copy link
close = Close
no-proof = The proof cannot be shown
copied = Copied.
copy-the-last-line = This browser does not let the page copy: the link is the last line.

## view/proved.rs

batch-withheld = Its batch is withheld: a file differs from the manifest or did not load.
no-such-figure = There is no such figure here
checked-here = checked here

## view/commands.rs

# What a command checks.
command-every-file = Every file
command-root = The root digest
command-frictionless = Lengths and tables too, with frictionless
command-our-own = All of it, with our own command
command-signature = The signature

## view/gains.rs

gains = Gains, clean scenarios only

## asked.rs

coming = Loading what shows this.
did-not-come = The program that shows this did not come, or is not the one this page was built with. The figures on the page stand.

## view/results.rs

# `$name` is one of the kinds of results.
count-of-kind = { $count } { $name }
files-compared = Files compared: { $counts }.
missing-of-release = of the release missing
and-more = and { $count } more
# What a file of the reader's is to the release.
local-manifest = the manifest of this release; its digest is the root digest
local-same = the same as { $path }
local-renamed = the same content as { $content }, under another name
local-renamed-to = the same content as { $content }, under the name of { $name }
local-differs = named like { $paths }, but different: { $rest }
local-differs-by = named like { $paths }, but different ({ $cause }): { $rest }
local-source = the raw source of { $rounds }
local-signature = outside the manifest, which it signs: check it with minisign
local-unknown = no file of this release, and no round was made of it; its digest is { $digest }
bytes-and-digest = { $bytes } bytes with digest { $digest }
digest-alone = digest { $digest }
or = {" "}or{" "}
# What a file that differs looks like.
cause-empty = an empty file
cause-lfs-pointer = a git-lfs pointer, not the file it stands for
cause-html = an HTML page, perhaps the host's error page
cause-byte-order-mark = it starts with a byte-order mark
cause-carriage-returns = its lines end in CRLF, as after a checkout with core.autocrlf
cause-gzip = gzip bytes that nothing unpacked
cause-minified = JSON in one line, as after a tool that minifies
# A kind of results.
kind-differs = different
kind-unread = not read
kind-unknown = unknown here
kind-renamed = under another name
kind-source = raw source of rounds
kind-outside = outside the manifest
kind-same = the same
not-among-yours = of the release, not among your files
local-other-release = the manifest of release { $id } of this report, not of this one
found-expected = found { $found }, expected { $expected }
nothing-more = nothing more
parted-in-line = line { $line }: { $rest }
rounds-of = batch { $batch }, { $scenario }, { $side }: round { $rounds }

## view/seal.rs

# Of a page that is one file. The root digest follows.
files-inside = This page is one file, and the files it was checked with came inside it: whoever changed the one could change the others. Compare this root digest with one that you got by another way:
copy-name = Copy: { $name }
copied-name = Copied: { $name }.
copy-yourself = The browser does not let this page copy. Copy what is selected, with Ctrl+C or ⌘C:
root-same = The manifest matches the root digest that you supplied.
root-of-other = This is the root digest of release { $id } of this report, not of this one; `daggerboard verify --root` follows the chain between them.
root-differs = Differs: no release of this report here has that root digest. These are not the files that you were told of.
# The state of all files.
seal-open = Not checked yet in this browser. The figures were made from checked files when the page was built.
seal-all = All { $all } files ({ $bytes }) match this site's manifest: complete and unaltered since it was made. It does not show who made them.
seal-but-sources = All { $count } files needed here ({ $bytes }) match this site's manifest: complete and unaltered since it was made. It does not show who made them. { $sources } more were not fetched.
seal-some = { $count } of { $all } files ({ $bytes }) match this site's manifest; the rest are on their way.
# What a button copies.
digest-of-file = digest of { $path }
command-for-file = command for { $path }
file-check = File check
why-check-elsewhere = The program that checks comes from the same host as the files: who can change the one can change the other. Stronger: download the release and run, in its folder, programs that you have already.
then-compare-root = Then compare the root digest with the one that you got by another way (mail, ticket, slide). This page's root digest:
every-file = Every file, and how to check without us
paste-yours = Or paste yours, or the publisher's key, here:{" "}
files-of-release = Files of the release
commands-for = Commands for{" "}
copy = Copy
neither-digest-nor-key = This is neither a root digest, which has 64 lower-case hex digits, nor a minisign key, which has 56 signs and begins with RW.
check-sources = Check the other { $count } files too ({ $size })
seal-differs = Differs from the manifest or did not load, so its numbers are not shown: { $names }.
state-open = not checked
state-same = same
digest = digest
command = command
file = File
bytes = Bytes
state = State
try-again = Try again
withheld = The figures are withheld
withheld-why = A file did not come, or it differs from the manifest. Nothing is shown that was not checked.
all-reports = All reports

## view/conditions.rs

inputs-noted = Inputs noted, not failed: { $count }
limits = What these figures cannot say
not-stated = not stated
what = What
changed-with-upgrade = Changed with the upgrade
same-on-both = Same on both sides
not-stated-on-both = Not stated on both sides
conditions = Conditions
launch-arguments = Launch arguments
run-order = Run order
engine = Engine
weights-format = Weights format
image-digest = Image digest
package-digest = Package digest
source-commit = Source commit
model-revision = Model revision
dependency-lock = Dependency lock
# What a request is held to.
rule-http = HTTP 200, or no text kept of any other answer
rule-done = the stream's end mark came
rule-text = some text is not empty
rule-usage = the usage is valid
rule-length = the output has the length asked for
rule-open = not checkable from these files
rule-checked = checked
inputs-lengths = Both sides of every compared round have the same input lengths in the same order; the client's files do not hold the prompts themselves.
inputs-prompts = Both sides of every compared round have the same prompts in the same order.
inputs-unseen = The client's files show nothing of the inputs, so no scenario can be compared.
load-client = Load client: { $clients }. { $inputs }
how-judged = How requests were judged
strict-rules = Strict rules
rule-for-every = Rule for every request
input-note = { $batch }, { $scenario }, { $side }, round { $round }, request { $request }: { $found } input tokens where { $asked } were asked

## load.rs

history-agrees = Each of the { $all } releases says of itself what stands here, and gives the root digest of the one before it.
history-unseen = Not every release of this report could be checked: { $why }
checking = Checking the files in this browser: { $come } of { $total }.
asking-once-more = { $why }. Asking once more; these figures are not checked yet.
not-checked-here = Not checked in this browser: { $why }. The figures were made from checked files when the page was built.
# Why a file, or the page, is not shown.
file-stalled = `{ $address }` stopped coming: nothing came for { $seconds } s
file-too-slow = `{ $address }` stopped coming: it was not whole after { $seconds } s
file-not-loaded = `{ $address }` did not load: { $why }
no-reason = no reason given
host-answered = `{ $address }` did not load: the host answered { $status }{ $mend }
# `$hint` is the next one, or nothing.
file-too-long = `{ $address }` is longer than the { $most } bytes it may have{ $hint }{ $mend }
looks-like = {" "}({ $cause })
found-digest = found digest { $found }{ $hint }
catalogue-lacks = `catalogue.json` has no release `{ $release }`
catalogue-lacks-of = `catalogue.json` has no release `{ $release }` of `{ $report }`
root-not-here = no release of `{ $report }` here has the root digest { $told } that the address asks for: these are not the files that you were told of
signer-did-not-come = the program that holds the release to your key did not come
sums-differ = `SHA256SUMS` has the digest { $found }{ $hint }, but `catalogue.json` gives { $root } for this release
length-differs = `{ $path }` has { $found } bytes, but `datapackage.json` says { $expected }
did-not-go-on = the browser did not go on to `{ $release }`

## What build writes around the pages

# The title of the feed of releases.
feed-title = Daggerboard: releases
# On the card of a release that is no longer stood by.
card-withdrawn = Withdrawn on { $date }: { $why }
card-corrected = Corrected by release { $release }.
# Under the tiles of a card, one for each scenario.
card-counts = Throughput: { $up } up, { $down } down, { $open } not resolved; left out: { $failed } with failures, { $other } other

## view/head.rs

illustrative-loud = Illustrative.
# `$loud` is the one before.
illustrative-banner = { $loud } Reconstructed to match published figures. These are not measurements.
doubt-and-more = { $first } (and { $more } more)
withdrawn-on = Withdrawn on { $date }.
# `$loud` is the one before.
withdrawn-why = { $loud } Its publisher no longer stands by these figures: { $why }
corrected-by-release = Release { $release } of this report corrects this one.
newest-release = The newest release of this report is { $release }.
corrects-release = This release corrects release { $release }.
unknown-release = The address asks for a release { $asked } that this report does not have. It has { $releases }; this is { $here }.
unknown-unnamed = The address asks for a release that this report does not have. It has { $releases }; this is { $here }.
title-corrected = { $title } (corrected by { $newer })
title-withdrawn = { $title } (withdrawn)
any-figure = Any number, bar or dot can be chosen too: each shows its formula, its rows and a command that repeats it.
largest-change = Largest change
change-of = { $scenario }: { $change }
withdrawn = withdrawn
measured = measured
illustrative-mark = illustrative
limits-count = What these figures cannot say ({ $count } points)
in-doubt = In doubt: the checks found this in the release.
how-made = How was this made?
failed-before-after = Failed requests
size = Size
rounds-and-requests = { $rounds } rounds, { $requests } requests
foot = Identities of machines are withheld. Nothing here proves that a measurement was honest; it proves which bytes the figures come from. Release:{" "}
permanent-page = Permanent page of this release
corrected-by = corrected by { $newer }
releases = Releases of this report
history-open = Not checked yet in this browser: whether each release says of itself what stands here.
# The name of this language in itself.
this-language = English

## view/figure.rs

illustrative-kicker = Illustrative
table = Table
download-chart = Download this chart as SVG
long-input = Long input (prompt at least 16 times the answer), output tokens/s
long-output = Long output (prompt less than 16 times the answer), output tokens/s
median = Median
round-number = Round { $round }
failed-of-requests = Failed / requests
n-a-round = n a round
changes = Changes

## view/batch.rs

another-batch = Another batch: { $title }
legend-before = before: { $version }
legend-after = after: { $version }
stands-alone = From another node or another sitting, so it stands alone: never in the figures above.
this-batch-withheld = This batch is withheld
this-batch-why = A file of this batch differs from the manifest or did not load, so nothing of it is shown.
scenarios-shown = Scenarios { $from }–{ $to } of { $found }
scenarios-with = Scenarios with:{" "}
previous = Previous
next = Next
throughput = Throughput

## cli/build

program-did-not-come = The program that checks did not come, or is not the one this page was built with: these figures were not checked in this browser.

## view/bar.rs

# The bar over every page.
site = Site

## view/start.rs

start-title = Upgrade reports
start-about = What upgrades of LLM inference servers changed: every report with its verdict. Every figure can be checked in the browser.
start-lead = LLM servers before and after an upgrade. Your browser checks the files of a report, and computes every figure from them.
no-report = No report has been published yet.
also-in = Also in English:
search-reports = Search reports
search-hint = Title, version, hardware or request shape, such as 8192x128.
kind-of-figures = Figures
all-kinds = all
found-all = Reports: { $all }, the newest first.
found-some = Reports found: { $shown } of { $all }.
found-none = No report matches. Fewer words find more.
unknown-kind = The address asks for figures of a kind that there is not: all reports are listed.
signed-mark = signed
corrects = corrects { $corrected }
checked-when-opened = Checked when you open it. Root digest
checked-before = Checked in this browser before. Root digest
entry-differs = Differs from catalogue.json now. Root digest
# What the list rests on, before it was compared, and in about as many words what came of that.
list-open = This list was made when the page was built, and is not yet compared with the catalogue. Your browser checks a report when you open it.
list-same = This list was made when the page was built, and agrees with the catalogue as it is now. Your browser checks a report when you open it.
list-differs = This list was made from another catalogue than the one here now: { $count } reports differ. Your browser checks a report when you open it.
list-late = This list was made when the page was built; the catalogue did not come to compare it. Your browser checks a report when you open it.
## charts/markdown.rs

markdown-other = Another batch: { $title }
markdown-release = Release { $release }, root digest (SHA-256):
markdown-page = The page of this release: every figure, and how to check it
markdown-failed = Failed / requests
markdown-throughput = { $metric }, tokens/s
markdown-latency = { $metric }, ms
markdown-left-out = Left out of the gains:
markdown-why = { $scenario }: { $why }
# The medians of a figure, and how it changed.
markdown-change = { $before } → { $after }: { $change }
markdown-dagger = † a request failed in at least one round of this side: its figures stand as observed, and no gain is given.
markdown-double-dagger = ‡ only the client's own sums: no request could be held to the strict rules, and no gain is given.

## site/view/files.rs, site/view/take.rs

download-title = Download the data
download-rounds = The rounds behind these charts: the same rows in each form, and each file listed in the release's manifest.
download-release = The whole release as a zip ({ $size } unpacked)
copy-markdown = Copy as Markdown
markdown-copied = Copied: the verdict as Markdown, for a pull request or a wiki.
markdown-shown = The browser does not let this page copy. Copy what is selected, with Ctrl+C or ⌘C:
save-png = Download this chart as PNG

## site/view/embed.rs

no-such-chart = The address asks for a chart that this page does not have. It has { $known }.
whole-page = The whole page: every figure, and how to check it
## seal

# What to do about something that is wrong: the end of a message.
mend-checkout = ; mend: keep `* -text` in data/.gitattributes and check out anew
mend-lfs = ; mend: take data/ out of git-lfs and deploy the file itself
mend-fetch = ; mend: put the published file back and let nothing on its way rewrite it
mend-publish = ; mend: write the release anew with `daggerboard publish`
mend-catalogue = ; mend: put the published catalogue.json back; only `publish` and `withdraw` change it
mend-content = ; mend: correct the plan or the raw file, ingest anew and publish; what is out is never edited, another release supersedes it
# `$mend` is one of those above.
file-unlisted = `{ $path }` is not listed in SHA256SUMS{ $mend }
file-differs = `{ $path }` differs from SHA256SUMS: found { $bytes } bytes with digest { $found }, expected digest { $listed }{ $mend }
file-differs-by = `{ $path }` differs from SHA256SUMS: found { $bytes } bytes with digest { $found }, expected digest { $listed } ({ $cause }){ $mend }

# A manifest that cannot be read. `$why` is among those below.
sums-line = `SHA256SUMS` line { $line }: { $why }{ $mend }
sums-empty = found an empty file, expected at least one entry
sums-accident = found { $cause }, expected a digest, two spaces and a path
sums-no-text = found bytes that are no UTF-8
sums-no-line-end = found no line end, expected one LF after every entry
sums-shape = found `{ $found }`, expected a digest, two spaces and a path
sums-order = found `{ $path }` twice or out of order, expected paths sorted by bytes, each once
no-digest = found `{ $found }`, expected 64 lower-case hex digits
no-path = found the path `{ $found }`, expected lower-case names of a-z 0-9 . _ - joined by `/`, at most 200 bytes
# Why a JSON file is refused. `$why` is among those below, `$mend` what to do about it, or nothing.
file-wrong = `{ $file }`: { $why }{ $mend }
# `$cause` is what an accident left in its place.
found-accident = found { $cause }
# `$why` is in the words of another's program.
not-read = { $why }
other-format = `{ $key }` is `{ $found }`, expected `1`
package-differs = `{ $path }` has hash `{ $found }`, but SHA256SUMS lists `{ $listed }`
package-has-more = `{ $path }` has hash `{ $found }`, but SHA256SUMS lists `nothing`
package-twice = `{ $path }` is listed twice
package-lacks = `{ $path }` is missing, but SHA256SUMS lists it
package-hash = `{ $path }` has hash `{ $found }`, expected `sha256:` and 64 hex digits
no-key = found `{ $found }`, expected a minisign public key: `RW` and 54 more signs of base64
no-signature = found no minisign signature, expected the four lines that `minisign -S` writes
signature-changed = the signature does not fit: the signed bytes or the signature were changed
signature-legacy = a legacy signature, expected one by minisign 0.8 or newer

## rounds/catalogue.rs

report-named-as-own = report `{ $report }` has the name of one of the site's own folders or files
report-without-release = report `{ $report }` has no release
release-named-as-own = release `{ $release }` of `{ $report }` has the name of one of the site's own folders or files
release-twice = release `{ $release }` of `{ $report }` is listed twice
# `$found` and `$expected` are digests, or `nothing`.
previous-differs = release `{ $release }` of `{ $report }`: `previous` is { $found }, expected { $expected }, the root of the release before it: an entry was changed or taken out
supersedes-later = release `{ $release }` of `{ $report }`: `supersedes` is `{ $found }`, expected an earlier release
withdrawn-unclear = release `{ $release }` of `{ $report }`: `withdrawn` has the date `{ $date }`, expected a day, YYYY-MM-DD, and a reason in both languages

## rounds/keys.rs

# `$why` is one of the next three.
key-wrong = key `{ $key }`: { $why }
key-days = `from` and `to` are expected to be days, YYYY-MM-DD, in this order
key-twice = it is listed twice
key-vouched = `vouched` is expected to be a signature by a key before it, not revoked, over this key and a line feed, with the trusted comment `daggerboard key`
signed-by-revoked = the release is signed by `{ $key }`, which `keys.json` revokes but for releases that this one is not among
# `$to` is a day, or the next one.
signed-out-of-days = the release is dated { $date } and signed by `{ $key }`, which `keys.json` gives for { $from } to { $to }
now = now
not-signed-by = the release is not signed, expected a signature by `{ $key }`
signed-by-other = the release is signed by another key than `{ $key }`
comment-differs = `{ $file }`: the trusted comment is `{ $found }`, expected `{ $expected }`: a signature for another release

## rounds/checks.rs

# What a check finds. `$place`, `$found`, `$expected` and `$name` are among those below.
finding = `{ $file }` { $place }: found { $found }, expected { $expected } ({ $name }){ $mend }
# The names of the checks: what holds where they find nothing.
check-texts = every text is there, in both languages
check-date = the date is a date
check-pins = a measured release says what it ran by immutable references
check-chosen = what was measured was not chosen to fit
check-plans = a scenario has a shape, a load, requests and rounds
check-not-run = what was not run has no rounds
check-planned = rounds are those of the plan
check-inputs = both sides of a round have the same inputs
check-own-source = no source file stands behind two rounds
check-units = latencies fit into the round's time
check-plain = texts are plain words
check-model = both sides serve the same model in the same form
check-launch = both sides are launched alike
check-later = the candidate is the later version
check-lengths = answers have the length that was asked
check-parts = the parts of a request's time fit its whole
check-busy = requests fill the round's time
check-zeros = a time that was measured is not zero
check-twins = TTFT and TPOT are two measurements
check-lonely = a percentile rests on more than one request
# Where it was found.
place-in-rounds = scenario `{ $scenario }` round { $round }: `{ $field }`
place-in-batch = batch `{ $batch }`: { $key }
place-in-scenario = scenario `{ $scenario }`: { $key }
place-in-plan = batch `{ $batch }`, scenario `{ $scenario }`: `{ $key }`
# What was found.
nothing = nothing
found-sign = the sign U+{ $code }
found-markup = markup
# What was expected.
expected-text = a text
expected-seen = signs that a reader sees
expected-plain = plain words
expected-day = a day, YYYY-MM-DD
expected-artifact = an image digest, a package digest or a source commit
expected-revision = a commit or a digest
expected-illustrative = `illustrative` as `status`
expected-as-before = `{ $before }` as before the upgrade
expected-number = a number above 0, of rounds at most { $most }
expected-none = none: report.json says it was not run
expected-rounds = at most the { $rounds } planned rounds
expected-planned = `{ $requests }` as planned
expected-inputs = `{ $inputs }` as on the baseline side
expected-source = a file of its own, not that of batch `{ $batch }`, { $side }, `{ $scenario }` round { $round }
expected-in-round = at most the round's { $time } ms
expected-in-e2e = at most the same of E2E, `{ $time }`
expected-lengths = `{ $asked }`, { $each } for each of the { $count } successful requests
expected-each = at most `{ $most }`, E2E over { $steps } tokens
expected-parts = at most `{ $most }`, ttft_p95_ms and { $steps } x tpot_p95_ms
expected-busy-most = at most `{ $bound }`: { $count } requests, { $users } at a time, in { $seconds } s
expected-busy-about = about `{ $bound }`: { $count } requests, { $users } at a time, in { $seconds } s
expected-unmeasured = nothing, unless it was measured
expected-other = another value than ttft_p95_ms has in every round
expected-more = more, since a P95 of one request is that request

## rounds/report.rs, rounds/release.rs

no-batch = `batches` is empty, expected the main batch
batch-twice = `batches` has two called `{ $id }`
scenario-twice = batch `{ $batch }` has two scenarios called `{ $id }`
no-report-file = `report.json` is not in the release{ $mend }
no-rounds-file = `{ $file }` differs from the manifest or did not load, so its batch is not shown{ $mend }

## rounds/batch.rs

no-sheet = no file of rounds, expected one for each side
# `$a` and `$b` are values, `nothing`, or the next one.
mixed-sheets = `{ $first }` and `{ $second }` cannot be one batch: `{ $field }` is `{ $a }` in the one and `{ $b }` in the other{ $mend }
the-same = the same
two-clients = `{ $file }`: found the clients `{ $a }` and `{ $b }`, expected one client a side{ $mend }
round-twice = `{ $file }`: found round { $round } of `{ $scenario }` twice, expected each round once{ $mend }

## rounds/table.rs

# Where a file of rounds is wrong. `$found` and `$expected` are among those below.
wrong-file = `{ $file }`: found { $found }, expected { $expected }{ $mend }
wrong-line = `{ $file }` line { $line }: found { $found }, expected { $expected }{ $mend }
wrong-cell = `{ $file }` line { $line }: `{ $field }`: found { $found }, expected { $expected }{ $mend }
found-stray = a file of no batch in report.json
found-no-line-end = no line end at the end
found-columns = { $count } columns
found-column = the column `{ $name }`
expected-header = a header and rounds
expected-lines = UTF-8 text with LF line ends
expected-line-end = LF after the last row
expected-cells = { $count } cells of UTF-8 text
# What a cell should hold.
cell-count = a whole number
cell-count-or-empty = a whole number or nothing
cell-from-one = a whole number from 1
cell-number = a decimal number, not negative, without exponent
cell-number-or-empty = a decimal number, not negative, or nothing
cell-above-zero = a decimal number above 0
cell-id = a scenario's id
cell-listed-scenario = a scenario that report.json lists for this batch
cell-rules = names of rules, in their order, with spaces between
cell-fingerprint = `prompts:` or `lengths:` and 64 hex digits
cell-source = 64 lower-case hex digits, also after `salted:`
cell-client = the client's name: letters, digits, spaces and . _ / -
cell-mode = completions, chat or nothing
cell-evidence = requests, counts or asked
cell-sum = the sum of its kinds, `{ $sum }`
cell-of-requests = at most `requests`, `{ $requests }`
cell-no-evidence = counts or asked, since no rule could be checked
cell-all = all { $succeeded } successful requests
cell-at-most = at most the { $succeeded } successful requests
cell-none-succeeded = 0, since no request succeeded
cell-at-least = at least one for each of the { $succeeded } successful requests
cell-all-rules = `{ $rules }`, since nobody saw a request
cell-rate = output_tokens / duration_s, `{ $rate }`
cell-no-latency = nothing, since latency_n is 0
cell-median = at least its median, `{ $median }`
cell-both = both percentiles, or neither

## model.rs

title-disagrees = `catalogue.json` and `report.json` disagree on the title or status of `{ $report }`
stands-as = `{ $file }` is of `{ $own }`, but it stands as `{ $expected }` in `catalogue.json`
lineage-disagrees = `catalogue.json` and the `datapackage.json` of `{ $release }` disagree on what came before this release: an entry was changed or taken out

## charts/advice.rs

# What the upgrade did to the scenarios of a kind, in a few words for a list.
# `$range` is the next text.
tally = { $trend ->
    [better] throughput { $range } in { $clean } of { $all } scenarios
    [worse] throughput { $range } in { $clean } of { $all } scenarios
    [open] no clear difference in { $clean } of { $all } scenarios
    [mixed] throughput up in { $improved }, down in { $worse }, no clear difference in { $not-resolved } of { $all } scenarios
   *[unknown] none of { $all } scenarios clean
  }
# Two percentages with their signs.
range-of-percent = { $least } to { $most }
# What was left out, for a list.
tally-left-out = { $failing ->
    [0] no scenario because of failures
   *[other] { $failing } of { $all } scenarios: requests failed only after in { $after }, only before in { $before }, on both sides in { $both }
  }{ $other ->
    [0] {""}
   *[other] ; { $other } for other reasons
  }

# A shape of requests. The words in brackets are the lengths measured.
workload = { $input ->
    [short] Short input ({ $inputs })
    [long] Long input ({ $inputs })
   *[all] Input { $inputs }
  }, { $output ->
    [short] short output ({ $outputs })
    [long] long output ({ $outputs })
   *[all] output { $outputs }
  }, { $users ->
    [single] one request at a time
    [several] 2 to 8 at a time
    [numerous] more than 8 at a time
   *[rate] at a fixed rate
  }
# What stands beside a shape while its advice is closed.
workload-trend = { $trend ->
    [better] { $range }
    [worse] { $range }
    [open] no clear difference
    [mixed] mixed
   *[unknown] no clean scenario
  }

# What the numbers of a shape of requests suggest: throughput.
advice-throughput = { $trend ->
    [better] Worth a trial rollout: output throughput rose in every clean scenario, { $clean } of { $all } ({ $range }).
    [worse] A reason to wait: output throughput fell in every clean scenario, { $clean } of { $all } ({ $range }).
    [open] Do not expect more throughput: no clear difference in the clean scenarios, { $clean } of { $all }.
    [mixed] Mixed: of { $clean } clean scenarios output throughput rose in { $improved } and fell in { $worse }, and shows no clear difference in { $not-resolved }.
   *[unknown] No advice on speed: none of { $all } ran in full on both sides with every request checked and none failed.
  }
# The same: the wait for the first token. Nothing where no scenario is clean.
advice-first-token = { $trend ->
    [better] The first token comes sooner (P95 { $range }).
    [worse] The first token comes later (P95 { $range }).
    [open] The wait for the first token (P95) shows no clear difference.
    [mixed] The wait for the first token (P95) went one way here and another there, or shows no clear difference.
   *[unknown] {""}
  }
# The same: each further token.
advice-each-token = { $trend ->
    [better] Each further token comes sooner (P95 time per token { $range }).
    [worse] Each further token comes later (P95 time per token { $range }).
    [open] The time per further token (P95) shows no clear difference.
    [mixed] The time per further token (P95) went one way here and another there, or shows no clear difference.
   *[unknown] {""}
  }
# The same: failures. Each stands only where there are some.
advice-fails-after = Requests failed only after the upgrade in { $count } of { $all } scenarios of this shape: find out why before you roll out.
advice-fails-both = Requests failed on both sides in { $count } of { $all } scenarios of this shape: find the cause before you add load.
advice-fails-before = Requests failed only before the upgrade in { $count } of { $all } scenarios of this shape. Not seeing it again is no proof of a repair.

## site/view/head.rs and site/view/workload.rs

throughput-long-input = Long input
throughput-long-output = Long output
left-out-of-gains = Left out
data = Data
what-was-compared = What was compared
# How far the check is, for the list at the head of the page; the seal says it in full.
data-unchecked = not checked in this browser yet
data-checked = { $files } files match this site's manifest
data-differs = { $files } files differ or did not come

which-is-mine = Which of these is my workload?
workload-note = Advice from a few rounds on one machine: a reason to try it with your own requests, not a promise. Short and long are the lengths measured here.
input-length = Input
output-length = Output
at-a-time = At a time
any = any
short-lengths = short: { $lengths }
long-lengths = long: { $lengths }
one-user = 1
few-users = 2 to 8
many-users = more than 8
open-users = a fixed rate
shapes-found = { $shown ->
    [0] No scenario here has this shape; the nearest answer is a measurement of your own.
    [one] One shape of { $all } fits.
   *[other] { $shown } shapes of { $all } fit.
  }
# What the address asks of a choice is none of its values.
no-such-choice = The address asks for { $axis }={ $value }, which is no choice here; all are shown.
## charts/tip.rs

full-stop = .{" "}
# What a chart says of one of its marks.
tip-compared = { $scenario }, after against before
tip-side = { $side ->
    [baseline] { $scenario }, before the upgrade
   *[candidate] { $scenario }, after the upgrade
  }
tip-round = { $side ->
    [baseline] { $scenario }, before the upgrade, round { $round }
   *[candidate] { $scenario }, after the upgrade, round { $round }
  }
tip-not-run = Not run: it was decided not to start it.
tip-missing = Missing: it was planned, and no round of it is there.
tip-named = { $name }: { $figure }
tip-median = { $count ->
    [1] { $name }, of one round: { $median }
   *[other] { $name }, median of { $count } rounds: { $median }
  }
tip-rounds = Each round: { $figures }
tip-range = Range: { $least } to { $most }
tip-failed = Failed requests: { $counts }
tip-failed-by-kind = Failed requests: { $counts } ({ $kinds })
tip-kind = { $kind }: { $count }
tip-valid = Valid responses a round: { $counts }
tip-rounds-missing = Rounds are missing: { $found } of { $planned } are there
tip-no-gain = No gain is given: { $why }
# The ratios of after to before.
tip-allowed = What the rounds allow: { $low } to { $high }
tip-lower-is-better = Lower is better

## view/choices.rs

choices = What the charts show
choice-metric = Gain in
choice-throughput = Output throughput
choice-ttft = Time to first token (TTFT)
choice-tpot = Time per output token (TPOT)
choice-e2e = End-to-end time (E2E)
gain-choices = Which gains are shown
choice-load = Load
choice-panel = Request shape
choice-pick = Highlight
choice-all = All
choice-none = None
choice-long-input = Long input
choice-long-output = Long output
latency-choices = How latencies are shown
choice-statistic = Statistic
choice-p95 = P95
choice-p50 = Median (P50)
choice-scale = Scale
choice-log = Logarithmic
choice-linear = Linear, from zero
some-shown = { $found } of { $all } scenarios are shown.
all-shown = All { $all } scenarios are shown.
# The address asks for what the page does not have.
choice-unknown = The address asks for { $name }={ $value }, which this page does not have: you see the usual view. It can be { $known }.

## view/figure.rs

# The stop of the keyboard at a chart.
chart-keys = The figures of this chart, one by one: { $finding }. Left and right lead through sides and rounds, up and down through scenarios; Enter shows how a figure was made.

## view/batch.rs

latency = Latency

## view/tip.rs

highlight-everywhere = Highlight everywhere
highlight-nowhere = End highlight

# The page of addresses that lead nowhere

not-here = Nothing is here
not-here-why = This address leads to no report. It may be misspelt, or its page may have been taken away.
