# SPDX-License-Identifier: Apache-2.0
"""Any files: no crash, no hang, the pixels of a second decoder, and no damage taken for a whole file."""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import shutil
import sys
import threading

import torture
from corpus_runs import Worker
from torture import tool

LIMIT = 64 << 20           # bytes resident of runs under --max-memory 64M
BASE, PER_PIXEL = 256 << 20, 64  # bytes resident of other runs: so many (metadata), and so many for each pixel
LARGEST_MUTATED = 1 << 20  # bytes
FAILURES = ("crash", "hang", "over memory", "wrong pixels", "damage taken for whole")
STATES = ("read", "only we read", "not comparable", "only we refuse", "refused by all")
FORMATS = {"ppm": "pnm", "mpo": "jpeg", "jpg": "jpeg", "tif": "tiff"}


def damaged(data, random_source, i):
    """Returns a damaged copy and what was done: a byte anywhere, near the start, near the end, or a cut."""
    if i % 4 == 3:
        length = random_source.randrange(len(data))
        return data[:length], f"cut to {length} of {len(data)} bytes"
    first, end = ((0, len(data)), (0, min(256, len(data))), (max(0, len(data) - 256), len(data)))[i % 4]
    at = random_source.randrange(first, end)
    value = data[at] ^ random_source.randrange(1, 256)
    return data[:at] + bytes([value]) + data[at + 1:], f"byte {at}: {data[at]} became {value}"


class Judge:
    """Judges one file after another, from several threads."""

    def __init__(self, options, command, seconds):
        self.options, self.command, self.seconds = options, command, seconds
        self.local, self.workers, self.lock = threading.local(), [], threading.Lock()

    def worker(self):
        if not hasattr(self.local, "worker"):
            self.local.worker = Worker(self.command, self.options.python, self.seconds)
            with self.lock:
                self.workers.append(self.local.worker)
        return self.local.worker

    def close(self):
        for worker in self.workers:
            worker.close()
            shutil.rmtree(worker.folder)

    def keep(self, record, kind, why, data):
        """Notes a finding and keeps its file."""
        with self.lock:
            folder = self.options.out / "findings"
            folder.mkdir(parents=True, exist_ok=True)
            suffix = pathlib.Path(record["file"]).suffix[:8]
            name = f"{kind.replace(' ', '_')}_{sum(1 for _ in folder.iterdir())}{suffix}"
            (folder / name).write_bytes(data)
        record["findings"].append({"kind": kind, "why": why, "kept as": name})

    def __call__(self, path, name):
        record = {"file": name, "format": "", "state": "", "exits": {}, "findings": [], "disputed": [],
                  "mutants": 0}
        worker, data = self.worker(), path.read_bytes()
        raw, smooth = worker.folder / "box.raw", worker.folder / "bilateral.raw"
        described, info = worker.describe(path, raw)
        box = ["box", path, raw, "--radius", "0"]
        smoothing = ["bilateral", path, smooth]
        results = {}
        for verb, words in {"info": None, "box": box, "bilateral": smoothing,
                            "bands": [*smoothing, "--max-memory", "64M"]}.items():
            run = info if words is None else worker.run(*words, "-f", "-q", "-d", "cpu", "-j", "2")
            record["exits"][verb] = run.code
            pixels = described["width"] * described["height"] if described else 0
            allowed = LIMIT if verb == "bands" else BASE + PER_PIXEL * pixels
            kind = run.finding() or ("over memory" if run.peak > allowed else None)
            if kind:
                self.keep(record, kind, f"{verb}: {run.summary()}; {run.peak >> 20} MiB resident", data)
            if run.code == 0 and verb in ("bilateral", "bands"):
                results[verb] = smooth.read_bytes()
            if verb == "box":
                record["said"] = run.summary() if run.code else ""
        if len(results) == 2 and results["bilateral"] != results["bands"]:
            self.keep(record, "wrong pixels", "bilateral: other pixels under --max-memory 64M", data)
        read = record["exits"]["box"] == 0 and described is not None
        answers = worker.second(path, [described] if read else [])
        record["second"] = answers
        reader = self.state(record, described if read else None, answers, data)
        if reader and not answers[reader]["lossy"] and len(data) <= LARGEST_MUTATED:
            self.damage(record, reader, described, data)
        return record

    def state(self, record, described, answers, data):
        """Sets the state and format; returns the name of the second decoder that agrees, if any."""
        kinds = [a.get("format") for a in answers.values() if a.get("format")]
        suffix = pathlib.Path(record["file"]).suffix[1:]
        kind = (described["format"] if described else kinds[0] if kinds else suffix or "none").lower()
        record["format"] = FORMATS.get(kind, kind)
        readers = {n: a for n, a in answers.items() if "refused" not in a}
        if not described:
            record["state"] = "only we refuse" if readers else "refused by all"
            return None
        verdicts = {n: a["verdicts"][0] for n, a in readers.items()}
        agree = [n for n, said in verdicts.items() if said == "same"]
        differ = {n: said for n, said in verdicts.items() if said not in ("same", "not comparable")}
        record["state"] = "read" if agree or differ else "not comparable" if readers else "only we read"
        if differ and not agree:
            self.keep(record, "wrong pixels", "; ".join(f"{n}: {said}" for n, said in differ.items()), data)
        elif differ:
            record["disputed"] += [f"{n}: {said}" for n, said in differ.items()]
        return agree[0] if agree else None

    def damage(self, record, reader, described, data):
        worker = self.worker()
        file = worker.folder / f"damaged{pathlib.Path(record['file']).suffix}"
        raw = worker.folder / "damaged.raw"
        whole = pathlib.Path(described["raw"]).read_bytes()
        random_source = random.Random(f"{self.options.seed} {record['file']}")
        for i in range(self.options.mutants):
            changed, how = damaged(data, random_source, i)
            file.write_bytes(changed)
            record["mutants"] += 1
            run = worker.run("box", file, raw, "--radius", "0", "-f", "-q", "-d", "cpu", "-j", "1")
            if run.finding():
                self.keep(record, run.finding(), f"{how}: {run.summary()}", changed)
            if run.code != 0 or raw.read_bytes() == whole:
                continue
            now = worker.describe(file, raw)[0] or {**described, "raw": str(raw)}
            answers = worker.second(file, [now, described])
            said = answers[reader]
            accepted = [n for n, a in answers.items() if "refused" not in a and a["verdicts"][0] == "same"]
            unnoticed = "refused" in said or said["verdicts"][1] == "same"
            if unnoticed and ("cut" in how or not accepted):
                self.keep(record, "damage taken for whole", f"{how}; {reader}: {said}", changed)
            elif not accepted:
                record["disputed"].append(f"{how}; {answers}")


def files_of(folder):
    """Returns the distinct files below a folder by name, and how many more there are."""
    found, seen, others = {}, set(), 0
    for path in sorted(folder.rglob("*"), key=os.fsencode):
        if not path.is_file():
            continue
        digest = hashlib.sha256(path.read_bytes()).digest()
        if digest in seen:
            others += 1
        else:
            found[str(path.relative_to(folder))] = path.absolute()
        seen.add(digest)
    return found, others


def judge_all(files, judge, jobs):
    try:
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(judge, files.values(), files))
    finally:
        judge.close()


def table(records):
    """Returns the lines of a table by format."""
    heads = ("format", "files", *STATES, "mutants", *FAILURES)
    rows = [heads]
    by_format = collections.defaultdict(list)
    for record in records:
        by_format[record["format"]].append(record)
        by_format["~all"].append(record)
    for kind, some in sorted(by_format.items()):
        kinds = collections.Counter(f["kind"] for r in some for f in r["findings"])
        states = collections.Counter(r["state"] for r in some)
        rows.append((kind.strip("~"), len(some), *(states[s] for s in STATES),
                     sum(r["mutants"] for r in some), *(kinds[f] for f in FAILURES)))
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(heads))]
    return ["| " + " | ".join(str(v).ljust(w) for v, w in zip(row, widths)) + " |" for row in rows]


FAKES = {
    "crash": 'kill -SEGV $$',
    "hang": 'exec sleep 60',
    "wrong pixels": '"$REAL" "$@" || exit; [ "$1" = info ] || printf "\\001" | dd of="$3" conv=notrunc status=none',
    "damage taken for whole": '"$REAL" "$@" || { [ "$1" != info ] && head -c 64 /dev/zero >"$3"; }',
}


def check_judge(options, folder):
    """Tools with one fault each: every fault is found, and none in the real tool."""
    sample = folder / "sample.png"
    sample.write_bytes(tool.png(tool.image(8, 8)))
    for kind, script in {None: 'exec "$REAL" "$@"', **FAKES}.items():
        fake = folder / "fake"
        fake.write_text(f"#!/bin/sh\nREAL={tool.TOOL!r}\n{script}\n", encoding="utf-8")
        fake.chmod(0o755)
        quick = argparse.Namespace(**{**vars(options), "mutants": 8, "out": folder / "check"})
        judge = Judge(quick, fake, 1 if kind == "hang" else options.seconds)
        found = {f["kind"] for r in judge_all({"sample.png": sample}, judge, 1) for f in r["findings"]}
        if found != ({kind} if kind else set()):
            sys.exit(f"a tool with the fault {kind!r} was found to have: {found or 'none'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of the report")
    parser.add_argument("--python", required=True, help="with the packages of requirements.txt")
    parser.add_argument("--mutants", type=int, default=20, help="damaged copies of each lossless file")
    parser.add_argument("--seconds", type=float, default=60, help="time limit of a run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    shutil.rmtree(options.out / "findings", ignore_errors=True)
    options.out.mkdir(parents=True, exist_ok=True)
    with torture.Folder() as folder:
        os.environ["CORPUS_TMP"] = str(folder)
        check_judge(options, folder)
        files, others = files_of(options.folder)
        records = judge_all(files, Judge(options, tool.TOOL, options.seconds), options.jobs)
    report = {"duplicates": others, "mutants": options.mutants, "seed": options.seed, "files": records}
    (options.out / "report.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
    (options.out / "table.txt").write_text("\n".join(table(records)) + "\n", encoding="utf-8")
    failures = [f"{f['kind']}: {r['file']}: {f['why']} (findings/{f['kept as']})"
                for r in records for f in r["findings"]]
    bad = [f"{r['file']}" for r in records if r["findings"]]
    print(*failures, sep="\n")
    mutants = sum(r["mutants"] for r in records)
    print(f"files and {mutants} damaged copies of them without a finding: {len(records) - len(bad)} of {len(records)}")
    sys.exit(1 if bad or not records else 0)


main()
