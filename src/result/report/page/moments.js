// What can be seen at a moment of an execution: objects, locks, local variables.

/**
 * @param {HeapChange[]} changes
 * @returns {Moment}
 */
function startOf(changes) {
  /** @type {Moment} */
  const moment = { heap: new Map(), locks: new Map(), locals: new Map() };
  for (const change of changes) applyChange(moment.heap, change);
  return moment;
}

/**
 * @param {Heap} heap
 * @param {HeapChange} change
 */
function applyChange(heap, change) {
  const name = change.object ?? "";
  // Slots are not changed in place: moments share them.
  const slots = new Map(heap.get(name) ?? []);
  for (const [slot, value] of Object.entries(change.slots)) slots.set(slot, value);
  heap.set(name, slots);
}

/**
 * @param {Moment} moment
 * @returns {Moment}
 */
function copyOf(moment) {
  return {
    heap: new Map(moment.heap),
    locks: new Map(moment.locks),
    locals: new Map([...moment.locals].map(([thread, calls]) => [thread, [...calls]])),
  };
}

/**
 * @param {Moment} moment
 * @param {Step} step
 */
function take(moment, step) {
  for (const change of step.heap ?? []) applyChange(moment.heap, change);
  for (const sync of step.syncs ?? []) {
    if (sync.lock === undefined) continue;
    if (sync.kind === "take" || sync.kind === "wake") moment.locks.set(sync.lock, step.thread);
    if (sync.kind === "release" || sync.kind === "wait") moment.locks.delete(sync.lock);
  }
  setLocals(moment, step);
}

/**
 * @param {Moment} moment
 * @param {Step} step
 */
function setLocals(moment, step) {
  const calls = moment.locals.get(step.thread) ?? [];
  moment.locals.set(step.thread, calls);
  if ((step.syncs ?? []).some((sync) => sync.kind === "end")) {
    calls.length = 0;
    return;
  }
  const called = step.notes.some((note) => note.startsWith("calls "));
  const returned = step.notes.some((note) => note === "returns" || note.startsWith("returns "));
  const depth = step.depth + (called ? 1 : 0) - (returned && step.depth > 0 ? 1 : 0);
  calls.length = Math.min(calls.length, called ? depth : depth + 1);
  while (calls.length <= depth) calls.push(new Map());
  const slots = new Map(calls[depth]);
  for (const [name, value] of Object.entries(step.updates)) {
    if (!isPlace(moment, name)) slots.set(name, value);
  }
  calls[depth] = slots;
}

/**
 * Whether the name is one of an object's slots or of a variable that all threads share.
 * @param {Moment} moment
 * @param {string} name
 */
function isPlace(moment, name) {
  return name.includes("#") || (moment.heap.get("")?.has(name) ?? false);
}
