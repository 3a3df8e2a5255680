"""Experiments of J. Vrooman, "Partial Order Reduction in Symbolic Execution for
Object-Oriented Languages", MSc thesis, Utrecht University 2024, chapter 6."""
import tempfile

from braid import HERE, ROOT, UNLIMITED, read_table, variant
from report import ratio

TABLES = HERE / "vrooman"
PROGRAMS = ROOT / "tests" / "programs" / "papers"

# The programs of EXP-1 and EXP-2 with their entries.
SOUNDNESS = {
    "EXP-1.1": ("soundness_01_no_join", "Main.main"),
    "EXP-1.2": ("soundness_02_join", "Main.main"),
    "EXP-1.3": ("soundness_03_lost_update", "Main.main"),
    "EXP-1.4": ("soundness_04_locked_update", "Main.main"),
    "EXP-1.5": ("soundness_05_array", "Main.main"),
    "EXP-1.6": ("soundness_06_array_either", "Main.main"),
    "EXP-1.7": ("soundness_07_lock_only", "Main.main"),
    "EXP-1.8": ("soundness_08_lock_unlock", "Main.main"),
    "EXP-1.9": ("soundness_09_branch", "Main.main"),
    "EXP-1.10": ("soundness_10_loop", "Main.main"),
    "EXP-1.11": ("soundness_11_locked_loop", "Main.main"),
    "EXP-1.12": ("soundness_12_branch_main", "Main.main"),
    "EXP-1.13": ("soundness_13_array_inputs", "Main.all"),
}
SYMBOLIC = {
    "EXP-2.1": ("symbolic_1_distinct", "Main.distinct"),
    "EXP-2.2": ("symbolic_2_aliased", "Main.aliased"),
    "EXP-2.3": ("symbolic_3_indices", "Main.different"),
    "EXP-2.4": ("symbolic_4_same_index", "Main.any"),
    "EXP-2.5": ("symbolic_5_locks_distinct", "Main.distinct"),
    "EXP-2.6": ("symbolic_6_locks_aliased", "Main.aliased"),
}
REDUCTIONS = ("none", "mpor", "optimal")

# The reductions by depth: options of ours, and the thesis's columns beside them. It
# has nothing like the last two, so they stand beside its best.
SWEEPS = (("none (thesis: NOPOR)", ("--por", "none"), "nopor"),
          ("simple (thesis: SR)", ("--por", "simple"), "simple"),
          ("mpor (thesis: MPOR)", ("--por", "mpor"), "mpor"),
          ("optimal (thesis: MPOR)", ("--por", "optimal"), "mpor"),
          ("optimal, states remembered (thesis: MPOR)", ("--por", "optimal", "--stateful"),
           "mpor"))

# The thesis has 3 and 4 philosophers. With mpor, which follows one execution for ever,
# ours needs a depth.
TABLE_SIZES = (3, 4, 10)
DEADLOCK_SEARCHES = (("mpor", ("--por", "mpor", "--depth", 120)), ("optimal", ("--por", "optimal")))
DEADLOCK_TARGETS = {4: 0.1, 10: 2}


def number(text):
    return float(text) if text else None


# ---------------------------------------------------------------- verdicts

def verdict_row(experiment, name, verdicts, expected, seconds=None, paper_seconds=None):
    """A row like those of mutants; several verdicts if the reductions disagree."""
    verdict = "/".join(sorted(set(verdicts)))
    return {"experiment": experiment, "mutant": name, "verdict": verdict, "kind": "",
            "paper_verdict": expected, "paper_kind": "", "seconds": seconds,
            "paper_seconds": paper_seconds}


def soundness(braid, report):
    report.print("\nV-EXP-1  soundness: seconds, process start included\n")
    report.print(f"{'program':<10}{'expected':<10}{'ours':<10}"
                 f"{'none s':>8}{'NOPOR s':>9}{'ratio':>8}{'mpor s':>8}{'MPOR s':>8}{'ratio':>8}"
                 f"{'optimal s':>11}{'ratio':>8}")
    for paper in read_table("vrooman/exp1.csv"):
        program, entry = SOUNDNESS[paper["experiment"]]
        seconds, verdicts = {}, []
        for reduction in REDUCTIONS:
            result, time = braid.median_verify(
                PROGRAMS / f"{program}.oox", "--entry", entry, "--depth", paper["depth"],
                *UNLIMITED, "--por", reduction)
            late = result["verdict"] == "unknown"
            seconds[reduction] = None if late else time
            if not late:
                verdicts.append(result["verdict"])
        nopor, mpor = number(paper["nopor_s"]), number(paper["mpor_s"])
        row = verdict_row("V-EXP-1", paper["experiment"], verdicts, paper["expected"],
                          seconds["optimal"], mpor)
        report.rows.append(row)
        shown = {name: "too long" if time is None else f"{time:.3f}"
                 for name, time in seconds.items()}
        report.print(f"{row['mutant'][4:]:<10}{row['paper_verdict']:<10}{row['verdict']:<10}"
                     f"{shown['none']:>8}{nopor or '-':>9}{ratio(nopor, seconds['none']):>8}"
                     f"{shown['mpor']:>8}{mpor:>8}{ratio(mpor, seconds['mpor']):>8}"
                     f"{shown['optimal']:>11}{ratio(mpor, seconds['optimal']):>8}")
        if paper["experiment"] == "EXP-1.13":
            report.measure("V-EXP-1.13, process start included", seconds["optimal"], 1)


def symbolic_references(braid, report):
    report.print("\nV-EXP-2  symbolic references: verdicts\n")
    report.print(f"{'program':<10}{'expected':<10}" + "".join(f"{r:<10}" for r in REDUCTIONS)
                 + f"{'NOPOR':<10}{'MPOR':<10}")
    for paper in read_table("vrooman/exp2.csv"):
        program, entry = SYMBOLIC[paper["experiment"]]
        verdicts = [braid.verify(PROGRAMS / f"{program}.oox", "--entry", entry, *UNLIMITED,
                                 "--por", reduction)[0]["verdict"] for reduction in REDUCTIONS]
        report.rows.append(verdict_row("V-EXP-2", paper["experiment"], verdicts,
                                       paper["expected"]))
        report.print(f"{paper['experiment'][4:]:<10}{paper['expected']:<10}"
                     + "".join(f"{verdict:<10}" for verdict in verdicts)
                     + f"{paper['nopor_got']:<10}{paper['mpor_got']:<10}")


# ---------------------------------------------------------------- traces

def traces(braid, report):
    report.print("\nV-EXP-3  two unordered writes: executions, every step interleaved\n")
    report.print(f"{'reduction':<12}{'ours':>6}{'thesis':>8}")
    for paper in read_table("vrooman/exp3.csv"):
        reduction = {"NOPOR": "none", "MPOR": "mpor"}[paper["method"]]
        result, _ = braid.verify(TABLES / "two_writes.oox", "--por", reduction, "--no-coarsen")
        ours = result["stats"]["paths"]
        if result["verdict"] != "valid":
            report.problems.append(f"V-EXP-3 {reduction}: {result['verdict']}")
        report.print(f"{reduction:<12}{ours:>6}{paper['traces']:>8}")
        report.count("V-EXP-3", reduction, "traces", ours, int(paper["traces"]))


# ---------------------------------------------------------------- growth with the depth

def sweep(braid, report, experiment, table, program, *options):
    """Runs every reduction to the depth where it takes too long; returns all cells."""
    cells = []
    for heading, reduction, column in SWEEPS:
        block = []
        for paper in table:
            result, seconds = braid.verify(program, *options, "--depth", paper["depth"],
                                           *UNLIMITED, *reduction)
            # A depth that cuts every execution is unknown, too, but in time.
            late = result["verdict"] == "unknown" and "cut" not in (result.get("reason") or "")
            if result["verdict"] not in ("valid", "unknown"):
                report.problems.append(f"{experiment} {heading}, depth {paper['depth']}: "
                                       f"{result['verdict']} instead of valid")
            block.append({"experiment": experiment, "mode": heading, "depth": int(paper["depth"]),
                          "seconds": None if late else seconds, "paths": result["stats"]["paths"],
                          "paper_seconds": number(paper[f"{column}_s"]),
                          "paper_paths": paper[f"{column}_paths"]})
            if late:
                break
        report.sweep(f"reduction {heading}", block)
        cells += block
    return cells


def deepest(cells, mode, depth):
    """The cell of that reduction and depth, if it was reached in time."""
    for cell in cells:
        if cell["mode"].startswith(mode) and cell["depth"] == depth:
            return cell
    return {"seconds": None, "paths": None}


def valid_philosophers(braid, report):
    program = TABLES / "philosophers_waiter.oox"
    report.print(f"\nV-EXP-4  4 philosophers and a waiter, for ever, by depth; at most "
                 f"{braid.limit:.0f} s each")
    cells = sweep(braid, report, "V-EXP-4", read_table("vrooman/exp4.csv"), program)
    times = [deepest(cells, mode, 130)["seconds"] for mode in ("optimal (", "optimal, states")]
    report.measure("V-EXP-4 optimal at depth 130", times[0], 1)
    report.measure("V-EXP-4 optimal at depth 130, states remembered", times[1], 1)
    result, seconds = braid.median_verify(program, *UNLIMITED, "--stateful")
    if result["verdict"] != "unknown" and not (result["verdict"] == "valid" and result["complete"]):
        report.problems.append(f"V-EXP-4 without a depth: {result['verdict']}, "
                               f"cut by {result['bounds_hit']}")
    report.measure("V-EXP-4 complete, without a depth, states remembered",
                   None if result["verdict"] == "unknown" else seconds)


def deadlocked_philosophers(braid, report):
    figures = {int(row["philosophers"]): float(row["mean_s"])
               for row in read_table("vrooman/exp5.csv")}
    report.print("\nV-EXP-5  deadlock of philosophers: seconds, process start included\n")
    report.print(f"{'number':<8}{'reduction':<11}{'ours':<10}{'ours s':>9}{'MPOR s':>9}"
                 f"{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for size in TABLE_SIZES:
            program = variant(TABLES / "philosophers_left.oox", folder, f"left_{size}.oox",
                              "int n := 4;", f"int n := {size};")
            for reduction, options in DEADLOCK_SEARCHES:
                result, seconds = braid.median_verify(program, *UNLIMITED, *options)
                late = result["verdict"] == "unknown"
                if not late:
                    report.rows.append(verdict_row("V-EXP-5", f"{size} {reduction}",
                                                   [result["verdict"]], "deadlock", seconds,
                                                   figures.get(size)))
                report.print(f"{size:<8}{reduction:<11}{result['verdict']:<10}"
                             f"{'too long' if late else format(seconds, '.4f'):>9}"
                             f"{figures.get(size) or '-':>9}"
                             f"{ratio(figures.get(size), None if late else seconds):>8}")
            if size in DEADLOCK_TARGETS:
                report.measure(f"V-EXP-5 deadlock of {size} philosophers",
                               None if late else seconds, DEADLOCK_TARGETS[size])


def merge_sort(braid, report):
    report.print(f"\nV-EXP-6  concurrent merge sort by depth; at most {braid.limit:.0f} s each")
    table = read_table("vrooman/exp6.csv")
    cells = sweep(braid, report, "V-EXP-6", table, HERE / "merge_sort.oox",
                  "--entry", "Main.sort", "--array-size", 3)
    paths = int(table[-1]["mpor_paths"])
    report.measure(f"V-EXP-6 paths of optimal at depth {table[-1]['depth']}",
                   deepest(cells, "optimal (", int(table[-1]["depth"]))["paths"], paths // 10,
                   "paths")


RUNNERS = {"V-EXP-1": soundness, "V-EXP-2": symbolic_references, "V-EXP-3": traces,
           "V-EXP-4": valid_philosophers, "V-EXP-5": deadlocked_philosophers,
           "V-EXP-6": merge_sort}
