#!/usr/bin/env python3
"""Random calls of collections: what java prints, `braid run` must print, too.

Each program has lists, maps, sets and queues, of java.util or of java.util.concurrent. It calls sixty
methods of them one after the other, and prints what they give or throw, and what the collections hold
then; but not what is said about null, which Braid does not always know.

    tests/java/random_collections.py --braid PATH --build DIR [--count 20] [--seed 1]
"""
import argparse
import random
import subprocess
import sys
from pathlib import Path

CALLS = 60
LIST = (
    "{n}.add({v});", "{n}.add({v});", "{n}.add({i}, {v});", "p({n}.remove(Integer.valueOf({v})));",
    "p({n}.remove({i}));", "p({n}.indexOf({v}));", "p({n}.get({i}));", "p({n}.set({i}, {v}));",
    "{n}.addAll(List.of({v}, {v}));", "p({n}.removeIf(x -> x % 3 == 0));", "{n}.sort(null);",
    "p({n}.subList({i}, {i}));", "{n}.subList(0, {i}).clear();", "{n}.replaceAll(x -> x + 1);",
    "p({n}.equals(li)); p({n}.hashCode());", "Collections.reverse({n});", "p({n}.retainAll(se));",
    "{n}.addAll(se);", "for (int x : {n}) {{ if (x == {v}) {{ {n}.add(7); }} }}",
    "for (Iterator<Integer> i = {n}.iterator(); i.hasNext();) {{ "
    "if (i.next() % 3 == 1) {{ i.remove(); }} }}",
    "for (ListIterator<Integer> i = {n}.listIterator({i}); i.hasNext();) {{ int x = i.next(); "
    "if (x % 2 == 0) {{ i.set(x * 2); }} else if (x % 5 == 0) {{ i.add(x); }} }}")
MAP = (
    "p({n}.put({v}, {v}));", "p({n}.put({v}, {v}));", "p({n}.put({v}, {v}));", "p({n}.remove({v}));",
    "p({n}.get({v}));", "p({n}.merge({v}, {v}, Integer::sum));",
    "p({n}.computeIfAbsent({v}, k -> k * 2));",
    "p({n}.computeIfPresent({v}, (k, w) -> w > 10 ? null : w + 1));",
    "p({n}.compute({v}, (k, w) -> w == null ? 1 : w % 2 == 0 ? null : w + 2));",
    "{n}.keySet().removeIf(k -> k % 4 == 0);", "p({n}.values().remove({v}));",
    "{n}.entrySet().forEach(e -> e.setValue(e.getValue() + 1));", "p({n}.putIfAbsent({v}, {v}));",
    "p({n}.replace({v}, {v}));", "p({n}.hashCode()); p({n}.equals(lm));", "{n}.putAll(lm);",
    "p({n}.getOrDefault({v}, -9));", "p({n}.keySet().retainAll(se));",
    "for (int i = 0; i < 9; i++) {{ {n}.put(i * {i} * 8, i); }}",
    "for (int k : {n}.keySet()) {{ if (k == {v}) {{ {n}.remove(k); }} }}")
QUEUE = (
    "{n}.addFirst({v});", "{n}.addLast({v});", "{n}.push({v});", "p({n}.poll());",
    "p({n}.pollLast());", "p({n}.peek());", "p({n}.pop());", "p({n}.removeLastOccurrence({v}));",
    "p({n}.contains({v}));", "{n}.addAll(li);", "p({n}.removeLast());", "{n}.removeIf(x -> x % 4 == 1);")
SET = (
    "p({n}.add({v}));", "p({n}.add({v}));", "p({n}.remove({v}));", "p({n}.contains({v}));",
    "{n}.addAll(li);", "p({n}.removeAll(li));", "p({n}.equals(new HashSet<>(li))); p({n}.hashCode());")
PRIORITIES = (
    "p({n}.add({v}));", "p({n}.offer({v}));", "p({n}.poll());", "p({n}.peek());", "p({n}.remove());",
    "p({n}.remove(Integer.valueOf({v})));", "p({n}.contains({v}));", "{n}.addAll(li);",
    "p({n}.removeIf(x -> x % 4 == 1));", "p({n}.retainAll(se));",
    "for (Iterator<Integer> i = {n}.iterator(); i.hasNext();) {{ "
    "if (i.next() % 3 == 1) {{ i.remove(); }} }}")
KINDS = {"li": LIST, "ll": LIST, "hm": MAP, "lm": MAP, "ad": QUEUE, "pq": PRIORITIES, "se": SET,
         "ls": SET}
# The type of each variable, and its classes.
CLASSES = {
    "li": ("List<Integer>", "ArrayList<>()", "CopyOnWriteArrayList<>()"),
    "ll": ("List<Integer>", "LinkedList<>()", "CopyOnWriteArrayList<>()"),
    "hm": ("Map<Integer, Integer>", "HashMap<>()", "ConcurrentHashMap<>(64)"),
    "lm": ("Map<Integer, Integer>", "LinkedHashMap<>()", "LinkedHashMap<>(16, 0.75f, true)",
           "LinkedHashMap<>(2)", "ConcurrentSkipListMap<>()"),
    "ad": ("Deque<Integer>", "ArrayDeque<>()", "ConcurrentLinkedDeque<>()",
           "LinkedBlockingDeque<>()", "LinkedBlockingDeque<>(4)"),
    "pq": ("Queue<Integer>", "PriorityQueue<>()", "PriorityBlockingQueue<>()",
           "PriorityQueue<>(Comparator.reverseOrder())", "LinkedBlockingQueue<>()",
           "ConcurrentLinkedQueue<>()", "ArrayBlockingQueue<>(5)", "LinkedTransferQueue<>()"),
    "se": ("Set<Integer>", "HashSet<>()", "CopyOnWriteArraySet<>()"),
    "ls": ("Set<Integer>", "LinkedHashSet<>()", "ConcurrentSkipListSet<>()"),
}


class Values:
    """Each time it is formatted: another number, small, or far from others."""

    def __init__(self, chance, low, high, factors):
        self.chance, self.low, self.high, self.factors = chance, low, high, factors

    def __format__(self, _):
        return str(self.chance.randint(self.low, self.high) * self.chance.choice(self.factors))


def program(name, seed):
    chance = random.Random(seed)
    values = Values(chance, -3, 40, (1, 1, 16, 17))
    places = Values(chance, -1, 5, (1,))
    lines = ["import java.util.*;", "import java.util.concurrent.*;", "",
             f"public class {name} {{"]
    for variable, (declared, *classes) in CLASSES.items():
        lines.append(f"    static {declared} {variable} = new {chance.choice(classes)};")
    lines += ["    static void p(Object o) { System.out.println(o); }",
             "    static void t(Runnable r) {",
             "        try { r.run(); } catch (NullPointerException e) { p(\"null\"); }",
             "        catch (RuntimeException e) { p(e); }",
             "        p(li + \" \" + ll + hm + lm + ad + pq + se + ls);", "    }"]
    for i in range(CALLS):
        kind = chance.choice(sorted(KINDS))
        call = chance.choice(KINDS[kind]).format(n=kind, v=values, i=places)
        lines.append(f"    static void s{i}() {{ {call} }}")
    lines.append("    public static void main(String[] args) {")
    lines += [f"        t({name}::s{i});" for i in range(CALLS)]
    return "\n".join(lines) + "\n    }\n}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--braid", required=True)
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = options.build / f"collections_{options.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"C{seed}" for seed in range(options.seed, options.seed + options.count)]
    for name in names:
        (folder / f"{name}.java").write_text(program(name, int(name[1:])), encoding="utf-8")
    subprocess.run(["javac", "-g", "-nowarn", "-d", folder / "classes",
                    *(folder / f"{name}.java" for name in names)], check=True)
    failed = 0
    for name in names:
        java = subprocess.run(["java", "-XX:TieredStopAtLevel=1", "-cp", folder / "classes", name],
                              capture_output=True, text=True, check=True).stdout
        braid = subprocess.run([options.braid, "run", folder / "classes", "--entry", f"{name}.main"],
                               capture_output=True, text=True, check=False).stdout
        if not braid.startswith(java):
            failed += 1
            line = next((i for i, pair in enumerate(zip(java.splitlines(), braid.splitlines()))
                         if pair[0] != pair[1]), "its end")
            print(f"FAILED {name}: other output at line {line}")
    print(f"tests/java/random_collections.py: {len(names)} programs, {failed} failed")
    sys.exit(1 if failed else 0)


main()
