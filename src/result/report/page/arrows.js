// Which steps of one thread come before which of another, and why.
class ArrowFinder {
  /** @param {Step[]} steps */
  constructor(steps) {
    this.steps = steps;
    /** @type {Arrow[]} */
    this.arrows = [];
    /** @type {Map<string, number>} */
    this.released = new Map(); // by lock
    /** @type {Map<number, number>} */
    this.started = new Map(); // by thread
    /** @type {Map<number, number>} */
    this.birth = new Map(); // by thread: the step that started it
    /** @type {Map<number, number>} */
    this.last = new Map(); // by thread
    /** @type {Map<string, number>} */
    this.notified = new Map(); // by thread and lock
    /** @type {Map<string, { write: number | null, reads: Map<number, number> }>} */
    this.places = new Map();
  }

  find() {
    this.steps.forEach((step, i) => {
      const starter = this.started.get(step.thread);
      if (starter !== undefined) this.add("start", starter, i, "");
      this.started.delete(step.thread);
      for (const sync of step.syncs ?? []) this.sync(sync, step, i);
      for (const access of step.accesses) this.access(access, step.thread, i);
      this.last.set(step.thread, i);
    });
    return this.arrows;
  }

  /**
   * @param {SyncEvent} sync
   * @param {Step} step
   * @param {number} i
   */
  sync(sync, step, i) {
    const lock = sync.lock ?? "";
    const other = sync.thread ?? 0;
    if (sync.kind === "start") {
      this.started.set(other, i);
      this.birth.set(other, i);
    }
    if (sync.kind === "join") this.between("join", this.last.get(other), i, "");
    if (sync.kind === "notify") this.notified.set(`${other} ${lock}`, i);
    if (sync.kind === "wake") {
      this.between("notify", this.notified.get(`${step.thread} ${lock}`), i, lock);
      this.notified.delete(`${step.thread} ${lock}`);
    }
    if (sync.kind === "take" || sync.kind === "wake") {
      this.between("lock", this.released.get(lock), i, lock);
    }
    if (sync.kind === "release" || sync.kind === "wait") this.released.set(lock, i);
  }

  /**
   * @param {string} access
   * @param {number} thread
   * @param {number} i
   */
  access(access, thread, i) {
    const place = placeOf(access);
    if (/^(lock |thread |output$)/.test(place)) return;
    const known = this.places.get(place) ?? { write: null, reads: new Map() };
    this.places.set(place, known);
    if (access.startsWith("read ")) {
      if (known.write !== null) this.conflict(known.write, i, place);
      known.reads.set(thread, i);
      return;
    }
    for (const read of known.reads.values()) this.conflict(read, i, place);
    if (known.reads.size === 0 && known.write !== null) this.conflict(known.write, i, place);
    known.write = i;
    known.reads = new Map();
  }

  /**
   * What happened before a thread began is no conflict with it.
   * @param {number} from
   * @param {number} to
   * @param {string} place
   */
  conflict(from, to, place) {
    const birth = this.birth.get(this.steps[to]?.thread ?? 0) ?? -1;
    if (from > birth) this.between("conflict", from, to, place);
  }

  /**
   * @param {Arrow["kind"]} kind
   * @param {number | undefined} from
   * @param {number} to
   * @param {string} what
   */
  between(kind, from, to, what) {
    if (from === undefined || this.steps[from]?.thread === this.steps[to]?.thread) return;
    this.add(kind, from, to, what);
  }

  /**
   * @param {Arrow["kind"]} kind
   * @param {number} from
   * @param {number} to
   * @param {string} what
   */
  add(kind, from, to, what) {
    const isKnown = this.arrows.slice(-4).some((arrow) =>
      arrow.kind === kind && arrow.from === from && arrow.to === to);
    if (!isKnown) this.arrows.push({ kind, from, to, what });
  }
}
