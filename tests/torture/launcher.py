# SPDX-License-Identifier: Apache-2.0
"""Runs commands one after another, with a time limit, and measures their memory; for `corpus_runs.py`.

Linux counts what a process took before it became the command (`ru_maxrss` survives `exec`), so a command never seems to
take less than the program that starts it. This one stays small: it reads no file.

A line of JSON on standard input is a request, a line on standard output its answer. Request: `words`, `stdout` and
`stderr` (files to write), `seconds`. Answer: `code` (negative: a signal), `hung`, `peak` (bytes resident).
"""

import json
import os
import select
import signal
import sys


def run(request):
    writes = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    words = request["words"]
    pid = os.posix_spawn(words[0], words, os.environ, setsid=True, file_actions=[
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, request["stdout"], writes, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, request["stderr"], writes, 0o600)])
    handle = os.pidfd_open(pid)
    hung = not select.select([handle], [], [], request["seconds"])[0]
    os.close(handle)
    if hung:
        os.killpg(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    return {"code": os.waitstatus_to_exitcode(status), "hung": hung, "peak": usage.ru_maxrss << 10}


def main():
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)


main()
