"""Collects what the experiments found, prints tables as they come, and pairs
differences to the theses with their reasons."""
from braid import read_table


def differences(rows):
    """(experiment, program, what) of each row that differs: {key: (ours, paper)}."""
    found = {}
    for row in rows:
        key = (row["experiment"], row["mutant"])
        if row["verdict"] != row["paper_verdict"]:
            found[key + ("verdict",)] = (row["verdict"], row["paper_verdict"])
        elif row["paper_kind"] and row["kind"] != row["paper_kind"]:
            found[key + ("kind",)] = (row["kind"], row["paper_kind"])
    return found


def explain(found, chosen, known, reasons_file):
    """Pairs differences with their reasons; returns them and the problems."""
    explained, problems = [], []
    reasons = {}
    for row in read_table(reasons_file):
        if row["experiment"] not in known:
            problems.append(f"reasons: unknown experiment {row['experiment']}")
        if row["experiment"] in chosen:
            reasons[row["experiment"], row["mutant"], row["what"]] = row
    for key, (ours, paper) in found.items():
        row = reasons.pop(key, None)
        if row is None or (row["ours"], row["paper"]) != (ours, paper) or not row["reason"]:
            problems.append(f"{' '.join(key)}: {ours}, in the thesis {paper}, and no reason why")
        else:
            explained.append(dict(zip(("experiment", "mutant", "what"), key), ours=ours,
                                  paper=paper, reason=row["reason"]))
    for key in reasons:
        problems.append(f"{' '.join(key)}: a reason, but no such difference")
    return explained, problems


def agreement(row):
    if row["verdict"] != row["paper_verdict"]:
        return "NO: verdict"
    if row["paper_kind"] and row["kind"] != row["paper_kind"]:
        return "NO: kind"
    return "yes"


def ratio(paper_seconds, seconds):
    """How many times faster, as text; empty without a figure of the thesis."""
    if paper_seconds is None or seconds is None:
        return "-"
    return f"{paper_seconds / seconds:.0f}" if paper_seconds >= 10 * seconds else \
        f"{paper_seconds / seconds:.1f}"


def per_path(seconds, paths):
    """Microseconds, as text: at equal depths two engines may follow very different numbers."""
    if seconds is None or not paths or int(paths) == 0:
        return "-"
    return f"{seconds / int(paths) * 1e6:.0f}"


class Report:
    """Prints tables as they come, unless JSON is asked for."""

    def __init__(self, quiet):
        self.quiet = quiet
        self.rows = []      # with a verdict of a thesis
        self.scaling = []   # without
        self.counts = {}    # (experiment, program, what): (ours, paper), if they differ
        self.measured = []
        self.problems = []

    def print(self, text=""):
        if not self.quiet:
            print(text, flush=True)

    def table(self, title, rows):
        self.rows += rows
        self.print(f"\n{title}\n")
        self.print(f"{'mutant':<9}{'ours':<21}{'thesis':<21}{'equal':<12}"
                   f"{'ours s':>9}{'thesis s':>10}{'ratio':>8}")
        for row in rows:
            self.print(f"{row['mutant']:<9}"
                       f"{row['verdict'] + ' ' + row['kind']:<21}"
                       f"{row['paper_verdict'] + ' ' + row['paper_kind']:<21}{agreement(row):<12}"
                       f"{row['seconds']:>9.4f}{row['paper_seconds']:>10.3f}{row['ratio']:>8.0f}")
        self.summary(rows)

    def summary(self, rows):
        found = differences(rows)
        verdicts = sum(key[2] == "verdict" for key in found)
        kinds = sum(key[2] == "kind" for key in found)
        ours = sum(row["process_seconds"] for row in rows)
        paper = sum(row["paper_seconds"] for row in rows)
        self.print(f"\n{len(rows)} programs: {verdicts} other verdicts, {kinds} other kinds; "
                   f"{ours:.3f} s as processes, in the thesis {paper:.3f} s, "
                   f"ratio {paper / ours:.0f}")

    def sweep(self, heading, cells):
        """Paths and seconds by depth; a cell without seconds took too long."""
        self.scaling += cells
        self.print(f"\n{heading}\n")
        self.print(f"{'depth':<7}{'ours paths':>12}{'thesis paths':>14}{'ours s':>10}"
                   f"{'thesis s':>10}{'ratio':>8}{'ours µs/path':>14}{'thesis':>9}")
        for cell in cells:
            seconds, paper = cell["seconds"], cell["paper_seconds"]
            ours = f"{'':>12}" if seconds is None else f"{cell['paths']:>12}"
            self.print(f"{cell['depth']:<7}{ours}{cell['paper_paths'] or '-':>14}"
                       f"{'too long' if seconds is None else format(seconds, '.3f'):>10}"
                       f"{'-' if paper is None else format(paper, '.2f'):>10}"
                       f"{ratio(paper, seconds):>8}"
                       f"{per_path(seconds, cell['paths']):>14}"
                       f"{per_path(paper, cell['paper_paths']):>9}")

    def count(self, experiment, program, what, ours, paper):
        if ours != paper:
            self.counts[experiment, program, what] = (str(ours), str(paper))

    def measure(self, what, value, target=None, unit="s"):
        self.measured.append({"what": what, "value": value, "unit": unit, "target": target,
                              "met": target is None or value is not None and value <= target})

    def finish(self, explained):
        self.print("\nSummary\n")
        for m in self.measured:
            goal = "" if m["target"] is None else (
                f"   target {m['target']:.4g}: {'met' if m['met'] else 'NOT MET'}")
            shown = "too long" if m["value"] is None else (
                f"{m['value']:.4f} s" if m["unit"] == "s" else f"{m['value']} {m['unit']}")
            self.print(f"{m['what']:<60}{shown:>11}{goal}")
        self.print(f"\ndifferences to the theses: {len(explained)} with a reason, "
                   f"{len(self.problems)} problems")
        for d in explained:
            self.print(f"  {d['experiment']} {d['mutant']}: {d['what']} {d['ours']}, in the thesis "
                       f"{d['paper']}\n    {d['reason']}")
