"""The tables of docs/faults.md."""
import os
import re
import statistics
import sys

from programs import CHAPTERS


def titled(chapter):
    return chapter.replace("_", "-")


def is_fair(program, tool, results):
    """Whether the right program passes: what becomes of the faulty one says nothing where it does not."""
    return results.outcome(program, tool, False).verdict == "passed"


def outcomes(programs, tool, results, faulty):
    """Of right programs those that the MPI has the functions for, of faulty ones those whose right twin passes."""
    found = [(program, results.outcome(program, tool, faulty)) for program in programs if faulty in program.twins()]
    return [(program, outcome) for program, outcome in found
            if (is_fair(program, tool, results) if faulty else outcome.verdict != "absent")]


def count(pairs, verdict):
    return sum(outcome.verdict == verdict for _, outcome in pairs)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]


def by_chapter(programs):
    groups = [(chapter, [program for program in programs if program.chapter == chapter]) for chapter in CHAPTERS]
    return [(titled(chapter), group) for chapter, group in groups if group] + [("**all**", programs)]


def faults_table(programs, tools, results):
    """Named, seen, missed of the faults that a library can see."""
    visible = [program for program in programs if program.sees == "library"]
    rows = []
    for title, group in by_chapter(visible):
        row = [title, len(group)]
        for tool in tools:
            pairs = outcomes(group, tool, results, True)
            row.append(" / ".join(str(count(pairs, verdict)) for verdict in ("named", "seen", "missed")))
        rows.append(row)
    share = ["named, of those whose right twin passes", ""]
    for tool in tools:
        pairs = outcomes(visible, tool, results, True)
        share.append(f"{100 * count(pairs, 'named') / len(pairs):.1f} %" if pairs else "")
    return table(["chapter", "faults"] + [tool.title for tool in tools], rows + [share])


def alarms_table(programs, tools, results):
    row = ["**all**", len(programs)]
    for tool in tools:
        pairs = outcomes(programs, tool, results, False)
        row.append(f"{count(pairs, 'alarm')}" + (f" of {len(pairs)}" if len(pairs) != len(programs) else ""))
    return table(["chapter", "right programs"] + [tool.title for tool in tools], [row])


def seconds(values):
    return f"{statistics.median(values):.2f} s" if values else ""


def times_table(programs, tools, results):
    """Medians; what is still running at the limit is counted apart."""
    rows = [["to build a right program"], ["to run a right program"], ["to run a faulty program that ends"],
            ["faulty programs still running at the limit"]]
    for tool in tools:
        right = [outcome for _, outcome in outcomes(programs, tool, results, False)]
        faulty = [outcome for _, outcome in outcomes(programs, tool, results, True)]
        rows[0].append(seconds([outcome.build_seconds for outcome in right]))
        rows[1].append(seconds([outcome.run_seconds for outcome in right]))
        rows[2].append(seconds([outcome.run_seconds for outcome in faulty if not outcome.hung]))
        rows[3].append(sum(outcome.hung for outcome in faulty))
    return table([""] + [tool.title for tool in tools], rows)


def linked(program):
    return f"[{program.name}](../tests/faults/{program.name}.c)"


def what_happened(program, tool, results):
    outcome = results.outcome(program, tool, True)
    if outcome.verdict == "absent":
        return "not there"
    if not is_fair(program, tool, results):
        return "not counted"
    if outcome.verdict == "seen":
        return "hangs" if outcome.hung else "seen"
    return outcome.verdict


def not_named(programs, tools, results, name):
    """Faults that the tool of this name does not name, with what all tools make of them."""
    tool = next((tool for tool in tools if tool.name == name), None)
    if not tool:
        return []
    rest = [program for program, outcome in outcomes(programs, tool, results, True) if outcome.verdict != "named"]
    return [[linked(program), program.fault.split(" (MPI-")[0].replace("|", "\\|")]
            + [what_happened(program, each, results) for each in tools] for program in rest]


def list_table(rows, tools):
    return table(["program", "fault"] + [tool.title for tool in tools], rows) if rows else ["None."]


def missed_list(program, tools, results, name):
    """Lines about what tests don't allow: faults that tool `name` does not name, and false alarms of any."""
    lines = []
    for tool in tools:
        for faulty in program.twins():
            outcome = results.outcome(program, tool, faulty)
            wrong = outcome.verdict != "passed" if not faulty else tool.name == name and outcome.verdict != "named"
            if wrong:
                state = "the fault" if faulty else "the right program"
                lines.append(f"{program.name}: {tool.title}: {state}: {outcome.verdict}, exit code {outcome.code}\n"
                             f"{outcome.output.rstrip()}")
    return lines


def all_tables(programs, tools, results):
    visible = [program for program in programs if program.sees == "library"]
    others = [program for program in programs if program.sees in ("compiler", "none")]
    alarms = [[linked(program)] + [results.outcome(program, tool, False).verdict for tool in tools]
              for program in programs
              if any(results.outcome(program, tool, False).verdict == "alarm" for tool in tools)]
    versions = [f"{tool.title} {tool.version()}" for tool in tools if not tool.is_own]
    limit = f"{results.options.limit:g} s"
    faulty = sum(bool(program.fault) for program in programs)
    lines = [f"{faulty} faulty and {len(programs)} right programs; beside {' and '.join(versions)}. A run has {limit}."]
    lines += ["", "## Faults that a library can see", "", "Named / seen / missed:", ""]
    lines += faults_table(programs, tools, results)
    lines += ["", "## Right programs that don't pass", ""] + alarms_table(programs, tools, results)
    if alarms:
        lines += [""] + table(["program"] + [tool.title for tool in tools], alarms)
    lines += ["", "## Time", ""] + times_table(programs, tools, results)
    lines += ["", "## What `--checked` does not name", ""]
    lines += list_table(not_named(visible, tools, results, "checked"), tools)
    lines += ["", "## What calls do not show", ""]
    rows = [[linked(program), program.fault.split(" (MPI-")[0]]
            + [what_happened(program, tool, results) for tool in tools] for program in others]
    return lines + list_table(rows, tools)


def write_page(programs, tools, results, document):
    lines = all_tables(programs, tools, results)
    print("\n".join(lines))
    if not document:
        return
    with open(document) as file:
        text = file.read()
    begin, end = "<!-- tables -->\n", "<!-- end of tables -->\n"
    if begin not in text or end not in text:
        sys.exit(f"bench/faults: {os.path.basename(document)}: a line {begin.strip()} or {end.strip()} is missing")
    made = text[:text.index(begin) + len(begin)] + "\n".join(lines) + "\n" + text[text.index(end):]
    with open(document, "w") as file:
        file.write(re.sub(r" +\n", "\n", made))
