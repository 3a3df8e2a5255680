// Puts the page together: which step is selected, and who shows what of it.

// Keys of the list that scroll no page, so that they are free as long as nothing has the focus.
const FREE_KEYS = new Set(["ArrowLeft", "ArrowRight", "t", "T", "n", "N"]);

class Page {
  /**
   * @param {Result} result
   * @param {Record<string, string>} sources
   */
  constructor(result, sources) {
    this.result = result;
    this.execution = new Execution(result);
    this.count = 0; // steps that were taken
    showSummary(result, byId("summary"));
    showViolation(this.execution, byId("violation"));
    showCoverage(result, sources, byId("coverage"));
    if (this.execution.steps.length === 0) return;
    byId("execution").hidden = false;
    this.row = 0; // that is selected
    this.lanes = new Lanes(this.execution, (row) => this.goToRow(row));
    this.source = new SourceView(this.execution, sources, byId("source"));
    this.heap = new HeapView(this.execution, byId("heap"));
    this.slider = /** @type {HTMLInputElement} */ (byId("slider"));
    this.search = /** @type {HTMLInputElement} */ (byId("search"));
    this.showBeforeAndAfter();
    this.listen();
    this.go((this.execution.markedStep ?? this.execution.steps.length - 1) + 1);
  }

  /** Of a modular result, the heap around the method is what matters. */
  showBeforeAndAfter() {
    if (this.result.engine !== "modular") return;
    const host = byId("before-after");
    host.hidden = false;
    for (const [title, count] of /** @type {[string, number][]} */ (
      [["Heap before", 0], ["Heap after", this.execution.steps.length]])) {
      const side = make("section", {}, make("h2", {}, title));
      host.append(side);
      new HeapView(this.execution, side).show(count);
    }
  }

  listen() {
    const { slider, search } = this;
    if (!slider || !search) return;
    slider.max = `${this.execution.steps.length}`;
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    byId("lanes").addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keydown", (event) => this.globalKey(event));
    search.addEventListener("input", () => this.find());
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.nextFound(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") byId("lanes").focus();
    });
    byId("heap-kind").addEventListener("click", () => this.toggleTable());
    for (const [id, by] of /** @type {[string, number][]} */ ([["back", -1], ["forth", 1]])) {
      byId(id).addEventListener("click", () => this.moveRows(by));
    }
  }

  toggleTable() {
    if (!this.heap) return;
    this.heap.asTable = !this.heap.asTable;
    byId("heap-kind").textContent = this.heap.asTable ? "Graph" : "Table";
    this.heap.paint();
  }

  /** @param {KeyboardEvent} event */
  globalKey(event) {
    const isTyping = event.target === this.search;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      this.search?.focus();
    } else if (event.target === document.body && FREE_KEYS.has(event.key)) {
      this.key(event);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowDown: () => this.moveRows(1),
      ArrowUp: () => this.moveRows(-1),
      PageDown: () => this.moveRows(15),
      PageUp: () => this.moveRows(-15),
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      Home: () => this.go(0),
      End: () => this.go(this.execution.steps.length),
      Enter: () => this.openRow(),
      n: () => this.nextFound(1),
      N: () => this.nextFound(-1),
      t: () => this.sameThread(1),
      T: () => this.sameThread(-1),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  openRow() {
    const row = this.execution.rows[this.row ?? 0];
    if (row) this.lanes?.click(row, this.row ?? 0);
  }

  /**
   * By rows: the moment after the last step of a row.
   * @param {number} by
   */
  moveRows(by) {
    const last = this.execution.rows.length - 1;
    const now = this.count === 0 ? -1 : (this.row ?? 0);
    this.goToRow(Math.min(last, now + by));
  }

  /** @param {number} row */
  goToRow(row) {
    const shown = this.execution.rows[row];
    if (!shown) return this.go(0);
    this.go(Math.min(shown.last + 1, this.execution.steps.length), row);
  }

  /**
   * By single steps, also inside of what is folded.
   * @param {number} by
   */
  step(by) {
    const count = Math.min(this.execution.steps.length, Math.max(0, this.count + by));
    const row = this.execution.rows[this.execution.rowOf(count - 1)];
    if (row?.folded && count > 0) {
      this.execution.open(row.first);
      this.lanes?.layout();
    }
    this.go(count);
  }

  /**
   * To the next row of the same thread.
   * @param {number} by
   */
  sameThread(by) {
    const { rows } = this.execution;
    const now = this.row ?? 0;
    for (let i = now + by; i >= 0 && i < rows.length; i += by) {
      if (rows[i]?.thread === rows[now]?.thread && !rows[i]?.folded) return this.goToRow(i);
    }
  }

  // ---------------------------------------------------------------- search

  find() {
    const { lanes, search } = this;
    if (!lanes || !search) return;
    const wanted = search.value.toLowerCase();
    lanes.found = new Set();
    if (wanted !== "") {
      this.execution.rows.forEach((row, i) => {
        if (this.textOf(row).includes(wanted)) lanes.found.add(i);
      });
    }
    byId("found").textContent = wanted === "" ? "" : counted(lanes.found.size, "match", "matches");
    const first = [...lanes.found][0];
    if (first === undefined) lanes.paint();
    else this.goToRow(first);
  }

  /** @param {Row} row */
  textOf(row) {
    const parts = [row.waits?.message ?? ""];
    for (let i = row.first; i <= row.last; ++i) {
      const step = this.execution.steps[i];
      if (!step) continue;
      parts.push(this.execution.nameOf(step.thread), step.method, step.text, effectsOf(step),
        ...step.accesses);
    }
    return parts.join("\n").toLowerCase();
  }

  /** @param {number} by */
  nextFound(by) {
    const found = [...this.lanes?.found ?? []];
    if (found.length === 0) return;
    const now = this.row ?? 0;
    const later = by > 0 ? found.find((row) => row > now)
      : found.reverse().find((row) => row < now);
    this.goToRow(later ?? found[0] ?? 0);
  }

  // ---------------------------------------------------------------- one moment

  /**
   * Shows the moment after so many steps, and selects the row.
   * @param {number} count
   * @param {number} [row]
   */
  go(count, row = this.execution.rowOf(Math.max(0, count - 1))) {
    this.count = count;
    this.row = row;
    if (this.slider) this.slider.value = `${count}`;
    byId("position").textContent = `${count} of ${this.execution.steps.length}`;
    this.lanes?.select(row);
    this.showStep(count, row);
    this.source?.show(count);
    this.heap?.show(count);
  }

  /**
   * @param {number} count
   * @param {number} row
   */
  showStep(count, row) {
    const host = byId("step");
    const step = this.execution.steps[count - 1];
    const shown = this.execution.rows[row];
    if (!step || !shown) {
      host.replaceChildren(make("p", {}, "Before the first step."));
      byId("now").textContent = "before the first step";
      return;
    }
    byId("now").textContent = this.lanes?.labelOf(shown) ?? "";
    const where = step.line === null ? "" : ` ${step.file}:${step.line}`;
    host.replaceChildren(
      make("p", { class: "where" },
        make("b", {}, `Step ${count}, ${this.execution.nameOf(step.thread)}`),
        ` in ${cut(step.method, 100)}${cut(where, 200)}`),
      make("pre", {}, cut(step.text.trim(), 1000)),
      changesTable(step), localsTable(this.execution, count, step.thread));
  }
}

/** @param {Step} step */
function changesTable(step) {
  const table = make("table", { class: "changes" }, make("caption", {}, "What it did"));
  /** @type {[string, string][]} */
  const rows = [...Object.entries(step.reads ?? {}).map(([name, value]) =>
    /** @type {[string, string]} */ ([`reads ${name}`, value]))];
  rows.push(...step.notes.map((note) => /** @type {[string, string]} */ ([note, ""])));
  rows.push(...Object.entries(step.updates));
  if (step.output !== undefined) rows.push(["prints", step.output]);
  if (rows.length === 0) rows.push(["nothing that can be seen", ""]);
  for (const [name, value] of rows) {
    table.append(make("tr", {}, make("th", { scope: "row" }, cut(name, 300)),
      make("td", {}, cut(value, 1000))));
  }
  return table;
}

/**
 * @param {Execution} execution
 * @param {number} count
 * @param {number} thread
 */
function localsTable(execution, count, thread) {
  const calls = execution.momentAfter(count).locals.get(thread) ?? [];
  const table = make("table", { class: "locals" },
    make("caption", {}, `Variables of ${execution.nameOf(thread)}`));
  for (const [name, value] of calls[calls.length - 1] ?? []) {
    table.append(make("tr", {}, make("th", { scope: "row" }, cut(name, 60)),
      make("td", {}, cut(value, 300))));
  }
  table.hidden = table.childElementCount === 1;
  return table;
}

function listenToTheme() {
  const root = document.documentElement;
  byId("theme").addEventListener("click", () => {
    const isDark = root.dataset["theme"] === "dark" ||
      (!root.dataset["theme"] && matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset["theme"] = isDark ? "light" : "dark";
  });
}

/**
 * Of a project, the list of its methods. Which one is shown stands in the address.
 * @param {Result[]} results
 * @param {number} shown
 */
function showIndex(results, shown) {
  if (results.length < 2) return;
  const host = byId("index");
  host.hidden = false;
  const list = make("ol", { class: "methods" });
  results.forEach((result, i) => {
    const link = make("a", { href: `#${i + 1}`, "aria-current": i === shown ? "true" : "false" },
      make("span", { class: `verdict ${result.verdict}` }, verdictText(result)), " ",
      cut(`${result.entry} (${result.input.join(", ")})`, 200));
    list.append(make("li", {}, link));
  });
  host.append(list);
  addEventListener("hashchange", () => location.reload());
}

function startPage() {
  /** @type {PageData} */
  const data = JSON.parse(byId("data").textContent ?? "");
  listenToTheme();
  const asked = Number(location.hash.slice(1)) - 1;
  // Without a wish, what is wrong comes first.
  const wrong = Math.max(0, data.results.findIndex((result) => result.violation !== null));
  const shown = data.results[asked] ? asked : wrong;
  showIndex(data.results, shown);
  const result = data.results[shown];
  if (!result) return;
  document.title = `${verdictText(result)}: ${result.entry}`;
  new Page(result, data.sources);
}

startPage();
