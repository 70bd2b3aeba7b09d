"""Runs of programs within a time limit, what came of them, and the results of earlier runs."""
import hashlib
import json
import os
import subprocess
import time

from peers import end_early
from tools import ROOT

HARNESS = "1"  # another number makes earlier results void


class Outcome:
    """What came of a program: its verdict, what was printed, how it ended, seconds to build and to run it."""

    def __init__(self, verdict, output, code, hung, build_seconds, run_seconds):
        self.verdict, self.output, self.code, self.hung = verdict, output, code, hung
        self.build_seconds, self.run_seconds = build_seconds, run_seconds


def limited(command, environment, limit, output):
    """Exit code, or None after the limit, what was printed until then, and the seconds."""
    begin = time.monotonic()
    with open(output, "wb") as file:
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=file,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        code = printed = None
        try:
            code = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            printed = contents(output)
        finally:
            if code is None:
                end_early(process)
    return code, contents(output) if printed is None else printed, time.monotonic() - begin


def contents(path):
    with open(path, "rb") as file:
        return file.read(200000).decode(errors="replace")


def verdict_of(program, faulty, code, hung, output):
    quiet = code == 0 and not hung and not output.strip()
    if not faulty:
        return "passed" if quiet else "alarm"
    if quiet:
        return "missed"
    return "named" if program.is_named_by(output) else "seen"


class Results:
    def __init__(self, path, work, options):
        self.path, self.work, self.options = path, work, options
        self.kept, self.used = {}, {}
        if os.path.exists(path):
            with open(path) as file:
                self.kept = json.load(file)
        self.header = contents(os.path.join(ROOT, "tests", "faults", "faults.h"))

    def key(self, program, tool, faulty):
        what = [HARNESS, self.header, program.text[program.text.index("*/"):], str(program.ranks), tool.identity(),
                str(self.options.limit)]
        digest = hashlib.sha256("\0".join(what).encode()).hexdigest()[:16]
        return f"{program.name} {tool.name} {'faulty' if faulty else 'right'} {digest}"

    def outcome(self, program, tool, faulty):
        """The verdict is made anew each time: it depends on what is expected, the rest on the program alone."""
        key = self.key(program, tool, faulty)
        if key not in self.used:
            kept = self.kept.get(key)
            again = self.options.again or not kept or tool.lost_message(kept["code"], kept["output"])
            self.used[key] = self.made(program, tool, faulty) if again else kept
        run = self.used[key]
        if run["absent"]:
            verdict = "absent"
        else:
            verdict = verdict_of(program, faulty, run["code"], run["hung"], run["output"])
        return Outcome(verdict, run["output"], run["code"], run["hung"], run["build_seconds"], run["run_seconds"])

    def built(self, program, tool, faulty, executable):
        return limited(tool.build_command(program, faulty, executable), tool.environment, 300,
                       os.path.join(self.work, "build.output"))

    def made(self, program, tool, faulty):
        executable = os.path.join(self.work, program.name.replace("/", "_"))
        code, output, build_seconds = self.built(program, tool, faulty, executable)
        result = {"absent": False, "code": code, "hung": False, "output": output, "build_seconds": build_seconds,
                  "run_seconds": 0.0}
        if code != 0:  # a function that the MPI does not have makes the right program fail, too
            result["absent"] = not faulty or self.built(program, tool, False, executable)[0] != 0
            return result
        command = tool.run_command(program, executable)
        for _ in range(5):
            code, output, seconds = limited(command, tool.environment, self.options.limit,
                                            os.path.join(self.work, "run.output"))
            if not tool.lost_message(code, output):
                break
        os.remove(executable)
        result.update(code=code, hung=code is None, output=output, run_seconds=seconds)
        return result

    def keep(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path + ".new", "w") as file:
            json.dump({**self.kept, **self.used}, file, indent=1)
        os.replace(self.path + ".new", self.path)
