"""The reports of all ranks about one test as one report of pytest."""

import re

from _pytest._code.code import ReprFileLocation, TerminalRepr
from _pytest.reports import TestReport


class ByRank(TerminalRepr):
    """Failures below the ranks that have them. Ranks with the same failure share one."""

    def __init__(self, ranks, failures, reprcrash):
        self.ranks = ranks
        self.failures = failures  # pairs of ranks and what failed there
        self.reprcrash = reprcrash  # of the short summary

    def toterminal(self, tw):
        for ranks, failure in self.failures:
            if ranks:
                tw.sep("- ", f"{numbers(ranks)} of {self.ranks}", bold=True)
            failure.toterminal(tw) if hasattr(failure, "toterminal") else tw.line(str(failure))


def numbers(ranks):
    """"rank 2", "ranks 0-2, 5"."""
    parts, ranks = [], sorted(ranks)
    while ranks:
        length = next(
            (n for n in range(1, len(ranks)) if ranks[n] != ranks[0] + n), len(ranks)
        )
        parts.append(f"{ranks[0]}" if length == 1 else f"{ranks[0]}-{ranks[length - 1]}")
        ranks = ranks[length:]
    is_one = len(parts) == 1 and "-" not in parts[0]
    return ("rank " if is_one else "ranks ") + ", ".join(parts)


def merge(item, ranks, outcome):
    """Reports of setup, call and teardown; outcome: of job.py."""
    by_phase = {}
    for rank, reports in enumerate(outcome.reports):
        for data in reports:
            report = _report(data)
            by_phase.setdefault(report.when, {})[rank] = report
    merged = [_merge_phase(item, ranks, when, by_phase[when])
              for when in ("setup", "call", "teardown") if when in by_phase]
    if merged and merged[0].failed and merged[0].when == "setup":  # other ranks may have gone on
        merged = [report for report in merged if report.when != "call" or report.failed]
    problem = _problem(ranks, outcome)
    if problem:
        _add_problem(item, ranks, merged, problem, outcome)
    elif outcome.output and merged:
        merged[-1].sections.append(("Output of the ranks", outcome.output))
    return merged


def _report(data):
    report = TestReport._from_json(data)
    if isinstance(report.longrepr, list):  # of a skipped test: JSON has no tuples
        report.longrepr = tuple(report.longrepr)
    return report


def refused(item, text):
    """The report of a test whose ranks can't be started."""
    return _failed(item, "setup", ByRank(0, [([], text)], _place(item, text.splitlines()[0])))


def _merge_phase(item, ranks, when, reports):
    def those(outcome, expected):
        return {rank: report for rank, report in reports.items()
                if report.outcome == outcome and hasattr(report, "wasxfail") == expected}

    failures = {rank: report for rank, report in reports.items() if report.failed}
    expected = those("skipped", True)
    skipped = those("skipped", False)
    first = next(iter(reports.values()))
    if failures:
        first = next(iter(failures.values()))
        first.longrepr = _by_rank(item, ranks, failures)
    elif expected:
        first = next(iter(expected.values()))
    elif len(skipped) < len(reports):
        first = next(report for rank, report in reports.items() if rank not in skipped)
    first.duration = max(report.duration for report in reports.values())
    first.sections = [(f"{title} of {numbers([rank])}", text)
                      for rank, report in reports.items() for title, text in _new_sections(report)]
    return first


# A report repeats the sections of the phases before it.
def _new_sections(report):
    return [(title, text) for title, text in report.sections if title.endswith(report.when)]


def _by_rank(item, ranks, failures):
    same = {}
    for rank, report in failures.items():
        text = re.sub(r"0x[0-9a-f]+", "", str(report.longrepr))  # addresses differ
        same.setdefault(text, []).append(rank)
    first = next(iter(failures))
    crash = getattr(failures[first].longrepr, "reprcrash", None)
    message = crash.message if crash else str(failures[first].longrepr).splitlines()[-1]
    parts = [(found, failures[found[0]].longrepr) for found in same.values()]
    return ByRank(ranks, parts, _place(item, f"{numbers(parts[0][0])}: {message}", crash))


def _place(item, message, crash=None):
    path, line = (crash.path, crash.lineno) if crash else (str(item.path), (item.location[1] or 0) + 1)
    return ReprFileLocation(path, line, message)


def _problem(ranks, outcome):
    """A line that says what is wrong beside failures of the ranks, or ""."""
    ended = [rank for rank in range(ranks) if outcome.ended[rank]]
    missing = [rank for rank in range(ranks) if not outcome.ended[rank]]
    if outcome.late:
        return f"time limit: {numbers(missing)} did not end"
    if outcome.exit_code == 3:
        return "deadlock" + (f"; {numbers(ended)} had ended the test" if ended else "")
    if outcome.exit_code is not None:
        return f"the run ended with exit code {outcome.exit_code}"
    lines = [f"rank {rank} has not received a message of rank {source} with tag {tag}"
             for rank, (source, tag) in outcome.left.items()]
    return "\n".join(lines)


# Failures of ranks come first: others may have waited for these ranks.
def _add_problem(item, ranks, merged, problem, outcome):
    frames = [f"rank {rank}, the newest call first:\n{text}" for rank, text in sorted(outcome.frames.items())
              if not outcome.ended[rank]]
    output = re.sub(r'^  File "(.*/(_pytest|pluggy|sartor/ranks)/|<frozen).*\n', "", outcome.output, flags=re.MULTILINE)
    text = "\n".join(filter(None, [problem, output.rstrip(), *frames]))
    failed = next((report for report in merged if report.failed), None)
    if failed is not None:
        failed.longrepr.failures.append(([], text))
        return
    call = next((report for report in merged if report.when == "call"), None)
    if call is not None:
        merged.remove(call)
    setup = [report for report in merged if report.when == "setup"]
    summary = f"{problem.splitlines()[0]}{_first_finding(outcome.output)}"
    new = _failed(item, "call" if setup else "setup", ByRank(ranks, [([], text)], _place(item, summary)))
    new.sections = call.sections if call is not None else []
    merged.insert(1 if setup else 0, new)


def _first_finding(output):
    """What the library says of the first rank."""
    found = re.search(r"^sartor: +((?:process|rank) \d.*)", output, re.MULTILINE)
    return f": {found[1]}" if found else ""


def _failed(item, when, longrepr):
    return TestReport(item.nodeid, item.location, {name: 1 for name in item.keywords}, "failed", longrepr,
                      when, duration=0)
