"""Experiments of S. Koppier, "The Path Explosion Problem in Symbolic Execution", MSc
thesis, Utrecht University 2020, chapter 5."""
import statistics
import tempfile
from pathlib import Path

from braid import HERE, UNLIMITED, read_table, variant
from report import agreement
from steps import KOPPIER, as_in_thesis

# The table of the linked list calls its failing assertion `ensures`.
PAPER_KINDS = {"EXP-2": {"assert": "ensures"}}

# Lists of 1 to 5 elements are the thesis's, and its depth ends at 110, where 300 s are
# over. With 13 elements a list is longer than that depth.
LIST_LENGTHS = (1, 2, 3, 4, 5, 8, 10, 13)
LIST_DEPTHS = (50, 85, 110, 150, 200, 250, 300)
ARRAY_SIZES = (3, 4, 5, 6, 7)
# Reference figures of CBMC 6.3 for a sort of such arrays; CBMC is not run here.
CBMC_SECONDS = {5: 1.7, 7: 6.8}
MERGE_SORT = HERE / "merge_sort.oox"
MERGE_OPTIONS = ("--entry", "Main.sort", "--array-size", 3, *UNLIMITED)
MERGE_DEPTH = 125
MERGE_DEPTHS = (10, 20, 30, 35, 40, 45, 50, 60, 80, 100, 125, 200)
# Seeds of EXP-4: the thesis has 50 runs of either kind.
PHILOSOPHER_RUNS = 50


# ---------------------------------------------------------------- mutants

def kind_of(experiment, result):
    if not result["violation"]:
        return ""
    kind = result["violation"]["kind"]
    return PAPER_KINDS.get(experiment, {}).get(kind, kind)


def row_of(braid, experiment, result, paper):
    seconds = result["stats"]["seconds"]
    paper_seconds = float(paper.get("SC_s") or paper.get("A_def_s") or paper["oox_s"])
    return {"experiment": experiment, "mutant": paper["mutant"],
            "verdict": result["verdict"], "kind": kind_of(experiment, result),
            "seconds": seconds, "process_seconds": seconds + braid.start,
            "paper_verdict": paper["verdict"], "paper_kind": paper.get("kind", ""),
            "paper_seconds": paper_seconds, "ratio": paper_seconds / (seconds + braid.start),
            "paths": result["stats"]["paths"], "queries": result["stats"]["solver_queries"],
            "bounds_hit": result["bounds_hit"]}


def mutants(braid, experiment, program, table, *options):
    """Verifies the original and the mutants of the table in one process."""
    names = [row["mutant"] for row in table if row["mutant"] != "ORIGINAL"]
    answer, seconds = braid.json("mutate", HERE / program, "--run", "--only", ",".join(names),
                                 *options, "--timeout", braid.limit)
    results = {m["name"]: m for m in answer["mutants"]}
    results["ORIGINAL"] = answer["original"]
    return [row_of(braid, experiment, results[row["mutant"]], row) for row in table], seconds


def measure_original(braid, report, experiment, program, table, times, *options):
    """The original in processes of its own; it shall be so many times faster."""
    paper = next(row for row in table if row["mutant"] == "ORIGINAL")
    _, seconds = braid.median(HERE / program, *options)
    report.measure(f"{experiment} original, process start included", seconds,
                   float(paper["SC_s"]) / times)


def sort_mutants(braid, report):
    table = read_table("bubble_sort.csv")
    options = ("--array-size", 3, "--depth", 80, *UNLIMITED)
    rows, seconds = mutants(braid, "EXP-1", "bubble_sort.oox", table, *options)
    report.table("EXP-1  bubble sort, array size 3, depth 80", rows)
    report.measure("EXP-1 all runs in one process", seconds, 5)
    measure_original(braid, report, "EXP-1", "bubble_sort.oox", table, 5, *options)


def list_mutants(braid, report):
    table = read_table("list_min.csv")
    options = ("--entry", "Main.check", "--depth", 85, *UNLIMITED)
    rows, seconds = mutants(braid, "EXP-2", "list_min.oox", table, *options)
    report.table("EXP-2  least value of a linked list, N = 3, depth 85", rows)
    report.measure("EXP-2 all runs in one process", seconds)
    measure_original(braid, report, "EXP-2", "list_min.oox", table, 20, *options)


# The columns of Table 5.2 for programs with one thread. The thesis evaluates expressions (S) and
# caches formulas (C). What answers questions before the solver does is S here; terms are
# simplified as they are made, which no option switches off.
EVALUATION = ("--no-eval", "--no-repair", "--no-slice", "--no-equalities", "--no-differences")
SCENARIOS = {"SC": (), "S": ("--no-cache",), "C": EVALUATION, "N": ("--no-cache", *EVALUATION)}


def optimisations(braid, report):
    """Every mutant with and without what saves questions to the solver. Without it some take
    longer than the limit."""
    for experiment, program, table, options in (
            ("EXP-1", "bubble_sort.oox", "bubble_sort.csv", ("--array-size", 3, "--depth", 80)),
            ("EXP-2", "list_min.oox", "list_min.csv", ("--entry", "Main.check", "--depth", 85))):
        paper = read_table(table)
        rows = {scenario: mutants(braid, experiment, program, paper, *options, *UNLIMITED,
                                  *switches)[0]
                for scenario, switches in SCENARIOS.items()}
        print_optimisations(report, f"TABLE-5.2  {experiment}: seconds, and questions to the solver",
                            paper, rows)
        for scenario, found in rows.items():
            for row, expected in zip(found, rows["SC"]):
                is_late = row["verdict"] == "unknown" and row["seconds"] >= braid.limit
                is_same = (row["verdict"], row["kind"]) == (expected["verdict"], expected["kind"])
                if not is_same and not is_late:
                    report.problems.append(f"{experiment} {row['mutant']}: {row['verdict']} with "
                                           f"{scenario}, {expected['verdict']} with SC")


def print_optimisations(report, title, paper, rows):
    report.print(f"\n{title}\n")
    report.print(f"{'mutant':<9}" + "".join(f"{'ours ' + s:>9}{'asked':>7}" for s in SCENARIOS)
                 + "".join(f"{'thesis ' + s:>11}" for s in SCENARIOS))
    totals = {s: [0, 0, 0] for s in SCENARIOS}
    for number, row in enumerate(paper):
        cells, theirs = "", ""
        for scenario in SCENARIOS:
            ours, published = rows[scenario][number], float(row[f"{scenario}_s"])
            cells += f"{ours['seconds']:>9.4f}{ours['queries']:>7}"
            theirs += f"{published:>11.3f}"
            sums = totals[scenario]
            totals[scenario] = [sums[0] + ours["seconds"], sums[1] + ours["queries"],
                                sums[2] + published]
        report.print(f"{row['mutant']:<9}" + cells + theirs)
    report.print(f"{'all':<9}" + "".join(f"{t[0]:>9.3f}{t[1]:>7}" for t in totals.values())
                 + "".join(f"{t[2]:>11.1f}" for t in totals.values()))


def merge_rows(braid, experiment, table, like_thesis=True):
    """The mutants of merge sort, each in its process. With the steps of the thesis every
    step counts by itself, so that the depth ends where it does there."""
    rows = []
    options = (*MERGE_OPTIONS, "--depth", MERGE_DEPTH, *(["--no-coarsen"] if like_thesis else []))
    with tempfile.TemporaryDirectory() as folder:
        for paper in table:
            program = merge_program(braid, folder, paper["mutant"], like_thesis)
            result, _ = braid.verify(program, *options)
            rows.append(row_of(braid, experiment, result, paper))
    return rows


def merge_program(braid, folder, mutant, like_thesis=True):
    """A mutant of merge sort, in the folder."""
    text = MERGE_SORT.read_text(encoding="utf-8") if mutant == "ORIGINAL" else \
        braid.text("mutate", MERGE_SORT, "--show", mutant)
    program = Path(folder) / f"{mutant}.oox"
    program.write_text(as_in_thesis(text, "sort", KOPPIER) if like_thesis else text, encoding="utf-8")
    return program


def merge_mutants(braid, report):
    table = read_table("merge_sort.csv")
    rows = merge_rows(braid, "EXP-3", table)
    report.table("EXP-3  concurrent merge sort, array size 3, depth 125 in the thesis's steps",
                 rows)
    report.measure("EXP-3 all runs, process starts included",
                   sum(row["process_seconds"] for row in rows))
    report.measure("EXP-3 slowest mutant, process start included",
                   max(row["process_seconds"] for row in rows))
    rows = merge_rows(braid, "EXP-3", table, like_thesis=False)
    found = [row["mutant"] for row in rows
             if row["paper_verdict"] == "valid" and row["verdict"] == "invalid"]
    late = [row["mutant"] for row in rows if row["verdict"] == "unknown"]
    report.print(f"\nWith 125 steps of ours, {len(found)} of the mutants that are valid in the "
                 f"thesis are invalid:\n{', '.join(found)}")
    report.print(f"{len(late)} take too long: {', '.join(late)}")


# ---------------------------------------------------------------- philosophers

def philosophers(braid, report):
    """The mean seconds of many runs, in the order of the search and in random order."""
    program = HERE / "philosophers.oox"
    report.print("\nEXP-4  deadlock of two philosophers, depth 100, "
                 f"{PHILOSOPHER_RUNS} runs, process start included\n")
    report.print(f"{'search':<10}{'ours':<12}{'ours s':>9}{'deviation':>11}{'thesis s':>10}"
                 f"{'deviation':>11}{'ratio':>8}")
    for paper in read_table("philosophers.csv"):
        order = "random" if paper["mode"].endswith("rand") else "default"
        times, verdicts = [], set()
        for seed in range(PHILOSOPHER_RUNS):
            result, seconds = braid.verify(program, "--depth", paper["depth"], *UNLIMITED,
                                           "--search", order, "--seed", seed)
            times.append(seconds)
            verdicts.add(result["verdict"])
        mean, deviation = statistics.mean(times), statistics.pstdev(times)
        row = {"experiment": "EXP-4", "mutant": order, "verdict": "/".join(sorted(verdicts)),
               "kind": "", "seconds": mean, "process_seconds": mean,
               "paper_verdict": paper["verdict"], "paper_kind": "",
               "paper_seconds": float(paper["mean_s"]), "ratio": float(paper["mean_s"]) / mean}
        report.rows.append(row)
        report.print(f"{order:<10}{row['verdict']:<12}{mean:>9.4f}{deviation:>11.4f}"
                     f"{row['paper_seconds']:>10.3f}{float(paper['stddev_s']):>11.3f}"
                     f"{row['ratio']:>8.0f}")


# ---------------------------------------------------------------- growth with a bound

def list_depths(braid, report):
    cells = []
    with tempfile.TemporaryDirectory() as folder:
        for length in LIST_LENGTHS:
            program = variant(HERE / "list_min.oox", folder, f"list_min_{length}.oox",
                              "int bound := 3;", f"int bound := {length};")
            for depth in LIST_DEPTHS:
                result, seconds = braid.json("verify", program, "--entry", "Main.check",
                                             "--depth", depth, *UNLIMITED)
                # Where the depth cuts every execution, nothing is known.
                cut = "depth" in result["bounds_hit"]
                if result["verdict"] not in (("valid", "unknown") if cut else ("valid",)):
                    report.problems.append(f"EXP-5 N = {length}, depth {depth}: "
                                           f"{result['verdict']} instead of valid")
                cells.append({"experiment": "EXP-5", "length": length, "depth": depth,
                              "seconds": seconds, "paths": result["stats"]["paths"],
                              "cut": cut})
    print_list_depths(report, cells)
    at_300 = max(c["seconds"] for c in cells if c["depth"] == 300 and c["length"] <= 5)
    report.measure("EXP-5 slowest list of 1 to 5 elements at depth 300", at_300, 60)


def print_list_depths(report, cells):
    report.scaling += cells
    report.print("\nEXP-5  least value of a linked list: seconds, process start included, by "
                 "number of elements and depth")
    report.print("(*: the depth cut some execution; thesis: over 300 s beyond depth 110)\n")
    report.print(f"{'elements':<10}" + "".join(f"{depth:>10}" for depth in LIST_DEPTHS)
                 + f"{'paths':>10}")
    for length in LIST_LENGTHS:
        row = [c for c in cells if c["length"] == length]
        report.print(f"{length:<10}" + "".join(
            f"{c['seconds']:>9.3f}{'*' if c['cut'] else ' '}" for c in row)
            + f"{row[-1]['paths']:>10}")


def merge_depths(braid, report):
    """The thesis shows two curves without figures: no reduction, and its own."""
    report.print("\nEXP-6  concurrent merge sort by depth in the thesis's steps, process start "
                 "included. The thesis has\na figure without numbers: linear to depth 35, where "
                 "threads begin, then steep without reduction,\nnot with it.")
    with tempfile.TemporaryDirectory() as folder:
        program = merge_program(braid, folder, "ORIGINAL")
        sweep_merge_sort(braid, report, program)


def sweep_merge_sort(braid, report, program):
    for name, options in (("none, every step interleaved", ("--por", "none", "--no-coarsen")),
                          ("guarded, every step interleaved", ("--por", "guarded", "--no-coarsen")),
                          ("none", ("--por", "none")), ("guarded", ("--por", "guarded")),
                          ("optimal", ("--por", "optimal"))):
        cells = []
        for depth in MERGE_DEPTHS:
            result, seconds = braid.verify(program, *MERGE_OPTIONS, "--depth", depth, *options)
            late = result["verdict"] == "unknown"
            if result["verdict"] not in ("valid", "unknown"):
                report.problems.append(f"EXP-6 {name}, depth {depth}: {result['verdict']}")
            cells.append({"experiment": "EXP-6", "mode": name, "depth": depth,
                          "seconds": None if late else seconds, "paths": result["stats"]["paths"],
                          "paper_seconds": None, "paper_paths": None})
            if late:
                break
        report.sweep(f"reduction {name}", cells)


# ---------------------------------------------------------------- other tools

def sort_against_others(braid, report):
    table = read_table("bubble_sort_vs_cbmc_civl.csv")
    rows, _ = mutants(braid, "EXP-7", "bubble_sort.oox", table, "--array-size", 3, "--depth", 80,
                      *UNLIMITED)
    for row, paper in zip(rows, table):
        row["cbmc_seconds"] = float(paper["cbmc_s"])
        row["civl_seconds"] = float(paper["civl_s"])
    print_others(report, "EXP-7  bubble sort against CBMC and CIVL, array size 3", rows)
    sizes = []
    for size in ARRAY_SIZES:
        result, seconds = braid.median(HERE / "bubble_sort.oox", "--array-size", size, *UNLIMITED)
        if result["verdict"] != "valid" or set(result["bounds_hit"]) - {"array-size"}:
            report.problems.append(f"EXP-7 arrays of {size}: {result['verdict']}, "
                                   f"cut by {result['bounds_hit']}")
        sizes.append({"experiment": "EXP-7", "size": size, "seconds": seconds,
                      "paths": result["stats"]["paths"],
                      "cbmc_seconds": CBMC_SECONDS.get(size)})
    print_sizes(report, sizes)
    by_size = {row["size"]: row["seconds"] for row in sizes}
    report.measure("EXP-7 arrays of up to 5 elements", by_size[5], 0.3)
    report.measure("EXP-7 arrays of up to 7 elements", by_size[7], 3)


def merge_against_civl(braid, report):
    table = read_table("merge_sort_vs_civl.csv")
    rows = merge_rows(braid, "EXP-8", table)
    for row, paper in zip(rows, table):
        row["civl_seconds"] = float(paper["civl_s"])
    print_others(report, "EXP-8  concurrent merge sort against CIVL, array size 3, depth 125 in "
                         "the thesis's steps", rows)
    slow = next(row for row in rows if row["mutant"] == "CMP2")
    report.measure("EXP-8 the mutant CMP2, process start included", slow["process_seconds"], 1)


def print_others(report, title, rows):
    report.rows += rows
    tools = [tool for tool in ("cbmc", "civl") if f"{tool}_seconds" in rows[0]]
    report.print(f"\n{title} (their seconds as in the thesis)\n")
    report.print(f"{'mutant':<9}{'ours':<9}{'thesis':<9}{'equal':<12}{'ours s':>9}"
                 f"{'thesis s':>10}{'ratio':>8}"
                 + "".join(f"{tool.upper() + ' s':>9}{'ratio':>8}" for tool in tools))
    for row in rows:
        report.print(f"{row['mutant']:<9}{row['verdict']:<9}{row['paper_verdict']:<9}"
                     f"{agreement(row):<12}{row['seconds']:>9.4f}"
                     f"{row['paper_seconds']:>10.3f}{row['ratio']:>8.0f}"
                     + "".join(f"{row[f'{tool}_seconds']:>9.3f}"
                               f"{row[f'{tool}_seconds'] / row['process_seconds']:>8.0f}"
                               for tool in tools))
    report.summary(rows)


def print_sizes(report, rows):
    report.scaling += rows
    report.print("\nEXP-7  bubble sort with longer arrays, process start included\n")
    report.print(f"{'up to':<8}{'ours s':>9}{'paths':>8}{'CBMC 6.3 s':>12}{'ratio':>8}")
    for row in rows:
        cbmc = row["cbmc_seconds"]
        tail = f"{cbmc:>12.1f}{cbmc / row['seconds']:>8.0f}" if cbmc else f"{'-':>12}{'-':>8}"
        report.print(f"{row['size']:<8}{row['seconds']:>9.4f}{row['paths']:>8}{tail}")


RUNNERS = {"TABLE-5.2": optimisations, "EXP-1": sort_mutants, "EXP-2": list_mutants, "EXP-3": merge_mutants,
           "EXP-4": philosophers, "EXP-5": list_depths, "EXP-6": merge_depths,
           "EXP-7": sort_against_others, "EXP-8": merge_against_civl}
