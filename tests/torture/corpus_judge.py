# SPDX-License-Identifier: Apache-2.0
"""What `corpus.py` does with each file."""

import collections
import pathlib
import random
import shutil
import threading

from corpus_runs import Worker

LIMIT = 64 << 20           # bytes resident of runs under --max-memory 64M
BASE, PER_PIXEL = 256 << 20, 64  # bytes resident of other runs: so many (metadata), and so many for each pixel
LARGEST_MUTATED = 1 << 20  # bytes
FORMATS = {"ppm": "pnm", "pgm": "pnm", "pbm": "pnm", "mpo": "jpeg", "jpg": "jpeg", "tif": "tiff"}
INDEPENDENT = {"tiff": "tifffile"}  # Pillow reads TIFFs by libtiff, as we do: it misses the same damage
QUIETLY = ("-f", "-q", "-d", "cpu")


def damaged(data, random_source, i):
    """Returns a damaged copy and what was done: a byte anywhere, near the start, near the end, or a cut."""
    if i % 4 == 3:
        length = random_source.randrange(len(data))
        return data[:length], f"cut to {length} of {len(data)} bytes"
    first, end = ((0, len(data)), (0, min(256, len(data))), (max(0, len(data) - 256), len(data)))[i % 4]
    at = random_source.randrange(first, end)
    value = data[at] ^ random_source.randrange(1, 256)
    return data[:at] + bytes([value]) + data[at + 1:], f"byte {at}: {data[at]} became {value}"


def by_page(answers, result):
    """Returns, for each page, the decoders that agree with a result, and those that differ with how."""
    pages = zip(*(a["verdicts"][result] for a in answers.values()), strict=True)
    return [([n for n, said in zip(answers, page, strict=True) if said == "same"],
             {n: said for n, said in zip(answers, page, strict=True) if said not in ("same", "not comparable")})
            for page in pages]


def is_same(answer, result):
    return "refused" not in answer and set(answer["verdicts"][result]) == {"same"}


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

    def check_run(self, record, run, limit, what, data):
        """Notes a crash, a hang or too much memory."""
        kind = run.finding() or ("over memory" if run.peak > limit else None)
        if kind:
            self.keep(record, kind, f"{what}: {run.summary()}; {run.peak >> 20} MiB resident", data)

    def __call__(self, path, name):
        record = {"file": name, "format": "", "state": "", "pages": 0, "exits": {}, "findings": [], "disputed": [],
                  "damage": collections.Counter()}
        worker, data = self.worker(), path.read_bytes()
        described, info = worker.describe(path)
        whole = worker.result("whole", described)
        self.check_run(record, info, BASE, "info", data)
        self.filtered(record, path, described, whole)
        record["exits"]["info"] = info.code
        if record["exits"]["box"] != 0:
            described = None
        answers = worker.second(path, [{"raw": str(whole), **described}] if described else [])
        record["second"] = answers
        reader = self.state(record, described, answers, data)
        if reader and len(data) <= LARGEST_MUTATED:
            self.damage(record, reader, described, whole, data)
        return record

    def filtered(self, record, path, described, whole):
        """Runs the filters; the box of radius 0 keeps the samples."""
        worker, data = self.worker(), path.read_bytes()
        smooth, bands = worker.result("smooth", described), worker.result("bands", described)
        runs = {"box": ("box", path, whole, "--radius", "0"), "bilateral": ("bilateral", path, smooth),
                "bands": ("bilateral", path, bands, "--max-memory", "64M")}
        pixels = described["width"] * described["height"] if described else 0
        for verb, words in runs.items():
            run = worker.run(*words, *QUIETLY, "-j", "2", pixels=pixels)
            record["exits"][verb] = run.code
            self.check_run(record, run, LIMIT if verb == "bands" else BASE + PER_PIXEL * pixels, verb, data)
            if verb == "box":
                record["said"] = run.summary() if run.code else ""
        if record["exits"]["bilateral"] == record["exits"]["bands"] == 0 and not worker.alike(smooth, bands):
            self.keep(record, "wrong pixels", "bilateral: other pixels under --max-memory 64M", data)

    def state(self, record, described, answers, data):
        """Sets the state and format; returns the name of a second decoder that agrees on all pages, if any."""
        kinds = [a.get("format") for a in answers.values() if a.get("format")]
        suffix = pathlib.Path(record["file"]).suffix[1:]
        kind = (described["format"] if described else kinds[0] if kinds else suffix or "none").lower()
        record["format"] = FORMATS.get(kind, kind)
        readers = {n: a for n, a in answers.items() if "refused" not in a}
        if not described:
            record["state"] = "only we refuse" if readers else "refused by all"
            return None
        record["pages"] = described["pages"]
        pages = by_page(readers, 0)
        if not readers:
            record["state"] = "only we read"
        else:
            record["state"] = "read" if all(agree or differ for agree, differ in pages) else "not comparable"
        for i, (agree, differ) in enumerate(pages):
            said = f"page {i + 1} of {len(pages)}: " + "; ".join(f"{n}: {how}" for n, how in differ.items())
            if differ and not agree:
                self.keep(record, "wrong pixels", said, data)
            elif differ:
                record["disputed"].append(said)
        agree = [n for n, a in readers.items() if is_same(a, 0)]
        return min(agree, key=lambda n: n != INDEPENDENT.get(record["format"]), default=None)

    def damage(self, record, reader, described, whole, data):
        """Damages the file and counts how that ends."""
        worker = self.worker()
        file = worker.folder / f"damaged{pathlib.Path(record['file']).suffix}"
        result = worker.result("damaged", described)
        random_source = random.Random(f"{self.options.seed} {record['file']}")
        limit = BASE + PER_PIXEL * described["width"] * described["height"]
        for i in range(self.options.mutants):
            changed, how = damaged(data, random_source, i)
            file.write_bytes(changed)
            run = worker.run("box", file, result, "--radius", "0", *QUIETLY, "-j", "1")
            self.check_run(record, run, limit, how, changed)
            if run.code != 0:
                outcome = "refused"
            elif worker.alike(result, whole):
                outcome = "same pixels"
            else:
                ours = {"raw": str(result), **(worker.describe(file)[0] or described)}
                answers = worker.second(file, [ours, {"raw": str(whole), **described}])
                outcome = self.outcome(record, reader, answers, how, changed)
            record["damage"][outcome] += 1

    def outcome(self, record, reader, answers, how, changed):
        """What became of a damaged file that was read, with other pixels than the whole one."""
        judges = [reader] if reader in INDEPENDENT.values() else answers
        accepted = any(is_same(answers[name], 0) for name in judges)
        unnoticed = "refused" in answers[reader] or is_same(answers[reader], 1)
        if unnoticed and ("cut" in how or not accepted):
            self.keep(record, "damage taken for whole", f"{how}; {reader}: {answers[reader]}", changed)
            return "taken for whole"
        if accepted:
            return "read as by others"
        record["disputed"].append(f"{how}; {answers}")
        return "read in other ways"
