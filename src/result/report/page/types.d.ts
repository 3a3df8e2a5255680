// The data of a page: a result as `braid verify --format json` writes it
// (docs/command-line.md), and the sources that it names. Only what the page reads is here.

interface Place {
  file: string | null;
  line: number | null;
  column: number | null;
}

interface SyncEvent {
  kind: "start" | "join" | "end" | "take" | "release" | "wait" | "wake" | "notify";
  thread?: number;
  lock?: string;
}

interface HeapChange {
  object: string | null; // null: the variables that all threads share
  new?: boolean;
  slots: Record<string, string>;
}

interface Step extends Place {
  thread: number;
  thread_name?: string;
  method: string;
  class?: string;
  name?: string;
  text: string;
  accesses: string[];
  updates: Record<string, string>;
  reads?: Record<string, string>;
  notes: string[];
  depth: number;
  syncs?: SyncEvent[];
  heap?: HeapChange[];
  internal?: boolean;
  output?: string;
}

interface Note extends Place {
  message: string;
  thread?: number;
}

interface CycleMember extends Place {
  thread: number;
  thread_name?: string;
  holds: ({ lock: string } & Place)[];
  waits_for: string;
}

interface Thrown {
  exception: string;
  message: string | null;
  frames: ({ method: string; class?: string; name?: string } & Place)[];
}

interface Violation extends Place {
  kind: string;
  message: string;
  exception?: string;
  thread: number | null;
  thread_name?: string;
  stack?: Thrown[];
  notes?: Note[];
  values?: Record<string, string>;
  cause?: string;
  cycle?: CycleMember[];
}

interface Bound {
  name: string;
  value: string | null;
  option: string | null;
  cut: boolean;
  beyond: string;
}

interface Counterexample {
  inputs: Record<string, unknown>;
  start: HeapChange[];
  trace: Step[];
  loop?: number;
}

interface Coverage {
  method: string;
  file: string;
  statements: number;
  statements_reached: number;
  reached: number[];
  unreached: number[];
}

interface Result {
  tool: string;
  version: string;
  input: string[];
  entry: string;
  engine: string;
  engine_reason?: string;
  por: string | null;
  search?: string;
  options: Record<string, string>;
  verdict: "valid" | "invalid" | "deadlock" | "unknown";
  complete: boolean;
  vacuous: boolean;
  executions: number | null;
  never_ends: boolean;
  never_ends_at: Place | null;
  bounds: Bound[];
  reason: string | null;
  violation: Violation | null;
  counterexample: Counterexample | null;
  coverage: Coverage[] | null;
  abstraction?: { variables: string[]; spurious: (Place & { step: number; why: string }) | null };
  stats: Record<string, number>;
}

interface PageData {
  results: Result[];
  sources: Record<string, string>;
}

// One row of the picture: a step, several steps of one statement, or a run of local steps that is
// folded.
interface Row {
  first: number; // steps, counted from 0
  last: number;
  thread: number;
  folded: boolean;
  marked: boolean; // the violation is here
  waits?: Note; // no step, but a thread that cannot move in the end
}

interface Arrow {
  kind: "start" | "join" | "lock" | "notify" | "conflict";
  from: number; // steps
  to: number;
  what: string; // "Fork#1", "Account#1.balance"
}

type Slots = Map<string, string>;
type Heap = Map<string, Slots>; // by object; "": the variables that all threads share

// What can be seen after so many steps.
interface Moment {
  heap: Heap;
  locks: Map<string, number>; // who holds them
  locals: Map<number, Slots[]>; // by thread, one map for each open call
}
