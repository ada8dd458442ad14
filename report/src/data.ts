// The data of the page: that of `summary.json`, and the texts (`render/html.py`).
import type { CompileCall, CostRow, FailingCondition, GraphData, KernelData, Place, Recompiles, Span } from "./contract";
import { opened, type Part, Parts, type Stored } from "./parts";
import type { RanksData } from "./ranks/types";

/** A line of the user's or a library's, as torch tells it. */
export interface CodeLine { file: string; line: number; function?: string; text?: string }

export interface Guard {
  expression: string;
  kind?: string;
  source?: string;
  remark?: string;
  user_line?: CodeLine;
}

export interface GraphFile {
  prefix: string;
  full_name: string;
  stage: string;
  file: string;
  backward: boolean;
}

export interface Origin {
  kernel: string;
  nodes: string[];
  lines: Record<string, number[]>;
  how: string;
  /** Where the program has a Triton kernel of its own. */
  written?: { file: string; line: number };
}

export interface KernelFile {
  prefix: string;
  full_name: string;
  file: string;
  backward: boolean;
  language: string;
  names: string[];
  origins: Origin[];
}

export interface GraphBreak {
  reason?: string;
  explanation?: string;
  hints?: string[];
  user_stack?: CodeLine[];
  link?: string;
}

export interface Entry {
  index: number;
  file: string;
  quality: string;
  diagnostics: string[];
  hidden_instructions: number;
  total_instructions: number;
}

export interface SavedTensor {
  name: string;
  type: string;
  bytes?: number;
  file?: string;
  line?: number;
  argument?: string;
  /** Whether the forward copies the argument, which takes memory of its own. */
  copied?: boolean;
  view_of?: string;
}

export interface Annotation { graph?: string; metadata?: Record<string, unknown> }

/** A function that was captured, with the lines of it that are in graphs. */
export interface CapturedPlace {
  file: string;
  lines: string;
  function?: string;
  first_line?: number;
  modules?: string[];
  nodes: number;
}

/** A guard of another entry that a call did not pass. */
export interface Reason { text: string; failed?: string; detail?: string }

export interface Compilation {
  id: string;
  generation?: number;
  entry?: Entry;
  /** The function that this was compiled for, if a decorator's code is around several. */
  wrapped?: string;
  compiled_for?: { class: string; path?: string; is_root?: boolean; instances?: string[] };
  hits?: number;
  guards_known?: boolean;
  guards?: Guard[];
  graphs?: GraphFile[];
  kernels?: KernelFile[];
  graph_breaks?: GraphBreak[];
  recompiled_because?: Reason[];
  /** Of these the one that tells it from the entry that it is compared with. */
  reason?: Reason;
  difference?: string;
  resume_functions?: { name: string; full_name: string; co_name: string; frame?: string }[];
  caches?: { cache: string; outcome: string; reason?: string }[];
  metrics?: { seconds?: number; backward?: boolean;
    counts?: Record<string, number> }[];
  phases?: Record<string, number>[];
  symbols?: { symbol: string; source?: string; value?: string; value_range?: string }[];
  shape_guards?: { expression: string; reason?: string; user_line?: CodeLine; run_line?: CodeLine }[];
  side_effects?: { words: string; user_lines?: CodeLine[] }[];
  saved_for_backward?: { prefix: string; own_bytes: number; all_bytes: number; tensors: SavedTensor[] }[];
  annotations?: Annotation[];
  captured_lines?: Record<string, number[]>;
  captured_places?: CapturedPlace[];
  skipped?: string;
}

/** An entry that a call was held against; `compilation` is its position in the frame. */
export interface CheckedEntry { name: string; id?: string; compilation?: number }

/** Why a call does not fit an entry: its first guard that fails. */
export interface Miss {
  entry: CheckedEntry;
  words: string;
  guard: string;
  asked?: string;
  expected?: string;
  found?: string;
  unread?: string;
  user_line?: CodeLine;
  advice?: string;
}

/** What `depyf.check` said of a call. */
export interface Check {
  outcome: string;
  words: string;
  times: number;
  asked_at?: CodeLine;
  entry?: CheckedEntry;
  misses?: Miss[];
  reason?: string;
  notes?: string[];
}

export interface Frame {
  id: string;
  co_name: string;
  qualified_name?: string;
  title?: string;
  owners?: string[];
  decorator?: string;
  file?: string;
  first_line?: number;
  resumes?: string;
  full_code?: string;
  plain_calls?: number;
  compilations?: Compilation[];
  checks?: Check[];
}

export interface GuardGroup { title: string; own: string[]; common: string[] }

/** What only the page needs of a compilation; texts are numbers into `texts`. */
export interface CompilationDetails {
  titles: Record<string, string>;
  /** Which sizes and numbers may vary, in sentences. */
  sizes?: string[];
  /** The conditions of `shape_guards` with Python's operators, in the same order. */
  conditions?: string[];
  text?: number;
  guard_text?: number;
  guard_groups?: GuardGroup[];
  /** `___stack0` and others in words: values that cross a graph break. */
  stack_names?: Record<string, string>;
  failing?: FailingCondition[];
  lines?: Record<string, number[]>;
  /** By line of the transformed code the line that sets an attribute there, after the graph. */
  stores?: Record<string, Place>;
  arms?: Record<string, string>;
  /** The program's line whose call was compiled. */
  called_at?: CodeLine;
  /** The compiled function that is called at the graph break; `refused`: its compilation that torch refused for this call. */
  calls?: { frame: string; refused?: number };
  graph_data?: GraphData[];
  kernel_data?: KernelData[];
}

export interface FrameDetails {
  root: string;
  source: number;
  source_line: number | null;
  own_source: number | null;
  /** Of a resume function that nothing compiled: `own_source` are the user's lines. */
  own_line?: number;
  full_code: number | null;
  compilations: CompilationDetails[];
}

/** Figures of one run; those that are 0 are absent. */
export interface RunFigures { exit_code?: number | null; compile_seconds?: number; recompile_seconds?: number; seconds?: number; graph_breaks?: number; recompiles?: number }

/** A file that edits of `depyf cure` changed, in a run with these edits. */
export interface EditedFile { file: string; lines: number[];
  /** The functions that edits took out of compiled code. */
  plain: { name: string; line: number }[];
  /** All edits of the file as a unified diff; older dumps have none. */
  diff?: string }

/** An edit that `depyf cure` tried; `after` is absent if the program did not end. */
export interface Tried { verdict: string; what: string; file?: string; line?: number; why: string;
  /** How many kept edits the program had already. */
  earlier?: number;
  before?: RunFigures; after?: RunFigures;
  /** What each part did with those before it, if several were tried together. */
  parts?: { what?: string; why?: string }[];
  /** The whole edit as a unified diff; older dumps have that of a kept one only. */
  diff?: string }

export interface Finding {
  rule?: string;
  subject: string;
  /** What happens, in a few words behind the subject. */
  title: string;
  what: string;
  /** The reason, in at most four short sentences. */
  why: string;
  /** Seconds, their share of all compiling, and counts, in words. */
  cost?: string;
  place?: string;
  line?: CodeLine;
  /** Of a graph break the line of a library that breaks the graph; `line` leads there. */
  library_line?: CodeLine;
  called_at?: CodeLine;
  /** The line of the compiled function that leads there, if it is another one. */
  called_from?: CodeLine;
  /** The lines that made the value which failed a guard, the nearest to the call first. */
  origin?: CodeLine[];
  origin_how?: "by name" | "seen" | "cause";
  edit?: string;
  note?: string;
  hint?: string;
  seconds?: number;
  share?: number;
  /** What edits did that `depyf cure` tried. */
  trials?: string[];
  /** All that the best of them changes, as a unified diff. */
  diff?: string;
  /** Compile time that the best kept edit saved when it was tried. */
  saved_seconds?: number;
}

/** What happened more than once and is settled, and what avoids it. */
export interface Expected {
  subject: string;
  what: string;
  /** The user's line that needs the value. */
  line?: CodeLine;
  origin?: CodeLine[];
  origin_how?: "by name" | "seen" | "cause";
  edit?: string;
  note?: string;
  seconds?: number;
  /** Recompiles of other functions that the edit avoids, too (`seconds` includes them), and the calls that torch then
   *  compiles instead of refusing them, as sentences. */
  elsewhere?: string;
  /** Which part of `seconds` findings count, too, and whether the edit may save less, as sentences. */
  of_cost?: string;
  /** What varies in the program's own call, if `elsewhere` has the function that it calls. */
  cause?: string;
  /** An option that may shorten the recompile, and its price, as sentences. */
  cheaper?: string;
  trials?: string[];
  diff?: string;
  saved_seconds?: number;
}

/** A function with entries for one gradient mode only: at the limit torch refused the other. */
export interface PlainMode { frame: string; name: string; is_root: boolean;
  /** The number of its finding, if it has one. */
  finding?: number }

export interface Data {
  schema: number;
  program: string;
  torch: string;
  python: string;
  depyf: string;
  rank: number | null;
  totals: { graphs: number; graph_breaks: number; recompiles: number;
    compile_seconds: number;
    /** Entries with a result that torch's caches had before the run; absent for none. */
    cached_entries?: number };
  findings: Finding[];
  expected: Expected[];
  frames: Frame[];
  /** The entry for whose graph torch started its compiler, and the seconds, as sentences. */
  first_graph?: string;
  not_compiled?: string[];
  not_here: string[];
  failures: { where: string; error: string; consequence?: string }[];
  annotations?: Annotation[];
  other_processes?: string[];
  stages: Record<string, string>;
  /** Rules of findings that tell why a function was compiled again. */
  recompile_rules: string[];
  plain_modes?: PlainMode[];
  files: Record<string, number>;
  sources: Record<string, { text: number; changed: boolean }>;
  details: Record<string, FrameDetails>;
  texts: string[];
  /** Functions, the slowest to compile first, each before what resumes it. */
  overview: CostRow[];
  /** By file the first and the last line of each function whose text is shown. */
  functions: Record<string, [first: number, last: number][]>;
  /** By frame what compiles it, where the source makes that clear. */
  compile_calls: Record<string, CompileCall>;
  /** The class of the exception that ended the run. */
  ended_with?: string;
  /** Files of `depyf cure` beside the dump, as links from the page. */
  cure_files?: { results: string; after?: string;
    /** Of a run with edits the page of the run before them; empty where not known. */
    before?: string };
  /** The files that the edits of this run changed. */
  edited?: EditedFile[];
  /** What `depyf cure` tried and kept, in sentences. */
  cure_summary?: string[];
  /** Each edit that it tried, in order. */
  edits?: Tried[];
  recompiles: Recompiles;
  spans: Span[];
  /** How the ranks of the run compare, in the page at the top of their directories. */
  ranks?: RanksData;
}

/** What a page opens with: guards of entries are ranges of a shared table. */
export type Base = Omit<Data, "frames" | "ranks" | "files" | "sources" | "details"
  | "texts"> & {
  frames: (Omit<Frame, "compilations"> & {
    compilations?: (Omit<Compilation, "guards"> & { guards?: [number, number][] })[];
  })[];
  shared: {
    guards: (Omit<Guard, "user_line"> & { user_line?: number })[];
    lines: CodeLine[];
  };
};

/** What stands in the page; which files are in which part is told outside of them. */
interface InPage {
  base: Stored<Base>;
  files: Record<string, string[]>;
  parts: Record<string, Stored<Part>>;
}

/** An id is another one in each run: it tells a reader nothing. */
export const withoutIds = (expression: string): string => expression
  .replace(/(___check_(?:obj|type)_id\(.*, )\d+\)/s, "$1…)")
  .replace(/\b_\d{9,}(?=_c\d)/g, "_…");

/** Returns the data with what entries share put back where it belongs, without parts. */
export function expanded(base: Base): Data {
  const { shared, frames, ...rest } = base;
  const guards: Guard[] = shared.guards.map(({ user_line: at, ...guard }) => {
    guard.expression = withoutIds(guard.expression);
    const line = at === undefined ? undefined : shared.lines[at];
    return line === undefined ? guard : { ...guard, user_line: line };
  });
  return {
    ...rest, files: {}, sources: {}, details: {}, texts: [],
    frames: frames.map(({ compilations = [], ...frame }) => ({
      ...frame,
      compilations: compilations.map(({ guards: spans = [], ...one }) => ({
        ...one,
        guards: spans.flatMap(([first, last]) => guards.slice(first, last + 1)),
        ...reasonOf(one, rest.recompiles.reasons[one.id]),
      })),
    })),
  };
}

function reasonOf({ recompiled_because: all = [] }: Pick<Compilation, "recompiled_because">,
  at = 0): Pick<Compilation, "reason"> {
  const reason = all[at] ?? all[0];
  return reason === undefined ? {} : { reason };
}

/** Reads the data of a page; its parts are read when they are looked at. */
export async function readData(text: string, ranks = "null"):
  Promise<{ data: Data; parts: Parts }> {
  const { base, files, parts } = JSON.parse(text) as InPage;
  const compared = JSON.parse(ranks) as Stored<RanksData> | null;
  const data = { ...expanded(await opened(base)),
    ...(compared === null ? {} : { ranks: await opened(compared) }) };
  return { data, parts: new Parts(data, files, parts) };
}
