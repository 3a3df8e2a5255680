"""Many programs in one virtual machine: harness/Harness.java."""
import subprocess

from programs import require

JAVA = ["java", "-ea", "-XX:+UseSerialGC", "-Xshare:auto"]


def unescape(text):
    pairs = {"\\\\": "\\", "\\t": "\t", "\\n": "\n"}
    out, i = [], 0
    while i < len(text):
        out.append(pairs.get(text[i:i + 2], text[i]))
        i += 2 if text[i:i + 2] in pairs else 1
    return "".join(out)


def run_together(names, build, runs, folders=()):
    """name → list of (what was thrown, output), from one virtual machine.

    A name is that of a class, perhaps with a blank and the class whose lines are meant. Classes lie
    in BUILD/classes and in the folders."""
    classes = ":".join(map(str, [build / "classes", *folders]))
    listing = build / "list"
    listing.write_text("".join(f"{name}\n" for name in names))
    done = subprocess.run([*JAVA, "-cp", str(build / "classes"), "harness.Harness",
                           classes, str(runs), str(listing)],
                          capture_output=True, text=True, encoding="utf-8", check=False)
    results = {}
    for line in done.stdout.split("\n")[:-1]:
        name, thrown, output = line.split("\t")
        results.setdefault(name, []).append((thrown, unescape(output)))
    last = list(results)[-1] if results else "none"
    require(done.returncode == 0, f"the harness ended with {done.returncode} after {last}: "
            f"{results.get(last, [''])[-1]}\n{done.stderr}")
    return results
