// The interleaving: a column for each thread, a row for each visible event, arrows between them.
// Only what is in view is in the document, so that long executions stay fast.

const ROW_HEIGHT = 42;
const NUMBER_WIDTH = 64;
const LEAST_LANE = 160;
const OVERSCAN = 12; // rows above and below the view

class Lanes {
  /**
   * @param {Execution} execution
   * @param {(row: number) => void} onSelect
   */
  constructor(execution, onSelect) {
    this.execution = execution;
    this.onSelect = onSelect;
    this.selected = 0; // a row
    /** @type {Set<number>} */
    this.found = new Set(); // rows that the search found
    this.scroller = byId("lanes");
    this.canvas = make("div", { class: "canvas" });
    this.svg = draw("svg", { class: "arrows", "aria-hidden": "true" });
    this.head = byId("lane-heads");
    this.scroller.append(this.canvas);
    this.laneWidth = LEAST_LANE;
    this.scroller.addEventListener("scroll", () => this.paint());
    new ResizeObserver(() => this.layout()).observe(this.scroller);
    this.layout();
  }

  layout() {
    const count = Math.max(1, this.execution.threads.length);
    const room = this.scroller.clientWidth - NUMBER_WIDTH - 4;
    this.laneWidth = Math.max(LEAST_LANE, Math.floor(room / count));
    const width = NUMBER_WIDTH + count * this.laneWidth;
    this.canvas.style.height = `${this.execution.rows.length * ROW_HEIGHT}px`;
    this.canvas.style.width = `${width}px`;
    this.head.replaceChildren(make("span", { class: "head number" }, "step"));
    // Between rows, not steps: what lies inside of one is not seen.
    this.lines = this.execution.arrows.map((arrow) => ({ arrow,
      start: this.execution.rowOf(arrow.from), end: this.execution.rowOf(arrow.to) }))
      .filter(({ start, end }) => start !== end);
    this.lives = this.execution.threads.map((thread) => this.execution.lifeOf(thread));
    this.execution.threads.forEach((thread, lane) => {
      const head = make("span", { class: `head t${lane % 8}`, title: `thread ${thread}` },
        cut(this.execution.nameOf(thread), 40));
      head.style.left = `${this.left(lane)}px`;
      head.style.width = `${this.laneWidth}px`;
      this.head.append(head);
    });
    this.paint();
  }

  /** @param {number} lane */
  left(lane) {
    return NUMBER_WIDTH + lane * this.laneWidth;
  }

  /** @param {number} thread */
  laneOf(thread) {
    return Math.max(0, this.execution.threads.indexOf(thread));
  }

  /** @param {number} row */
  select(row) {
    this.selected = row;
    const top = row * ROW_HEIGHT;
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop + ROW_HEIGHT) this.scroller.scrollTop = top - ROW_HEIGHT;
    if (top + 2 * ROW_HEIGHT > scrollTop + clientHeight) {
      this.scroller.scrollTop = top + 2 * ROW_HEIGHT - clientHeight;
    }
    this.paint();
  }

  paint() {
    this.head.style.transform = `translateX(${-this.scroller.scrollLeft}px)`;
    const from = Math.max(0, Math.floor(this.scroller.scrollTop / ROW_HEIGHT) - OVERSCAN);
    const shown = Math.ceil(this.scroller.clientHeight / ROW_HEIGHT) + 2 * OVERSCAN;
    const to = Math.min(this.execution.rows.length, from + shown);
    /** @type {Node[]} */
    const nodes = [this.stripes(from, to)];
    for (let i = from; i < to; ++i) {
      const row = this.execution.rows[i];
      if (row) nodes.push(this.row(row, i));
    }
    this.canvas.replaceChildren(...nodes, this.arrows(from, to));
    this.scroller.setAttribute("aria-activedescendant", `row-${this.selected}`);
  }

  /**
   * The life of each thread, as a line.
   * @param {number} from
   * @param {number} to
   */
  stripes(from, to) {
    const box = make("div", { class: "stripes", "aria-hidden": "true" });
    (this.lives ?? []).forEach(([first, last], lane) => {
      const top = Math.max(from * ROW_HEIGHT, first * ROW_HEIGHT + 14);
      const bottom = Math.min(to, last) * ROW_HEIGHT - (last <= to ? 24 : 0);
      if (bottom <= top) return;
      const stripe = make("div", { class: `stripe t${lane % 8}` });
      stripe.style.left = `${this.left(lane) + 10}px`;
      stripe.style.top = `${top}px`;
      stripe.style.height = `${bottom - top}px`;
      box.append(stripe);
    });
    return box;
  }

  /**
   * @param {Row} row
   * @param {number} index
   */
  row(row, index) {
    const lane = this.laneOf(row.thread);
    const last = this.execution.steps[row.last];
    const isSelected = index === this.selected;
    const { loop } = this.execution;
    const beginsLoop = loop === row.first;
    const classes = ["row", row.waits ? "waits" : "", row.folded ? "folded" : "",
      row.marked ? "marked" : "", isSelected ? "selected" : "",
      this.found.has(index) ? "found" : "",
      beginsLoop ? "loop" : "", loop !== null && row.first >= loop ? "in-loop" : ""];
    const element = make("div", {
      class: classes.filter(Boolean).join(" "), role: "option", id: `row-${index}`,
      "data-step": row.last + 1, "aria-selected": isSelected ? "true" : "false",
      "aria-label": this.labelOf(row),
      "aria-setsize": this.execution.rows.length, "aria-posinset": index + 1,
    });
    element.style.top = `${index * ROW_HEIGHT}px`;
    element.append(make("span", { class: "number" }, numbersOf(row)));
    const event = make("div", { class: `event t${lane % 8}` });
    event.style.left = `${this.left(lane)}px`;
    event.style.width = `${this.laneWidth}px`;
    if (row.waits) event.append(...waitingContents(row.waits));
    else if (last) event.append(...this.contents(row, last));
    element.append(event);
    if (beginsLoop) {
      element.append(make("span", { class: "loop-mark" }, "repeats from here for ever"));
    }
    element.addEventListener("click", () => this.click(row, index));
    return element;
  }

  /**
   * @param {Row} row
   * @param {Step} step
   */
  contents(row, step) {
    if (row.folded) {
      return [make("span", { class: "effect" },
        `… ${counted(row.last - row.first + 1, "local step")}`)];
    }
    return [
      make("code", { class: "statement", title: cut(step.text, 2000) },
        cut(statementOf(step), 200)),
      make("span", { class: "effect", title: cut(this.effects(row), 2000) },
        cut(this.effects(row), 200)),
    ];
  }

  /** @param {Row} row */
  effects(row) {
    /** @type {string[]} */
    const parts = [];
    for (let i = row.first; i <= row.last; ++i) {
      const step = this.execution.steps[i];
      const text = step && !step.internal ? effectsOf(step) : "";
      if (text !== "" && parts[parts.length - 1] !== text) parts.push(text);
    }
    return parts.join("; ");
  }

  /** @param {Row} row */
  labelOf(row) {
    if (row.waits) return cut(row.waits.message, 400);
    const step = this.execution.steps[row.last];
    if (!step) return "";
    const who = `step ${numbersOf(row)}, ${this.execution.nameOf(row.thread)}`;
    if (row.folded) return `${who}: ${counted(row.last - row.first + 1, "local step")}`;
    const where = step.line === null ? step.method : `${step.method} line ${step.line}`;
    const mark = row.marked ? ", violation" : "";
    return cut(`${who}, ${where}: ${statementOf(step)}: ${this.effects(row)}${mark}`, 400);
  }

  /**
   * @param {Row} row
   * @param {number} index
   */
  click(row, index) {
    if (row.folded) {
      this.execution.open(row.first);
      this.layout();
    }
    this.onSelect(index);
  }

  // ---------------------------------------------------------------- arrows

  /**
   * @param {number} from
   * @param {number} to
   */
  arrows(from, to) {
    const svg = this.svg;
    setAttributes(svg, { width: this.canvas.clientWidth, height: (to - from) * ROW_HEIGHT });
    svg.style.top = `${from * ROW_HEIGHT}px`;
    svg.replaceChildren(arrowHeads());
    const isSelected = this.execution.rows[this.selected];
    for (const { arrow, start, end } of this.lines ?? []) {
      if (end < from || start >= to) continue;
      const isOwn = isSelected !== undefined && isIn(isSelected, arrow);
      if (end - start > 400 && !isOwn) continue; // a line through everything tells nothing
      svg.append(this.arrow(arrow, start - from, end - from, isOwn));
    }
    return svg;
  }

  /**
   * @param {Arrow} arrow
   * @param {number} start
   * @param {number} end
   * @param {boolean} isOwn
   */
  arrow(arrow, start, end, isOwn) {
    const steps = this.execution.steps;
    const a = this.laneOf(steps[arrow.from]?.thread ?? 0);
    const b = this.laneOf(steps[arrow.to]?.thread ?? 0);
    const x1 = this.left(a) + 10;
    const x2 = this.left(b) + 10;
    const y1 = start * ROW_HEIGHT + ROW_HEIGHT / 2;
    const y2 = end * ROW_HEIGHT + ROW_HEIGHT / 2;
    const bend = Math.min(40, (y2 - y1) / 2);
    const isRace = arrow.from === this.execution.racing &&
      arrow.to === this.execution.markedStep;
    const classes = `arrow ${arrow.kind}${isOwn ? " own" : ""}${isRace ? " race" : ""}`;
    return draw("path", {
      class: classes, "marker-end": `url(#head-${isRace ? "race" : arrow.kind})`,
      d: `M ${x1} ${y1} C ${x1} ${y1 + bend}, ${x2} ${y2 - bend}, ${x2} ${y2 - 7}`,
    }, draw("title", {}, arrowText(arrow)));
  }
}

/** @param {Note} note */
function waitingContents(note) {
  const told = note.message.replace(/^.*? waits in \S+ for (the lock of )?/, "");
  const comma = told.indexOf(", held by");
  const line = note.line === null ? "" : `line ${note.line}`;
  const holder = comma < 0 ? "" : `${told.slice(comma + 2)}, `;
  return [
    make("span", { class: "statement", title: cut(note.message, 2000) },
      cut(`waits for ${comma < 0 ? told : told.slice(0, comma)}`, 200)),
    make("span", { class: "effect" }, `${holder}${line}`)];
}

/** @param {Row} row */
function numbersOf(row) {
  if (row.waits) return "";
  return row.first === row.last ? `${row.first + 1}` : `${row.first + 1}–${row.last + 1}`;
}

/** @param {Step} step */
function statementOf(step) {
  const text = step.text.trim().split("\n", 1)[0] ?? "";
  return text === "" ? step.method : text;
}

/**
 * @param {Row} row
 * @param {Arrow} arrow
 */
function isIn(row, arrow) {
  return (arrow.from >= row.first && arrow.from <= row.last) ||
    (arrow.to >= row.first && arrow.to <= row.last);
}

/** @param {Arrow} arrow */
function arrowText(arrow) {
  const words = {
    start: "starts", join: "is joined", lock: "hands over the lock of", notify: "notifies at",
    conflict: "conflict on",
  };
  return `${words[arrow.kind]} ${arrow.what}`.trim();
}

function arrowHeads() {
  const kinds = ["start", "join", "lock", "notify", "conflict", "race"];
  return draw("defs", {}, ...kinds.map((kind) =>
    draw("marker", {
      id: `head-${kind}`, class: `arrow-head ${kind}`, viewBox: "0 0 8 8", refX: 6, refY: 4,
      markerWidth: 6, markerHeight: 6, orient: "auto",
    }, draw("path", { d: "M 0 0 L 8 4 L 0 8 z" }))));
}
