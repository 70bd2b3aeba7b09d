"""Plots of bench/versus as PNG and SVG: MPIs differ by marker, line, and colour (Okabe and Ito's palette)."""
import os

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator  # noqa: E402

from cases import COLLECTIVES, TITLES, target_of  # noqa: E402
from results import quartiles, size_text  # noqa: E402

STYLES = {
    "sartor": {"color": "#0072B2", "marker": "o", "linestyle": "-", "label": "Sartor"},
    "mpich": {"color": "#D55E00", "marker": "s", "linestyle": "--", "label": "MPICH"},
    "openmpi": {"color": "#009E73", "marker": "^", "linestyle": ":", "label": "Open MPI"},
}
LIMIT = {"color": "black", "linewidth": 1}

pyplot.rcParams.update({"font.size": 9, "axes.grid": True, "grid.color": "#DDDDDD", "axes.axisbelow": True,
                        "legend.frameon": False, "lines.markersize": 4, "svg.hashsalt": "versus"})


def save(figure, folder, name):
    figure.tight_layout()
    figure.savefig(os.path.join(folder, name + ".png"), dpi=200)
    figure.savefig(os.path.join(folder, name + ".svg"))
    pyplot.close(figure)


def series(results, name, case, ranks=None, size=None):
    """Sizes (bytes, or ranks where the size is given) with lower quartile, median and upper quartile."""
    found = []
    for point in results.points():
        spread = results.spread(point, name)
        if spread and point[0] == case and ranks in (None, point[1]) and size in (None, point[2]):
            found.append((point[2] if size is None else point[1], *spread))
    return sorted(found)


def draw_lines(axes, results, case, convert=lambda size, value: value, **where):
    for name in results.names:
        found = series(results, name, case, **where)
        if not found:
            continue
        sizes = [one[0] for one in found]
        low, middle, high = ([convert(one[0], one[part]) for one in found] for part in (1, 2, 3))
        axes.plot(sizes, middle, **STYLES[name])
        axes.fill_between(sizes, low, high, color=STYLES[name]["color"], alpha=0.2, linewidth=0)


def log_axes(axes, sizes, text):
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    shown = sorted(set(sizes))
    axes.xaxis.set_major_locator(FixedLocator(shown if len(shown) < 7 else shown[::(len(shown) + 5) // 6]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: text(round(value))))


def sizes_of(results, cases, axis):
    return [point[axis] for point in results.points() if point[0] in cases]


def draw_limits(axes, results, case, label, convert=lambda size, value: value):
    sizes = sorted(size for name, size in results.limits if name == case)
    if sizes:
        values = [convert(size, results.limit(case, size)) for size in sizes]
        axes.plot(sizes, values, linestyle="-.", label=label, **LIMIT)


def ping_pong(results, folder):
    figure, all_axes = pyplot.subplots(1, 2, figsize=(9, 4), sharey=True)
    for axes, case, limit in zip(all_axes, ("pingpong", "rewritten"), ("handover", "handover_rewritten")):
        draw_lines(axes, results, case, ranks=2)
        draw_limits(axes, results, limit, "limit: flag and one copy")
        if ("flag", 0) in results.limits:
            axes.axhline(results.limit("flag", 0), linestyle=(0, (1, 3)), label="limit: bare flag", **LIMIT)
        log_axes(axes, sizes_of(results, ("pingpong", "rewritten"), 2), size_text)
        axes.set_title({"pingpong": "buffers as they are", "rewritten": "rewritten each turn"}[case])
        axes.set_xlabel("message")
    all_axes[0].set_ylabel("one way, microseconds")
    all_axes[0].legend()
    save(figure, folder, "pingpong")


def bidirectional(results, folder):
    def bandwidth(size, microseconds):
        return 2 * size / microseconds / 1e3

    figure, axes = pyplot.subplots(figsize=(5.5, 4))
    draw_lines(axes, results, "bidirectional", bandwidth, ranks=2)
    draw_limits(axes, results, "copy", "limit: one copy on each core", bandwidth)
    log_axes(axes, sizes_of(results, ("bidirectional",), 2), size_text)
    axes.set_xlabel("message")
    axes.set_ylabel("both directions, GB/s")
    axes.legend()
    save(figure, folder, "bidirectional")


def many_ranks(results, folder):
    """Small messages and what does not depend on a size, over the number of ranks."""
    wanted = [("rate", 8), ("many_to_one", 8), ("halo", 8), ("start", 0), ("memory", 0)]
    shown = [(case, size) for case, size in wanted if sizes_of(results, (case,), 1)]
    if not shown:
        return
    figure, all_axes = pyplot.subplots(1, len(shown), figsize=(3 * len(shown), 3.4), squeeze=False)
    for axes, (case, size) in zip(all_axes[0], shown):
        draw_lines(axes, results, case, size=size)
        log_axes(axes, sizes_of(results, (case,), 1), str)
        unit = next(results.units[point] for point in results.points() if point[0] == case)
        axes.set_title(f"{case}{', ' + size_text(size) if size else ''}")
        axes.set_xlabel("ranks")
        axes.set_ylabel({"us": "microseconds", "ms": "milliseconds"}.get(unit, unit))
    all_axes[0][0].legend()
    save(figure, folder, "ranks")


def collectives(results, folder):
    measured = [case for case in COLLECTIVES if case != "barrier"]
    for ranks in sorted(set(sizes_of(results, measured, 1)) - {1}):
        figure, all_axes = pyplot.subplots(2, 4, figsize=(11, 5.5), sharex=True)
        for axes, case in zip(all_axes.flat, measured):
            draw_lines(axes, results, case, ranks=ranks)
            log_axes(axes, sizes_of(results, measured, 2), size_text)
            axes.set_title(TITLES[case])
        for axes in all_axes[:, 0]:
            axes.set_ylabel("microseconds")
        handles, labels = all_axes[0][0].get_legend_handles_labels()
        all_axes[1][3].axis("off")
        all_axes[1][3].legend(handles, labels, loc="center", title=f"{ranks} ranks")
        save(figure, folder, f"collectives_{ranks}")


def has_ratio_target(point):
    target = target_of(*point)
    return target is not None and target.ratio is not None


def ratios(results, folder):
    """Paired ratios with quartiles, one line for each point that has a target."""
    points = [point for point in results.points() if results.ratios(point) and has_ratio_target(point)]
    if not points:
        return
    figure, axes = pyplot.subplots(figsize=(7, 1 + 0.16 * len(points)))
    for row, point in enumerate(points):
        low, middle, high = quartiles(results.ratios(point))
        target, met = results.verdict(point)
        color = STYLES["sartor" if met else "mpich"]["color"]
        axes.plot([low, high], [row, row], color=color, linewidth=2)
        axes.plot(middle, row, color=color, marker="o" if met else "X")
        axes.plot(float(target), row, color="black", marker="|", markersize=8)
    axes.axvline(1, **LIMIT)
    axes.set_xscale("log")
    names = [f"{case} {size_text(size)}, {ranks}" for case, ranks, size in points]
    axes.set_yticks(range(len(points)), names, fontsize=6)
    axes.set_ylim(len(points), -1)
    axes.set_xlabel("Sartor over the better of the others (bar: the target; cross: missed)")
    save(figure, folder, "ratios")


def draw_all(results, folder):
    has = {point[0] for point in results.points()}
    if has & {"pingpong", "rewritten"}:
        ping_pong(results, folder)
    if "bidirectional" in has:
        bidirectional(results, folder)
    many_ranks(results, folder)
    if has & set(COLLECTIVES) - {"barrier"}:
        collectives(results, folder)
    ratios(results, folder)
