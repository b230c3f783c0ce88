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
