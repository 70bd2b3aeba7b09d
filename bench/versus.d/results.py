"""Values that bench/versus has measured: medians, paired ratios, the table and the JSON file."""
import json
import statistics

from cases import KINDS, TITLES, target_of


def quartiles(values):
    """Lower quartile, median, upper quartile; of less than three values the lowest, median and highest."""
    middle = statistics.median(values)
    if len(values) < 3:
        return min(values), middle, max(values)
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


class Results:
    """Values by point (case, ranks, bytes), MPI and round. A missing value has a note that says why."""

    def __init__(self, names):
        self.names = names
        self.units, self.values, self.notes = {}, {}, {}
        self.limits = {}
        self.slowed = set()  # case, ranks, MPI, round: other work slowed the processors down meanwhile

    def add(self, point, unit, name, round_number, value):
        self.units[point] = unit
        self.values.setdefault((point, name), {})[round_number] = value

    def note(self, point, unit, name, text):
        self.units.setdefault(point, unit)
        self.notes.setdefault((point, name), text)

    def note_slowed(self, cases, ranks, name, round_number):
        self.slowed.update((case, ranks, name, round_number) for case in cases)

    def is_slowed(self, point):
        """Whether most of its ratios have a value of slowed processors."""
        slowed = [any((*point[:2], name, number) in self.slowed for name in ("sartor", peer))
                  for number, _, _, peer in self.pairs(point)]
        return 2 * sum(slowed) > len(slowed)

    def add_limit(self, case, size, value):
        self.limits.setdefault((case, size), []).append(value)

    def limit(self, case, size):
        """The best of all rounds: what the machine can do."""
        return min(self.limits.get((case, size), [float("nan")]))

    def points(self):
        """Those that exist: what Sartor's program left out (too large) the others leave out too."""
        order = [case for kind in KINDS for case in kind.cases]
        points = [point for point in self.units if self.notes.get((point, "sartor")) != "-"]
        return sorted(points, key=lambda point: (order.index(point[0]), point[1:]))

    def spread(self, point, name):
        values = self.values.get((point, name))
        return quartiles(list(values.values())) if values else None

    def pairs(self, point):
        """Of each round that has both: its number, Sartor's value, the better peer's value and name."""
        for number, value in self.values.get((point, "sartor"), {}).items():
            theirs = [(self.values.get((point, name), {}).get(number, 0), name) for name in self.names]
            better = min(((other, name) for other, name in theirs if other > 0 and name != "sartor"),
                         default=None)
            if better:
                yield number, value, *better

    def ratios(self, point):
        """Sartor's value over the better peer's of the same round, for each round that has both."""
        return [value / other for _, value, other, _ in self.pairs(point)]

    def verdict(self, point):
        """The target as text and whether it is met: True, False, or None where that can't be said."""
        target = target_of(*point)
        if target is None:
            return "", None
        if target.value is not None:
            own = self.spread(point, "sartor")
            return f"{target.value:g} {self.units[point]}", own[1] <= target.value if own else None
        ratios = self.ratios(point)
        return f"{target.ratio:.3g}", statistics.median(ratios) <= target.ratio if ratios else None


def number(value):
    if value >= 1e5:
        return f"{value:.0f}"
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}" if value >= 0.1 else f"{value:.2g}"


def size_text(size):
    for factor, unit in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= factor and size % factor == 0:
            return f"{size // factor} {unit}"
    return f"{size} B" if size else ""


COLUMNS = ("sartor", "mpich", "openmpi")
ROW = "{:<23} {:>7} {:>5} {:<3} {:>9} {:>9} {:>9} {:>7} {:<15} {:>8}  {}"


def cell(results, point, name):
    spread = results.spread(point, name)
    return number(spread[1]) if spread else results.notes.get((point, name), "-")


def row(results, point):
    case, ranks, size = point
    ratios = results.ratios(point)
    ratio, spread = "", ""
    if ratios:
        low, middle, high = quartiles(ratios)
        ratio = number(middle) + ("~" if results.is_slowed(point) else "")
        spread = f"{number(low)}..{number(high)}" if len(ratios) > 1 else "one start"
    target, met = results.verdict(point)
    columns = [cell(results, point, name) for name in COLUMNS]
    verdict = "" if not target else {True: "yes", False: "NO", None: "?"}[met]
    first = (case, size_text(size), ranks, results.units[point])
    return ROW.format(*first, *columns, ratio, spread, target, verdict).rstrip()


def print_table(results):
    print(ROW.format("case", "size", "ranks", "", *COLUMNS, "ratio", "quartiles", "target", "met?"))
    previous = None
    for point in results.points():
        group = point[0] if not point[0].startswith(("exchange_", "pack_")) else "datatypes"
        if group != previous:
            print(f"# {TITLES.get(group, 'derived datatypes')}")
        previous = group
        print(row(results, point))
    print_limits(results)
    print_summary(results)


def print_limits(results):
    if results.limits:
        print("# what the machine allows: a flag between two cores; flag and one copy; a copy on one core")
    for case, size in results.limits:
        print(f"{case:<23} {size_text(size):>7}       us  {number(results.limit(case, size)):>9}")


def print_summary(results):
    verdicts = [results.verdict(point) for point in results.points()]
    met = [verdict for text, verdict in verdicts if text]
    print(f"\nratio: sartor over the better of the others in the same round, below 1 is better; "
          f"values are medians.")
    if any(results.is_slowed(point) for point in results.points()):
        print("~: in most rounds a processor ran slower than it can, before or after a run: it shared its core.")
    print(f"targets: {met.count(True)} met, {met.count(False)} missed, "
          f"{met.count(None)} can't be told")


def as_json(results, about):
    rows = []
    for point in results.points():
        case, ranks, size = point
        target, met = results.verdict(point)
        ratios = results.ratios(point)
        rows.append({
            "case": case, "title": TITLES.get(case, case), "ranks": ranks, "bytes": size,
            "unit": results.units[point],
            "values": {name: list(results.values.get((point, name), {}).values()) for name in results.names},
            "missing": {name: note for (where, name), note in results.notes.items() if where == point},
            "ratio": dict(zip(("low", "median", "high"), quartiles(ratios))) if ratios else None,
            "target": target or None, "met": met, "slowed": results.is_slowed(point),
        })
    limits = [{"case": case, "bytes": size, "microseconds": values}
              for (case, size), values in results.limits.items()]
    return json.dumps({**about, "points": rows, "limits": limits}, indent=1) + "\n"
