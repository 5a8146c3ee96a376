# SPDX-License-Identifier: Apache-2.0
"""Any files: no crash, no hang, the pixels of a second decoder, and no damage taken for a whole file."""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shutil
import sys
import time

import corpus_check
import corpus_report
import torture
from corpus_judge import Judge
from torture import tool


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
    """Returns the records of all files; those done are counted on standard error."""
    records, start = [], time.monotonic()
    try:
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for record in pool.map(judge, files.values(), files):
                records.append(record)
                if len(records) % 100 == 0:
                    print(f"{len(records)} of {len(files)} in {time.monotonic() - start:.0f} s", file=sys.stderr)
    finally:
        judge.close()
    return records


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of the report")
    parser.add_argument("--python", required=True, help="with the packages of requirements.txt")
    parser.add_argument("--mutants", type=int, default=20, help="damaged copies of each file")
    parser.add_argument("--seconds", type=float, default=60, help="time limit of a run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    options = arguments()
    shutil.rmtree(options.out / "findings", ignore_errors=True)
    options.out.mkdir(parents=True, exist_ok=True)
    with torture.Folder() as folder:
        os.environ["CORPUS_TMP"] = str(folder)
        corpus_check.check(options, folder)
        files, others = files_of(options.folder)
        records = judge_all(files, Judge(options, tool.TOOL, options.seconds), options.jobs)
    report = {"duplicates": others, "mutants": options.mutants, "seed": options.seed, "files": records}
    (options.out / "report.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
    tables = [corpus_report.of_files(records), corpus_report.of_damage(records), corpus_report.of_refusals(records)]
    text = "\n\n".join("\n".join(table) for table in tables)
    (options.out / "table.txt").write_text(text + "\n", encoding="utf-8")
    failures = [f"{f['kind']}: {r['file']}: {f['why']} (findings/{f['kept as']})"
                for r in records for f in r["findings"]]
    bad = sum(1 for r in records if r["findings"])
    print(*failures, sep="\n")
    damaged = sum(r["damage"].total() for r in records)
    print(f"files and {damaged} damaged copies of them without a finding: {len(records) - bad} of {len(records)}")
    sys.exit(1 if bad or not records else 0)


main()
