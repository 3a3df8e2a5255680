// An execution as the page sees it: rows, arrows between threads, and what can be seen after each
// step.

// Every so many steps a moment is kept, so that going to any step is fast.
const MOMENT_EVERY = 128;

class Execution {
  /** @param {Result} result */
  constructor(result) {
    const example = result.counterexample;
    /** @type {Step[]} */
    this.steps = example ? example.trace : [];
    /** @type {HeapChange[]} */
    this.start = example ? (example.start ?? []) : [];
    /** @type {number | null} */
    this.loop = example?.loop ?? null;
    /** @type {Violation | null} */
    this.violation = result.violation;
    /** @type {number[]} */
    this.threads = [...new Set(this.steps.map((step) => step.thread))].sort((a, b) => a - b);
    for (const note of result.violation?.notes ?? []) {
      if (note.thread !== undefined && this.steps.length > 0) this.addThread(note.thread);
    }
    /** @type {Map<number, string>} */
    this.names = this.threadNames();
    this.shared = this.sharedPlaces();
    this.markedStep = this.findMarked();
    this.racing = this.findRacing();
    /** @type {Arrow[]} */
    this.arrows = new ArrowFinder(this.steps).find();
    /** @type {Set<number>} */
    this.opened = new Set(); // first steps of runs that are not folded any more
    /** @type {Row[]} */
    this.rows = [];
    this.makeRows();
    /** @type {Map<number, Moment>} */
    this.moments = new Map([[0, startOf(this.start)]]);
    /** @type {{ count: number, moment: Moment } | null} */
    this.latest = null;
    this.lives = this.findLives();
  }

  /** By thread: its steps, and after how many steps it has started. */
  findLives() {
    /** @type {Map<number, { steps: number[], start: number }>} */
    const lives = new Map();
    for (const thread of this.threads) lives.set(thread, { steps: [], start: Infinity });
    this.steps.forEach((step, i) => {
      const own = lives.get(step.thread);
      own?.steps.push(i);
      if (own) own.start = Math.min(own.start, i);
      for (const sync of step.syncs ?? []) {
        const other = sync.kind === "start" ? lives.get(sync.thread ?? 0) : undefined;
        if (other) other.start = Math.min(other.start, i + 1);
      }
    });
    return lives;
  }

  /** @param {number} thread */
  addThread(thread) {
    if (!this.threads.includes(thread)) this.threads.push(thread);
    this.threads.sort((a, b) => a - b);
  }

  threadNames() {
    /** @type {Map<number, string>} */
    const names = new Map();
    for (const step of this.steps) {
      if (step.thread_name) names.set(step.thread, step.thread_name);
    }
    return names;
  }

  /** @param {number} thread */
  nameOf(thread) {
    const name = this.names.get(thread);
    if (!name) return `thread ${thread}`;
    const isShared = [...this.names.values()].filter((other) => other === name).length > 1;
    return isShared ? `${name} (${thread})` : name;
  }

  /** Places that more than one thread touches. */
  sharedPlaces() {
    /** @type {Map<string, number>} */
    const first = new Map();
    /** @type {Set<string>} */
    const shared = new Set();
    for (const step of this.steps) {
      for (const access of step.accesses) {
        const place = placeOf(access);
        const other = first.get(place);
        if (other === undefined) first.set(place, step.thread);
        else if (other !== step.thread) shared.add(place);
      }
    }
    return shared;
  }

  /** The step at which the violation shows; none if it is not a step's doing. */
  findMarked() {
    const { violation } = this;
    if (!violation || violation.kind === "deadlock" || this.loop !== null) return null;
    // An exception that nobody caught is older than the end of its thread.
    for (let i = this.steps.length - 1; i >= 0 && violation.kind === "exceptional"; --i) {
      const step = this.steps[i];
      if (step?.line === violation.line && step?.thread === violation.thread) return i;
    }
    return this.steps.length > 0 ? this.steps.length - 1 : null;
  }

  /** The earlier access of a data race. */
  findRacing() {
    if (this.violation?.kind !== "race" || this.markedStep === null) return null;
    const last = this.steps[this.markedStep];
    if (!last) return null;
    const places = new Set(last.accesses.map(placeOf));
    for (let i = this.markedStep - 1; i >= 0; --i) {
      const step = this.steps[i];
      if (!step || step.thread === last.thread) continue;
      const meets = step.accesses.some((access) => {
        const isWrite = access.startsWith("write") || last.accesses.some((own) =>
          own.startsWith("write") && placeOf(own) === placeOf(access));
        return isWrite && places.has(placeOf(access)) && !placeOf(access).startsWith("lock ");
      });
      if (meets) return i;
    }
    return null;
  }

  // ---------------------------------------------------------------- rows

  /** @param {Step} step */
  isVisible(step) {
    if (this.threads.length < 2) return !step.internal;
    return (step.syncs?.length ?? 0) > 0 || step.output !== undefined ||
      step.accesses.some((access) => this.shared.has(placeOf(access))) ||
      step.notes.some((note) => note.startsWith("throws") || note.startsWith("catches"));
  }

  makeRows() {
    /** @type {Row[]} */
    const rows = [];
    this.steps.forEach((step, i) => {
      const marked = i === this.markedStep || i === this.racing;
      const visible = marked || i === this.loop || this.isVisible(step);
      const last = rows[rows.length - 1];
      if (last && i !== this.loop && this.continues(last, step, visible, marked)) {
        last.last = i;
        last.marked ||= marked;
        return;
      }
      rows.push({ first: i, last: i, thread: step.thread, folded: !visible, marked });
    });
    this.rows = [...rows.flatMap((row) => this.unfolded(row)), ...this.waitingRows()];
  }

  /**
   * Threads that cannot move in the end, behind the last step.
   * @returns {Row[]}
   */
  waitingRows() {
    if (this.violation?.kind !== "deadlock") return [];
    const end = this.steps.length;
    return (this.violation.notes ?? []).flatMap((note) => note.thread === undefined ? [] : [
      { first: end, last: end, thread: note.thread, folded: false, marked: true, waits: note }]);
  }

  /**
   * The rows in which the thread lives, the last one excluded.
   * @param {number} thread
   * @returns {[number, number]}
   */
  lifeOf(thread) {
    const { steps, rows } = this;
    /** @param {SyncEvent["kind"]} kind @param {number} of */
    const find = (kind, of) => steps.findIndex((step) => (step.syncs ?? []).some((sync) =>
      sync.kind === kind && (kind === "start" ? sync.thread === of : step.thread === of)));
    const start = find("start", thread);
    const end = find("end", thread);
    return [start < 0 ? 0 : this.rowOf(start), end < 0 ? rows.length : this.rowOf(end) + 1];
  }

  /**
   * Whether the step belongs to the row before it.
   * @param {Row} row
   * @param {Step} step
   * @param {boolean} visible
   * @param {boolean} marked
   */
  continues(row, step, visible, marked) {
    if (row.thread !== step.thread) return false;
    if (row.folded) return !visible;
    const before = this.steps[row.last];
    if (!before || row.marked) return false;
    const isSame = before.line === step.line && before.column === step.column &&
      before.file === step.file && before.depth === step.depth && before.method === step.method;
    const isSilent = effectsOf(before) === "" && before.accesses.length === 0;
    return isSame && !marked && (isSilent || step.class !== undefined);
  }

  /**
   * Short runs need no folding, and the user may open long ones.
   * @param {Row} row
   * @returns {Row[]}
   */
  unfolded(row) {
    const isShort = row.last - row.first < 2 && !this.steps[row.first]?.internal;
    if (!row.folded || (!isShort && !this.opened.has(row.first))) return [row];
    const rows = [];
    for (let i = row.first; i <= row.last; ++i) {
      rows.push({ ...row, first: i, last: i, folded: false });
    }
    return rows;
  }

  /** @param {number} first */
  open(first) {
    this.opened.add(first);
    this.makeRows();
  }

  /**
   * The row that shows the step.
   * @param {number} step
   */
  rowOf(step) {
    let low = 0;
    let high = this.rows.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const row = this.rows[middle];
      if (row && row.last < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // ---------------------------------------------------------------- moments

  /**
   * What can be seen after `count` steps.
   * @param {number} count
   * @returns {Moment}
   */
  momentAfter(count) {
    if (this.latest?.count === count) return this.latest.moment;
    const base = count - (count % MOMENT_EVERY);
    for (let at = MOMENT_EVERY; at <= base; at += MOMENT_EVERY) {
      if (!this.moments.has(at)) this.moments.set(at, this.fromKept(at - MOMENT_EVERY, at));
    }
    const moment = this.fromKept(base, count);
    this.latest = { count, moment };
    return moment;
  }

  /**
   * @param {number} kept
   * @param {number} count
   * @returns {Moment}
   */
  fromKept(kept, count) {
    const before = this.moments.get(kept);
    if (!before) throw new Error(`no moment ${kept}`);
    const moment = copyOf(before);
    for (const step of this.steps.slice(kept, count)) take(moment, step);
    return moment;
  }

  /**
   * Where each thread is after `count` steps: the one that moved at its step, the others at what
   * they do next.
   * @param {number} count
   * @returns {Map<number, Place>}
   */
  placesAfter(count) {
    /** @type {Map<number, Place>} */
    const places = new Map();
    const moved = this.steps[count - 1];
    for (const thread of this.threads) {
      const place = thread === moved?.thread ? moved : this.nextPlace(thread, count);
      if (place && place.line !== null) places.set(thread, place);
    }
    return places;
  }

  /**
   * @param {number} thread
   * @param {number} count
   * @returns {Place | null}
   */
  nextPlace(thread, count) {
    const life = this.lives.get(thread);
    if (!life || (life.start > count && thread !== this.threads[0])) return null;
    const at = indexFrom(life.steps, count);
    const next = life.steps.slice(at).find((i) => this.steps[i]?.line !== null);
    if (next !== undefined) return this.steps[next] ?? null;
    return this.lastPlace(thread, life.steps[at - 1]);
  }

  /**
   * Where a thread stays that does not move any more.
   * @param {number} thread
   * @param {number | undefined} lastStep
   * @returns {Place | null}
   */
  lastPlace(thread, lastStep) {
    const waits = this.violation?.notes?.find((note) => note.thread === thread);
    if (this.violation?.kind === "deadlock" && waits) return waits;
    const last = this.steps[lastStep ?? -1];
    const hasEnded = (last?.syncs ?? []).some((sync) => sync.kind === "end");
    return hasEnded ? null : (last ?? null);
  }

  /**
   * The open calls of the step's thread, the innermost first.
   * @param {number} at
   * @returns {Step[]}
   */
  stackAt(at) {
    const top = this.steps[at];
    if (!top) return [];
    const stack = [top];
    let depth = top.depth;
    for (let i = at - 1; i >= 0 && depth > 0; --i) {
      const step = this.steps[i];
      if (!step || step.thread !== top.thread || step.depth >= depth) continue;
      if (!step.internal) stack.push(step);
      depth = step.depth;
    }
    return stack;
  }
}

/**
 * Where the first number stands that is not below the limit.
 * @param {number[]} sorted
 * @param {number} limit
 */
function indexFrom(sorted, limit) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * "Account#1.balance" of "read Account#1.balance".
 * @param {string} access
 */
function placeOf(access) {
  return access.slice(access.indexOf(" ") + 1);
}

/**
 * What the step did, in a line.
 * @param {Step} step
 */
function effectsOf(step) {
  const parts = [];
  for (const [name, value] of Object.entries(step.reads ?? {})) {
    parts.push(`reads ${name} = ${value}`);
  }
  parts.push(...step.notes);
  const updates = Object.entries(step.updates).map(([name, value]) => `${name} = ${value}`);
  parts.push(...updates);
  if (step.output !== undefined) parts.push(`prints ${step.output}`);
  return parts.join("; ");
}
