"""The Java programs of this folder: what their headers promise, and the classes made of them."""
import re
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROMISE = re.compile(r"^//\s*BRAID:\s*(.*?)\s*=>\s*(.*?)\s*$")
MODE = re.compile(r"^//\s*JAVA:\s*(.*?)\s*$")
# What the real `java -ea` does with a program; README.md says more.
MODES = ("prints", "prints alone", "runs", "may hang", "hangs", "never")
VERDICTS = ("valid", "invalid", "deadlock", "unknown")


class Failure(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failure(text)


class Outcome:
    """The right side of a BRAID line."""

    def __init__(self, text):
        words = text.split()
        require(words and words[0] in VERDICTS, f"no such verdict: {text}")
        self.text = text
        self.verdict = words.pop(0)
        self.kind = self.line = self.throws = self.cycle = self.reason = self.rows = None
        self.endless = None  # the line that an execution comes back to for ever
        self.vacuous = False
        while words:
            word = words.pop(0)
            if word == "race" and self.verdict == "invalid":
                self.kind = word
            elif word == "line" and words:
                self.line = int(words.pop(0))
            elif word == "throws" and words:
                self.throws = words.pop(0)
            elif word == "cycle" and words and self.verdict == "deadlock":
                self.cycle = int(words.pop(0))
            elif word == "rows" and words and self.verdict in ("invalid", "deadlock"):
                self.rows = int(words.pop(0))
            elif word == "reason" and words and self.verdict == "unknown":
                self.reason = " ".join(words)
                words = []
            elif word == "endless" and words and self.verdict == "valid":
                self.endless = int(words.pop(0))
            elif word == "vacuous":
                self.vacuous = True
            else:
                raise Failure(f"unknown word `{word}` in outcome: {text}")


class Program:
    """One file: its class, and pairs of arguments and outcome."""

    def __init__(self, path, root=HERE):
        self.path = path
        self.name = ".".join(path.relative_to(root).with_suffix("").parts)
        self.promises = []
        self.mode = None
        self.status = 0  # of `prints alone`
        text = path.read_text(encoding="utf-8")
        for line in text.splitlines():
            if not line.startswith("//"):
                break
            promise, mode = PROMISE.match(line), MODE.match(line)
            if promise:
                self.promises.append((promise[1], Outcome(promise[2])))
            elif mode:
                self.mode, _, status = mode[1].partition(" status ")
                require(self.mode in MODES, f"{path}: no such mode: {mode[1]}")
                self.status = int(status or 0)
            else:
                require("BRAID" not in line and "JAVA:" not in line, f"{path}: {line}")
        require(self.promises and self.mode, f"{path}: no BRAID or no JAVA line")
        self.has_threads = bool(re.search(
            r"\bThread\b|\.start\(\)|Executor|CompletableFuture|ForkJoin", text))

    def of_main(self):
        """What is promised of main with races left alone, if anything is."""
        for args, outcome in self.promises:
            if "--entry" not in args and "--spurious" not in args and outcome.kind != "race":
                return outcome
        return None


def all_programs(root=HERE):
    return [Program(path, root) for path in sorted(root.glob("*/*.java"))
            if path.parent.name != "harness"]


def read_gaps():
    """What Braid does not decide yet, by name, with the reason."""
    gaps = {}
    for line in (HERE / "gaps.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, reason = line.split(None, 1)
            gaps[name] = reason
    return gaps


def compile_all(build, models, root=HERE):
    """One call of javac for all programs and the harness; none if the classes are newer."""
    sources = sorted({*root.glob("*/*.java"), HERE / "harness" / "Harness.java"})
    stamp = build / "stamp"
    newest = max(path.stat().st_mtime for path in [*sources, models])
    if stamp.exists() and stamp.stat().st_mtime >= newest:
        return
    classes = build / "classes"
    classes.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["javac", "-J-XX:TieredStopAtLevel=1", "-g", "-parameters", "-nowarn",
                           "-proc:none", "-cp", str(models), "-d", str(classes),
                           *map(str, sources)],
                          capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"javac:\n{done.stdout}{done.stderr}")
    # Beside the classes, where braid looks for them.
    for source in sources:
        folder = classes / source.parent.name
        folder.mkdir(exist_ok=True)
        shutil.copy(source, folder)
    stamp.write_text("")
