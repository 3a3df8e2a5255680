// The heap as a graph. Where an object lies is decided once, for the whole execution, so that
// objects keep their place from step to step.

const NODE_WIDTH = 168;
const SLOT_HEIGHT = 20;
const COLUMN_GAP = 72;
const ROW_GAP = 26;
const COLUMNS_OF_BAND = 6;
const MOST_SLOTS = 12; // of one object; the table shows all
const MOST_ROWS = 400; // of the table

/** @typedef {{ x: number, y: number, height: number }} Box */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} View */

class HeapView {
  /**
   * @param {Execution} execution
   * @param {HTMLElement} host
   */
  constructor(execution, host) {
    this.execution = execution;
    this.host = host;
    this.boxes = new HeapLayout(execution).place();
    this.asTable = false;
    this.graph = draw("svg", { class: "heap", role: "img" });
    this.frame = make("div", { class: "heap-frame", tabindex: 0 }, this.graph);
    this.table = make("div", { class: "heap-table", tabindex: 0 });
    host.append(this.frame, this.table);
    this.count = 0;
    this.frame.addEventListener("scroll", () => this.paint());
    this.width = 0;
    this.height = 0;
    for (const box of this.boxes.values()) {
      this.width = Math.max(this.width, box.x + NODE_WIDTH + 24);
      this.height = Math.max(this.height, box.y + box.height + 24);
    }
  }

  /**
   * Shows the heap after so many steps.
   * @param {number} count
   */
  show(count) {
    this.count = count;
    this.moment = this.execution.momentAfter(count);
    this.changed = changesOf(this.execution.steps[count - 1]);
    this.scrollToChange();
    this.paint();
  }

  scrollToChange() {
    const first = [...this.changed ?? []].map((name) => this.boxes.get(objectOf(name)))
      .find((box) => box !== undefined);
    if (!first) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.frame;
    const isSeen = first.x >= scrollLeft && first.x + NODE_WIDTH <= scrollLeft + clientWidth &&
      first.y >= scrollTop && first.y + first.height <= scrollTop + clientHeight;
    if (isSeen) return;
    this.frame.scrollLeft = first.x - clientWidth / 3;
    this.frame.scrollTop = first.y - clientHeight / 3;
  }

  paint() {
    if (!this.moment) return;
    this.frame.hidden = this.asTable;
    this.table.hidden = !this.asTable;
    if (this.asTable) return this.paintTable(this.moment);
    setAttributes(this.graph, {
      width: this.width, height: this.height,
      "aria-label": `heap with ${counted(this.objects(this.moment).length, "object")}; ` +
        "the button Table shows it as a table",
    });
    const roots = rootsOf(this.moment, this.execution);
    const view = this.view();
    const nodes = [];
    const edges = [];
    for (const name of this.objects(this.moment)) {
      const box = this.boxes.get(name);
      if (!box) continue;
      if (isIn(view, box)) nodes.push(this.node(name, box, this.moment, roots.get(name) ?? []));
      edges.push(...this.edges(name, box, this.moment, view));
    }
    this.graph.replaceChildren(heapArrowHeads(), ...edges, ...nodes);
  }

  /** @param {Moment} moment */
  objects(moment) {
    return [...moment.heap.keys()].filter((name) => name !== "" ||
      (moment.heap.get("")?.size ?? 0) > 0);
  }

  /**
   * The part that can be seen, with some room around it. To ask the page for it takes time, so it
   * is asked once, not for every object.
   * @returns {View}
   */
  view() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.frame;
    const room = 300;
    return { left: scrollLeft - room, right: scrollLeft + clientWidth + room,
      top: scrollTop - room, bottom: scrollTop + clientHeight + room };
  }

  /**
   * @param {string} name
   * @param {Box} box
   * @param {Moment} moment
   * @param {string[]} roots
   */
  node(name, box, moment, roots) {
    const slots = [...moment.heap.get(name) ?? []].slice(0, MOST_SLOTS);
    const owner = moment.locks.get(name);
    const lane = owner === undefined ? -1 : this.execution.threads.indexOf(owner) % 8;
    const isChanged = this.changed?.has(name) ?? false;
    const group = draw("g", {
      class: `node${isChanged ? " changed" : ""}${owner === undefined ? "" : ` held t${lane}`}`,
      transform: `translate(${box.x} ${box.y})`, "data-object": name,
    });
    group.append(draw("rect", { class: "box", width: NODE_WIDTH, rx: 5,
      height: (slots.length + 1) * SLOT_HEIGHT + 4 }));
    group.append(draw("text", { class: "name", x: 8, y: 15 },
      cut(name === "" ? "shared variables" : name, 22)));
    if (owner !== undefined) {
      group.append(draw("text", { class: "owner", x: NODE_WIDTH - 6, y: 15 },
        `held by ${cut(this.execution.nameOf(owner).replace("thread ", ""), 8)}`));
    }
    if (roots.length > 0) {
      group.append(draw("text", { class: "roots", x: 2, y: -5 }, cut(roots.join(", "), 30)));
    }
    slots.forEach(([slot, value], i) => group.append(this.slot(name, slot, value, i, moment)));
    group.append(draw("title", {}, cut(nodeText(name, moment), 2000)));
    return group;
  }

  /**
   * @param {string} name
   * @param {string} slot
   * @param {string} value
   * @param {number} i
   * @param {Moment} moment
   */
  slot(name, slot, value, i, moment) {
    const place = name === "" ? slot : placeName(name, slot);
    const isChanged = this.changed?.has(place) ?? false;
    const y = (i + 1) * SLOT_HEIGHT + 15;
    const holder = moment.locks.get(place);
    const shown = holder === undefined ? value : `${value} held by ${holder}`;
    const isReference = moment.heap.has(value);
    return draw("g", { class: `slot${isChanged ? " changed" : ""}` },
      isChanged ? draw("rect", { class: "mark", x: 1, y: y - 15, width: NODE_WIDTH - 2,
        height: SLOT_HEIGHT }) : null,
      draw("text", { class: "slot-name", x: 8, y }, cut(slot, 12)),
      draw("text", { class: isReference ? "slot-value reference" : "slot-value",
        x: NODE_WIDTH - 8, y }, cut(shown, 13)));
  }

  /**
   * @param {string} name
   * @param {Box} box
   * @param {Moment} moment
   * @param {View} view
   */
  edges(name, box, moment, view) {
    const isSeen = isIn(view, box);
    const edges = [];
    let i = 0;
    for (const [slot, value] of moment.heap.get(name) ?? []) {
      const target = i < MOST_SLOTS ? this.boxes.get(value) : undefined;
      ++i;
      if (!target || !moment.heap.has(value) || !(isSeen || isIn(view, target))) continue;
      const isChanged = this.changed?.has(name === "" ? slot : placeName(name, slot)) ?? false;
      edges.push(draw("path", {
        class: `edge${isChanged ? " changed" : ""}`,
        "marker-end": `url(#edge-head${isChanged ? "-changed" : ""})`,
        d: edgePath(box, i, target),
      }));
    }
    return edges;
  }

  /** @param {Moment} moment */
  paintTable(moment) {
    const table = make("table", {}, make("caption", {}, `heap after step ${this.count}`));
    const head = make("tr", {});
    for (const title of ["object", "holds", "lock"]) {
      head.append(make("th", { scope: "col" }, title));
    }
    table.append(head);
    const names = this.objects(moment);
    for (const name of names.slice(0, MOST_ROWS)) {
      const owner = moment.locks.get(name);
      table.append(make("tr", { class: this.changed?.has(name) ? "changed" : "" },
        make("th", { scope: "row" }, name === "" ? "shared variables" : name),
        make("td", {}, cut(nodeText(name, moment), 4000)),
        make("td", {}, owner === undefined ? "" : `held by ${this.execution.nameOf(owner)}`)));
    }
    if (names.length > MOST_ROWS) {
      table.append(make("tr", {}, make("td", { colspan: 3 },
        `… ${counted(names.length - MOST_ROWS, "more object")}`)));
    }
    this.table.replaceChildren(table);
  }
}

// Columns by the distance from what nothing refers to, rows by the time of the first appearance.
class HeapLayout {
  /** @param {Execution} execution */
  constructor(execution) {
    /** @type {Map<string, Set<string>>} */
    this.targets = new Map();
    /** @type {Map<string, number>} */
    this.sizes = new Map();
    for (const change of execution.start) this.learn(change);
    for (const step of execution.steps) {
      for (const change of step.heap ?? []) this.learn(change);
    }
  }

  /** @param {HeapChange} change */
  learn(change) {
    const name = change.object ?? "";
    const targets = this.targets.get(name) ?? new Set();
    this.targets.set(name, targets);
    const slots = Object.entries(change.slots);
    if (change.new || name === "") {
      this.sizes.set(name, Math.max(this.sizes.get(name) ?? 0, Math.min(slots.length, MOST_SLOTS)));
    }
    for (const [, value] of slots) {
      if (value.includes("#")) targets.add(value);
    }
  }

  /**
   * Long chains go on in the next band, as lines of text do.
   * @returns {Map<string, Box>}
   */
  place() {
    /** @type {Map<number, string[]>} */
    const bands = new Map();
    const columns = this.columns();
    for (const name of this.targets.keys()) {
      const band = Math.floor((columns.get(name) ?? 0) / COLUMNS_OF_BAND);
      const names = bands.get(band) ?? [];
      names.push(name);
      bands.set(band, names);
    }
    /** @type {Map<string, Box>} */
    const boxes = new Map();
    let top = 24;
    for (const band of [...bands.keys()].sort((a, b) => a - b)) {
      top = this.placeBand(bands.get(band) ?? [], columns, top, boxes);
    }
    return boxes;
  }

  /**
   * Returns where the next band begins.
   * @param {string[]} names
   * @param {Map<string, number>} columns
   * @param {number} top
   * @param {Map<string, Box>} boxes
   */
  placeBand(names, columns, top, boxes) {
    /** @type {number[]} */
    const filled = new Array(COLUMNS_OF_BAND).fill(top);
    for (const name of names) {
      const column = (columns.get(name) ?? 0) % COLUMNS_OF_BAND;
      const y = filled[column] ?? top;
      const height = ((this.sizes.get(name) ?? 0) + 1) * SLOT_HEIGHT + 4;
      boxes.set(name, { x: 16 + column * (NODE_WIDTH + COLUMN_GAP), y, height });
      filled[column] = y + height + ROW_GAP;
    }
    return Math.max(...filled);
  }

  /** @returns {Map<string, number>} */
  columns() {
    const referred = new Set();
    for (const [name, targets] of this.targets) {
      for (const target of targets) if (target !== name) referred.add(target);
    }
    /** @type {Map<string, number>} */
    const columns = new Map();
    const names = [...this.targets.keys()];
    this.spread(names.filter((name) => !referred.has(name)), columns);
    // What is left is in cycles.
    for (const name of names) {
      if (!columns.has(name)) this.spread([name], columns);
    }
    return columns;
  }

  /**
   * @param {string[]} start
   * @param {Map<string, number>} columns
   */
  spread(start, columns) {
    let now = start;
    for (const name of now) columns.set(name, 0);
    for (let column = 1; now.length > 0; ++column) {
      /** @type {string[]} */
      const next = [];
      for (const name of now) {
        for (const target of this.targets.get(name) ?? []) {
          if (columns.has(target) || !this.targets.has(target)) continue;
          columns.set(target, column);
          next.push(target);
        }
      }
      now = next;
    }
  }
}

/**
 * @param {View} view
 * @param {Box} box
 */
function isIn(view, box) {
  return box.x + NODE_WIDTH > view.left && box.x < view.right &&
    box.y + box.height > view.top && box.y < view.bottom;
}

/**
 * The objects and places that the step wrote.
 * @param {Step | undefined} step
 * @returns {Set<string>}
 */
function changesOf(step) {
  const changed = new Set();
  for (const change of step?.heap ?? []) {
    const object = change.object ?? "";
    changed.add(object);
    for (const slot of Object.keys(change.slots)) {
      changed.add(object === "" ? slot : placeName(object, slot));
    }
  }
  for (const sync of step?.syncs ?? []) if (sync.lock) changed.add(sync.lock);
  return changed;
}

/**
 * As the trace calls it: Node#2.next, int[]#1[0].
 * @param {string} object
 * @param {string} slot
 */
function placeName(object, slot) {
  return object.includes("[]#") && slot !== "length" ? `${object}[${slot}]` : `${object}.${slot}`;
}

/** @param {string} place */
function objectOf(place) {
  const match = /^(.*#\d+)/.exec(place);
  return match?.[1] ?? place;
}

/**
 * Local variables, by the object that they refer to.
 * @param {Moment} moment
 * @param {Execution} execution
 * @returns {Map<string, string[]>}
 */
function rootsOf(moment, execution) {
  /** @type {Map<string, string[]>} */
  const roots = new Map();
  for (const [thread, calls] of moment.locals) {
    const short = execution.names.get(thread) ?? `${thread}`;
    for (const [name, value] of calls[calls.length - 1] ?? []) {
      if (!moment.heap.has(value)) continue;
      roots.set(value, [...roots.get(value) ?? [], `${name} (${short})`]);
    }
  }
  return roots;
}

/**
 * @param {string} name
 * @param {Moment} moment
 */
function nodeText(name, moment) {
  return [...moment.heap.get(name) ?? []].map(([slot, value]) => `${slot} = ${value}`).join(", ");
}

/**
 * From a slot to the object that it refers to.
 * @param {Box} box
 * @param {number} slot
 * @param {Box} target
 */
function edgePath(box, slot, target) {
  const y1 = box.y + slot * SLOT_HEIGHT + 10;
  const y2 = target.y + 10;
  if (target === box) {
    const x = box.x + NODE_WIDTH;
    return `M ${x} ${y1} C ${x + 36} ${y1}, ${x + 36} ${y2}, ${x + 2} ${y2}`;
  }
  const isForward = target.x > box.x;
  const x1 = isForward ? box.x + NODE_WIDTH : box.x;
  const x2 = isForward ? target.x - 2 : target.x + NODE_WIDTH + 2;
  const bend = Math.max(24, Math.abs(x2 - x1) / 2) * (isForward ? 1 : -1);
  return `M ${x1} ${y1} C ${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}`;
}

function heapArrowHeads() {
  return draw("defs", {}, ...["", "-changed"].map((kind) =>
    draw("marker", { id: `edge-head${kind}`, class: `edge-head${kind}`, viewBox: "0 0 8 8",
      refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" },
    draw("path", { d: "M 0 0 L 8 4 L 0 8 z" }))));
}
