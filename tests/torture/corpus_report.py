# SPDX-License-Identifier: Apache-2.0
"""Tables of what `corpus.py` found, by format."""

import collections
import re

STATES = ("read", "only we read", "not comparable", "only we refuse", "refused by all")
FAILURES = ("crash", "hang", "over memory", "wrong pixels", "damage taken for whole")
OUTCOMES = ("refused", "same pixels", "read as by others", "read in other ways", "taken for whole")


def lines(rows):
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    rows = [rows[0], ["-" * width for width in widths], *rows[1:]]
    return ["| " + " | ".join(str(v).ljust(w) for v, w in zip(row, widths, strict=True)) + " |" for row in rows]


def by_format(records):
    found = collections.defaultdict(list)
    for record in records:
        found[record["format"]].append(record)
    return [*sorted(found.items()), ("all", records)]


def runs(record):
    return len(record["exits"]) + sum(record["damage"].values())


def of_files(records):
    """Files and pages by state, runs, and failures."""
    rows = [("format", "files", "pages", *STATES, "runs", *FAILURES)]
    for kind, some in by_format(records):
        kinds = collections.Counter(f["kind"] for r in some for f in r["findings"])
        states = collections.Counter(r["state"] for r in some)
        rows.append((kind, len(some), sum(r["pages"] for r in some), *(states[s] for s in STATES),
                     sum(map(runs, some)), *(kinds[f] for f in FAILURES)))
    return lines(rows)


def of_damage(records):
    """How damaged copies ended."""
    rows = [("format", "damaged", *OUTCOMES)]
    for kind, some in by_format([r for r in records if r["damage"]]):
        counts = sum((r["damage"] for r in some), collections.Counter())
        rows.append((kind, counts.total(), *(counts[o] for o in OUTCOMES)))
    return lines(rows)


def of_refusals(records):
    """Why files are refused that a second decoder reads."""
    reasons = collections.Counter()
    for record in records:
        if record["state"] == "only we refuse":
            reason = re.sub(r"\s+hint:.*", "", record["said"], flags=re.DOTALL)
            reason = re.sub(r"^exit (\d): selvage: error: (\S*/\S*?:? )?", r"exit \1: ", reason)
            reasons[record["format"], re.sub(r"\d+", "N", reason[8:])] += 1
    return lines([("format", "files", "refused because"),
                  *((kind, count, why) for (kind, why), count in sorted(reasons.items()))])
