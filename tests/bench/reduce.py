"""Request records to rounds: the command, DuckDB and pandas over the same files, one after another.

Prints records a second, peak memory and the ratio to DuckDB, and fails where the numbers differ.

    python tests/bench/reduce.py target/release/daggerboard [records]
"""

import csv
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

FILES = 60
ASKED = 32

DUCKDB = """
import sys, json, duckdb
db = duckdb.connect()
db.execute("set threads = 2")
db.execute("set enable_progress_bar = false")
db.execute("set preserve_insertion_order = false")
rows = db.execute('''
    with requests as (
        select filename, duration, unnest(output_lens) as tokens, unnest(ttfts) as ttft, unnest(latencies) as e2e,
               unnest(generated_texts) as words, unnest(errors) as error
        from read_json(?, columns = {duration: 'DOUBLE', output_lens: 'INTEGER[]', ttfts: 'DOUBLE[]',
                       latencies: 'DOUBLE[]', generated_texts: 'VARCHAR[]', errors: 'VARCHAR[]'},
                       filename = true, format = 'unstructured', maximum_object_size = 1000000000)
    ), judged as (
        select *, case when error = 'Internal Server Error' then 'http' when words = '' then 'empty_text'
                       when tokens <> 32 then 'length' end as failure,
               (e2e - ttft) / (tokens - 1) as tpot
        from requests
    )
    select filename, count(*), count(failure), sum(tokens) filter (failure is null),
           quantile_cont(ttft, [0.5, 0.95]) filter (failure is null),
           quantile_cont(tpot, [0.5, 0.95]) filter (failure is null),
           quantile_cont(e2e, [0.5, 0.95]) filter (failure is null)
    from judged group by filename
''', [sys.argv[1] + "/*.json"]).fetchall()
print(json.dumps([[r[0], r[1], r[2], int(r[3]), *r[4], *r[5], *r[6]] for r in rows]))
"""

PANDAS = """
import sys, json, glob
import pandas as pd
rows = []
for name in glob.glob(sys.argv[1] + "/*.json"):
    with open(name) as file:
        run = json.load(file)
    keys = {"output_lens": "tokens", "ttfts": "ttft", "latencies": "e2e", "generated_texts": "words", "errors": "error"}
    frame = pd.DataFrame({column: run[key] for key, column in keys.items()})
    good = frame[(frame.error == "") & (frame.words != "") & (frame.tokens == 32)]
    tpot = (good.e2e - good.ttft) / (good.tokens - 1)
    quantiles = [value for column in (good.ttft, tpot, good.e2e) for value in column.quantile([0.5, 0.95])]
    rows.append([name, len(frame), len(frame) - len(good), int(good.tokens.sum()), *quantiles])
print(json.dumps(rows))
"""

PLAN = """
[files]
pattern = "raw/{side}-{scenario}-{round}.json"
client = "vllm bench serve 0.32.0"
sides = { baseline = "a", candidate = "b" }
[report]
id = "bench"
status = "illustrative"
date = "2026-01-01"
title = { en = "a", zh = "b" }
question = { en = "a", zh = "b" }
hardware = { en = "a", zh = "b" }
model = { en = "a", zh = "b" }
limits = []
[report.sides.baseline]
engine = "a"
version = "1"
weights_format = "a"
launch = "a"
pins = {}
[report.sides.candidate]
engine = "a"
version = "2"
weights_format = "a"
launch = "a"
pins = {}
[[report.batches]]
id = "main"
node = "node-a"
title = { en = "a", zh = "b" }
run_order = { en = "a", zh = "b" }
"""


def write_files(folder, records):
    """60 files of `vllm bench serve --save-detailed`: 10 scenarios, 2 sides, 3 rounds."""
    each = records // FILES
    draw = random.Random(1)
    # A pool of values, drawn from again and again: making ten million would take longer than reading them.
    ttfts = [f"{draw.lognormvariate(-2, 0.5):.9f}" for _ in range(4099)]
    rests = [draw.lognormvariate(0, 0.3) for _ in range(4093)]
    os.mkdir(f"{folder}/raw")
    for index in range(FILES):
        scenario, side, number = index % 10, "ab"[index // 10 % 2], index // 20 + 1
        failed = [draw.random() < 0.01 for _ in range(each)]
        first = [ttfts[(i * 31 + index * 977) % len(ttfts)] for i in range(each)]
        last = [f"{float(t) + rests[(i * 17 + index * 613) % len(rests)]:.9f}" for i, t in enumerate(first)]
        lists = {
            "input_lens": ["128"] * each,
            "output_lens": ["32"] * each,
            "ttfts": first,
            "latencies": last,
            "generated_texts": ['""' if bad else '" tide keel gravel"' for bad in failed],
            "errors": ['""'] * each,
        }
        with open(f"{folder}/raw/{side}-s{scenario}-{number}.json", "w") as file:
            file.write(f'{{"duration": {1000 + index}.0, "completed": {each}, "num_prompts": {each}')
            for key, values in lists.items():
                file.write(f', "{key}": [' + ", ".join(values) + "]")
            file.write("}")
    with open(f"{folder}/plan.toml", "w") as plan:
        plan.write(PLAN)
        for scenario in range(10):
            plan.write(
                f'[[report.batches.scenarios]]\nid = "s{scenario}"\ninput_tokens = 128\noutput_tokens = {ASKED}\n'
                f"load = {{ concurrency = 8 }}\nrequests = {each}\nrounds = 3\n"
            )


def run(arguments):
    """Output, seconds and peak MiB of a program."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(arguments, stdout=out, stderr=subprocess.PIPE if sys.stderr.isatty() else None)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.monotonic() - began
        if status != 0:
            sys.exit(f"{arguments[0]} failed")
        out.seek(0)
        return out.read().decode(), seconds, usage.ru_maxrss / 1024


def ours(folder):
    rows = {}
    for side, name in (("baseline", "a"), ("candidate", "b")):
        with open(f"{folder}/out/rounds/main-{side}.csv") as file:
            for row in csv.DictReader(file):
                key = f"{name}-{row['scenario']}-{row['round']}.json"
                milliseconds = [f"{m}_{p}_ms" for m in ("ttft", "tpot", "e2e") for p in ("p50", "p95")]
                rows[key] = [int(row["requests"]), int(row["failed"]), int(row["output_tokens"])] + [
                    float(row[column]) / 1000 for column in milliseconds
                ]
    return rows


def compare(name, expected, found):
    for file, row in found.items():
        for ours, theirs in zip(expected[file], row, strict=True):
            if abs(ours - theirs) > 1e-9 * max(1, abs(theirs)):
                sys.exit(f"{file}: {ours} here, {theirs} by {name}")


def main():
    command, records = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000
    folder = tempfile.mkdtemp(prefix="daggerboard-bench-")
    try:
        write_files(folder, records)
        records = records // FILES * FILES
        size = sum(os.path.getsize(f"{folder}/raw/{name}") for name in os.listdir(f"{folder}/raw"))
        print(f"{records:,} request records in {FILES} files, {size / 2**20:.0f} MiB, on 2 threads", flush=True)
        results = {}
        _, *results["daggerboard"] = run([command, "ingest", f"{folder}/plan.toml", "--out", f"{folder}/out"])
        expected = ours(folder)
        for name, program in (("duckdb", DUCKDB), ("pandas", PANDAS)):
            out, *results[name] = run([sys.executable, "-c", program, f"{folder}/raw"])
            compare(name, expected, {os.path.basename(row[0]): row[1:] for row in json.loads(out)})
        for name, (seconds, peak) in results.items():
            speed = results["duckdb"][0] / seconds
            print(f"{name:12} {records / seconds:12,.0f} records/s {peak:8,.0f} MiB peak {speed:6.2f} x duckdb")
    finally:
        shutil.rmtree(folder)


main()
