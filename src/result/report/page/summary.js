// What was found, within which bounds, and what to do next.

/**
 * @param {Result} result
 * @param {HTMLElement} host
 */
function showSummary(result, host) {
  host.append(verdictLine(result), ...facts(result));
  if (result.violation) {
    host.append(make("p", { class: "message" }, cut(messageOf(result.violation), 3000)));
  }
  if (result.reason) host.append(make("p", { class: "message" }, cut(result.reason, 3000)));
  for (const warning of warnings(result)) {
    host.append(make("p", { class: "warning" }, warning));
  }
  const cuts = result.bounds.filter((bound) => bound.cut);
  if (cuts.length > 0) host.append(boundsList(cuts));
  if (result.counterexample) host.append(replayCommand(result));
}

/**
 * Who waits for whom is told below.
 * @param {Violation} violation
 */
function messageOf(violation) {
  return violation.cause ? `No thread can move: ${violation.cause}` : violation.message;
}

/** @param {Result} result */
function verdictLine(result) {
  return make("h1", {},
    make("span", { class: `verdict ${result.verdict}` }, verdictText(result)), " ",
    make("span", { class: "entry" }, cut(result.entry, 200)));
}

/** @param {Result} result */
function verdictText(result) {
  if (result.verdict === "valid" && result.executions !== null) return "this execution is right";
  if (result.verdict === "valid" && result.abstraction) return "valid on the abstraction";
  if (result.verdict === "valid" && !result.complete) return "valid within bounds";
  if (result.verdict === "invalid" && result.violation?.kind === "race") return "data race";
  return result.verdict;
}

/** @param {Result} result */
function facts(result) {
  const stats = result.stats;
  const entries = [
    ["property", propertyOf(result)],
    ["files", result.input.join(", ")],
    ["engine", result.por ? `${result.engine}, reduction ${result.por}` : result.engine],
    ["searched", searchedOf(stats)],
    ["bounds", result.bounds.map((bound) => bound.value === null
      ? bound.name : `${bound.name} ${bound.value}`).join(", ")],
  ];
  const list = make("dl", { class: "facts" });
  for (const [name, value] of entries) {
    if (!name || !value) continue;
    list.append(make("div", {}, make("dt", {}, name), make("dd", {}, cut(value, 600))));
  }
  return [list];
}

/** @param {Record<string, number>} stats */
function searchedOf(stats) {
  const paths = stats["paths"] ?? 0;
  const what = paths > 0 ? counted(paths, "execution") : counted(stats["states"] ?? 0, "state");
  return `${what}, ${counted(stats["transitions"] ?? 0, "step")}, ` +
    `${(stats["seconds"] ?? 0).toFixed(2)} s`;
}

/** @param {Result} result */
function propertyOf(result) {
  const formula = result.options["ltl"];
  if (formula) return formula;
  const kinds = {
    assert: "an assertion", requires: "a precondition", ensures: "a postcondition",
    property: "a relational property", exceptional: "no forbidden exception",
    deadlock: "no deadlock", race: "no data race", ltl: "a temporal property",
    limit: "bounds of the model", error: "no undefined operation",
  };
  const kind = result.violation?.kind;
  if (kind) return kinds[/** @type {keyof typeof kinds} */ (kind)] ?? kind;
  const races = result.options["races"] === "on" ? ", no data race" : "";
  return `assertions, contracts, exceptions, no deadlock${races}`;
}

/** @param {Result} result */
function warnings(result) {
  const texts = [];
  if (result.vacuous) {
    texts.push("Vacuous: assumptions discarded every execution, nothing was checked.");
  }
  if (result.never_ends) {
    const at = result.never_ends_at;
    const where = at?.line ? ` (${at.file}, line ${at.line})` : "";
    texts.push(`An execution goes on for ever${where}.`);
  }
  const missed = (result.coverage ?? []).reduce((sum, m) => sum + m.unreached.length, 0);
  if (missed > 0 && !result.violation) {
    texts.push(`No execution reached ${counted(missed, "line")}: see the source below.`);
  }
  return texts;
}

/** @param {Bound[]} cuts */
function boundsList(cuts) {
  const list = make("ul", { class: "bounds" });
  for (const bound of cuts) {
    const raise = bound.option ? [": raise it with ", make("code", {}, bound.option)] : [];
    list.append(make("li", {}, `Not looked at: ${bound.beyond}`, ...raise));
  }
  return list;
}

/** @param {Result} result */
function replayCommand(result) {
  const files = result.input.map(quoted).join(" ");
  const command = `braid replay ${files} --trace trace.json --interactive`;
  const save = make("button", { type: "button", id: "save-trace" }, "Save trace.json");
  save.addEventListener("click", () => saveTrace(result));
  return make("p", { class: "replay" }, "Step through it in a terminal: ",
    make("code", {}, command), " ", save);
}

/** @param {string} word */
function quoted(word) {
  return /^[\w./+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** @param {Result} result */
function saveTrace(result) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(result, null, 2)],
    { type: "application/json" }));
  make("a", { href: url, download: "trace.json" }).click();
  URL.revokeObjectURL(url);
}

// ---------------------------------------------------------------- the violation

/**
 * What is particular to the kind of violation.
 * @param {Execution} execution
 * @param {HTMLElement} host
 */
function showViolation(execution, host) {
  const violation = execution.violation;
  if (!violation) return;
  if (violation.cycle && violation.cycle.length > 1) {
    host.append(make("h2", {}, "Who waits for whom"), waitForGraph(violation.cycle, execution));
  }
  if (violation.kind === "deadlock") host.append(waitingList(violation, execution));
  if (execution.racing !== null && execution.markedStep !== null) {
    host.append(make("h2", {}, "The two accesses"), make("div", { class: "stacks" },
      callStack(execution, execution.racing), callStack(execution, execution.markedStep)));
  }
  if (violation.stack) host.append(exceptionStacks(violation.stack));
  const values = Object.entries(violation.values ?? {});
  if (values.length > 0) {
    const list = make("dl", { class: "values" });
    for (const [name, value] of values) {
      list.append(make("div", {}, make("dt", {}, cut(name, 80)), make("dd", {}, cut(value, 500))));
    }
    host.append(make("h2", {}, "Values"), list);
  }
  host.hidden = host.childElementCount === 0;
}

/**
 * @param {CycleMember[]} cycle
 * @param {Execution} execution
 */
function waitForGraph(cycle, execution) {
  const count = cycle.length;
  const radius = Math.max(90, count * 30);
  const middle = radius + 24;
  /** @param {number} i */
  const at = (i) => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2;
    return { x: 1.5 * middle + 1.5 * radius * Math.cos(angle) + 40,
      y: middle + radius * Math.sin(angle) };
  };
  const label = cycle.map((member) =>
    `${execution.nameOf(member.thread)} waits for ${member.waits_for}`).join("; ");
  const svg = draw("svg", { class: "wait-for", role: "img", "aria-label": label,
    viewBox: `0 0 ${middle * 3 + 80} ${middle * 2}` });
  svg.append(draw("defs", {}, draw("marker", { id: "wait-head", viewBox: "0 0 8 8", refX: 7,
    refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" },
  draw("path", { d: "M 0 0 L 8 4 L 0 8 z" }))));
  cycle.forEach((member, i) => svg.append(...waitEdge(at(i), at((i + 1) % count), member)));
  cycle.forEach((member, i) => {
    const { x, y } = at(i);
    const lane = execution.threads.indexOf(member.thread) % 8;
    svg.append(draw("g", { class: `waiter t${lane}` },
      draw("rect", { x: x - 52, y: y - 15, width: 104, height: 30, rx: 15 }),
      draw("text", { x, y: y + 4 }, cut(execution.nameOf(member.thread), 14))));
  });
  return svg;
}

/**
 * @param {{ x: number, y: number }} a
 * @param {{ x: number, y: number }} b
 * @param {CycleMember} member
 */
function waitEdge(a, b, member) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const dx = (b.x - a.x) / length;
  const dy = (b.y - a.y) / length;
  // Two threads: one arrow beside the other.
  const side = { x: dy * 9, y: -dx * 9 };
  const room = Math.min(length / 2 - 4, 46 * Math.abs(dx) + 22);
  const start = { x: a.x + dx * room + side.x, y: a.y + dy * room + side.y };
  const end = { x: b.x - dx * room + side.x, y: b.y - dy * room + side.y };
  return [
    draw("line", { class: "wait", x1: start.x, y1: start.y, x2: end.x, y2: end.y,
      "marker-end": "url(#wait-head)" }),
    draw("text", { class: "wait-what", x: (start.x + end.x) / 2 + 2.4 * side.x,
      y: (start.y + end.y) / 2 + 1.6 * side.y + 4 },
    cut(member.waits_for.replace("the lock of ", ""), 24)),
  ];
}

/**
 * @param {Violation} violation
 * @param {Execution} execution
 */
function waitingList(violation, execution) {
  const list = make("ul", { class: "waiting" });
  for (const note of violation.notes ?? []) {
    const lane = note.thread ? execution.threads.indexOf(note.thread) % 8 : 0;
    const where = note.line === null ? "" : ` (line ${note.line})`;
    list.append(make("li", { class: `t${lane}` }, cut(note.message, 400) + where));
  }
  return list;
}

/**
 * @param {Execution} execution
 * @param {number} at
 */
function callStack(execution, at) {
  const stack = execution.stackAt(at);
  const top = stack[0];
  const lane = top ? execution.threads.indexOf(top.thread) % 8 : 0;
  const access = top?.accesses.find((text) => !text.includes(" lock ")) ?? "";
  const list = make("ol", { class: "frames" });
  for (const step of stack) {
    list.append(make("li", {}, make("code", {}, cut(step.method, 120)),
      step.line === null ? "" : ` ${step.file}:${step.line}`));
  }
  return make("section", { class: `stack t${lane}` },
    make("h3", {}, `${execution.nameOf(top?.thread ?? 0)}, step ${at + 1}`),
    make("p", {}, cut(access, 200)), list);
}

/** @param {Thrown[]} thrown */
function exceptionStacks(thrown) {
  const box = make("div", { class: "stacks" });
  thrown.forEach((one, i) => {
    const list = make("ol", { class: "frames" });
    for (const frame of one.frames) {
      list.append(make("li", {}, make("code", {}, cut(frame.method, 160)),
        frame.line === null ? "" : ` ${frame.file}:${frame.line}`));
    }
    const text = one.message === null ? one.exception : `${one.exception}: ${one.message}`;
    box.append(make("section", { class: "stack" },
      make("h3", {}, cut(i === 0 ? text : `caused by ${text}`, 400)), list));
  });
  return box;
}

// ---------------------------------------------------------------- coverage

/**
 * The sources with the lines that executions reached, and those that none did.
 * @param {Result} result
 * @param {Record<string, string>} sources
 * @param {HTMLElement} host
 */
function showCoverage(result, sources, host) {
  // The search for a violation ends with it, and has not seen all there is.
  if (!result.coverage || result.coverage.length === 0 || result.violation) return;
  host.hidden = false;
  host.append(make("h2", {}, "Lines that executions reached"));
  host.append(coverageTable(result.coverage));
  for (const file of new Set(result.coverage.map((method) => method.file))) {
    const text = sources[file];
    if (text === undefined) continue;
    host.append(make("div", { class: "file-name" }, file),
      coveredSource(text, result.coverage.filter((method) => method.file === file)));
  }
}

/** @param {Coverage[]} coverage */
function coverageTable(coverage) {
  const table = make("table", { class: "coverage" });
  const head = make("tr", {});
  for (const title of ["method", "statements", "reached", "lines not reached"]) {
    head.append(make("th", { scope: "col" }, title));
  }
  table.append(head);
  for (const method of coverage) {
    const isWhole = method.unreached.length === 0;
    table.append(make("tr", { class: isWhole ? "" : "missed" },
      make("th", { scope: "row" }, cut(method.method, 120)), make("td", {}, `${method.statements}`),
      make("td", {}, `${method.statements_reached}`),
      make("td", {}, cut(method.unreached.join(", "), 400))));
  }
  return table;
}

/**
 * @param {string} text
 * @param {Coverage[]} methods
 */
function coveredSource(text, methods) {
  const reached = new Set(methods.flatMap((method) => method.reached));
  const missed = new Set(methods.flatMap((method) => method.unreached));
  const list = make("ol", { class: "source", tabindex: 0 });
  const lines = text.split("\n");
  const last = Math.min(lines.length, Math.max(0, ...reached, ...missed) + 5, 20000);
  for (let i = 1; i <= last; ++i) {
    const item = lineItem(i, lines[i - 1] ?? "");
    const mark = item.querySelector(".who");
    if (missed.has(i)) {
      item.classList.add("missed");
      mark?.append(make("span", { class: "badge", title: "no execution reached this line" }, "✗"));
    } else if (reached.has(i)) {
      item.classList.add("reached");
      mark?.append(make("span", { class: "badge", title: "reached" }, "✓"));
    }
    list.append(item);
  }
  return list;
}
