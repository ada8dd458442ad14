// Where the reader is: the address says it all, so that a link or a reload comes back.
//
//   (nothing)                      the overview
//   #overview/finding-0            a card of it
//   #run, #files/NAME, #search?q=  panels of the whole run
//   #f0/0/code?line=7              frame, compilation, panel, and what is selected
import { useEffect, useState } from "preact/hooks";
import { type Widths, widthsOf, widthsText } from "./widths";

/** A line of the user's; without `file` of the function that is shown. */
export interface SourceLine { line: number; file?: string }

/** What is pointed at; panes know of each other only through it. */
export type Selection =
  /** A line of the user's; `also` is a second one, to be compared with it. */
  | { kind: "source"; line: number; file?: string; also?: SourceLine }
  /** A line of the transformed code. */
  | { kind: "shown"; line: number }
  | { kind: "node"; file: string; name: string }
  | { kind: "kernel"; file: string; name: string }
  /** The position of a guard in those of the entry. */
  | { kind: "guard"; at: number }
  /** The position of an answer of `depyf.check` in those of the frame. */
  | { kind: "check"; at: number };

export interface State {
  /** Null for panels of the whole run. */
  frame: string | null;
  at: number;
  panel: string;
  file: string | null;
  /** Ids of the panes that are open side by side; null for the usual ones. */
  panes: string[] | null;
  /** Of panes that share a place the one in front; null for that of the selection. */
  front: string | null;
  /** The pane that has all the room. */
  large: string | null;
  /** How wide panes are that the reader made wider or narrower. */
  widths: Widths;
  /** The file of the graph that is drawn; null for that of the selection, or the first. */
  stage: string | null;
  selection: Selection | null;
  query: string;
  /** The two things of "Fused?", as they were typed. */
  fused: readonly [string, string];
}

export const HOME: State = { frame: null, at: 0, panel: "overview", file: null,
  panes: null, front: null, large: null, widths: {}, stage: null, selection: null, query: "", fused: ["", ""] };
/** Parts of a state that stand in the address as they are. */
const WORDS = ["front", "large", "stage"] as const;
const NAMED = ["node", "kernel"] as const;
const FUSED = ["fused", "with"] as const;
const NUMBERED = { shown: "line", guard: "at", check: "at" } as const;

/** Writes a state as the fragment of an address; the overview has none. */
export function fragmentOf(state: State): string {
  const query = new URLSearchParams();
  if (state.panes !== null) query.set("panes", state.panes.join(" "));
  const widths = widthsText(state.widths);
  if (widths !== "") query.set("widths", widths);
  for (const name of WORDS) if (state[name] !== null) query.set(name, state[name]);
  for (const [name, value] of selectionPairs(state.selection)) query.set(name, value);
  if (state.query !== "") query.set("q", state.query);
  // Other views do not ask this, so their addresses stay short.
  if (state.panel === "kernels") for (const [at, typed] of state.fused.entries())
    if (typed !== "") query.set(FUSED[at] ?? "", typed);
  const file = state.file === null ? [] : [encodeURIComponent(state.file)];
  const path = state.frame === null ? [state.panel, ...file]
    : [encodeURIComponent(state.frame), state.at, state.panel, ...file];
  const rest = query.toString();
  const home = state.frame === null && state.panel === HOME.panel && rest === ""
    && state.file === null;
  return home ? "#" : `#${path.join("/")}${rest === "" ? "" : `?${rest}`}`;
}

function selectionPairs(selection: Selection | null): [string, string][] {
  if (selection === null) return [];
  switch (selection.kind) {
    case "source": return [["line", String(selection.line)],
      ...(selection.file === undefined ? []
        : [["in", selection.file] as [string, string]]),
      ...(selection.also === undefined ? [] : [["also", String(selection.also.line)] as [string, string]]),
      ...(selection.also?.file === undefined ? []
        : [["alsoin", selection.also.file] as [string, string]])];
    case "shown": return [["shown", String(selection.line)]];
    case "guard":
    case "check": return [[selection.kind, String(selection.at)]];
    default: return [[selection.kind, `${selection.file}:${selection.name}`]];
  }
}

/** Reads a fragment; what makes no sense is left out. */
export function stateOf(fragment: string): State {
  const [path = "", rest = ""] = split(fragment.replace(/^#/, ""), "?");
  const parts = path.split("/").map(decoded);
  const query = new URLSearchParams(rest);
  const common = {
    panes: query.get("panes")?.split(" ").filter(Boolean) ?? null,
    widths: widthsOf(query.get("widths") ?? ""),
    front: query.get("front") || null,
    large: query.get("large") || null,
    stage: query.get("stage") || null,
    selection: selectionOf(query),
    query: query.get("q") ?? "",
    fused: [query.get(FUSED[0]) ?? "", query.get(FUSED[1]) ?? ""] as const,
  };
  const [first = "", second = ""] = parts;
  if (first === "") return { ...HOME, ...common };
  if (!/^f\d+$/.test(first))
    return { ...HOME, ...common, panel: first, file: second || null };
  return { ...common, frame: first, at: Number.parseInt(second, 10) || 0,
    panel: parts[2] || "code", file: parts[3] || null };
}

function selectionOf(query: URLSearchParams): Selection | null {
  const line = number(query.get("line"));
  const file = query.get("in");
  if (line !== null)
    return { kind: "source", line, ...(file === null ? {} : { file }), ...alsoOf(query) };
  for (const kind of NAMED) {
    const [where, name] = split(query.get(kind) ?? "", ":");
    if (where && name) return { kind, file: where, name };
  }
  for (const [kind, field] of Object.entries(NUMBERED)) {
    const found = number(query.get(kind));
    if (found !== null) return { kind, [field]: found } as unknown as Selection;
  }
  return null;
}

function alsoOf(query: URLSearchParams): { also?: SourceLine } {
  const line = number(query.get("also"));
  const file = query.get("alsoin");
  return line === null ? {} : { also: { line, ...(file === null ? {} : { file }) } };
}

const number = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

function split(text: string, mark: string): [string, string] {
  const at = mark === ":" ? text.lastIndexOf(mark) : text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// ---- the one store -------------------------------------------------------------------
/** The state, and what the pointer is on right now: that is kept in no address. */
export interface Seen { state: State; pointed: Selection | null }

let seen: Seen = { state: HOME, pointed: null };
const listeners = new Set<(seen: Seen) => void>();

function put(next: Seen): void {
  seen = next;
  for (const listener of listeners) listener(seen);
}

/** Reads the address, and follows it from now on. */
export function startStore(): void {
  const read = () => {
    clearTimeout(later);
    later = undefined;
    written = location.hash;
    put({ state: stateOf(written), pointed: null });
  };
  globalThis.addEventListener?.("hashchange", read);
  read();
}

export const current = (): State => seen.state;

// Browsers take a hundred addresses in half a minute: who holds a key has more.
const AT_ONCE = 50;
const EACH = 600; // milliseconds, until one more may be written
let left = AT_ONCE;
let counted = 0;
let later: ReturnType<typeof setTimeout> | undefined;
// The address as it was read or written last: a link or "back" changes it a moment
// before the page hears of it.
let written = "";

function mayWrite(): boolean {
  const now = performance.now();
  left = Math.min(AT_ONCE, left + (now - counted) / EACH);
  counted = now;
  return left >= 1;
}

function write(how: "replaceState" | "pushState"): void {
  clearTimeout(later);
  later = undefined;
  left -= 1;
  try {
    history[how](null, "", fragmentOf(seen.state));
  } catch { /* some browsers forbid it for local files */ }
  written = location.hash;
}

/** Writes what had to wait, unless the reader has gone elsewhere meanwhile. */
function catchUp(): void {
  later = undefined;
  if (location.hash === written) write("replaceState");
}

/** Goes to a state; `replace` leaves no step for the browser's back button. */
export function go(change: Partial<State>, replace = false): void {
  if (!replace && later !== undefined) catchUp(); // where back leads
  put({ state: { ...seen.state, ...change }, pointed: null });
  if (!replace) write("pushState");
  else if (mayWrite()) write("replaceState");
  else later ??= setTimeout(catchUp, EACH);
}

/** Lights up what belongs to a selection while the pointer is on it. */
export function point(pointed: Selection | null): void {
  if (pointed !== seen.pointed) put({ ...seen, pointed });
}

/** Selects something, so that it stays lit and is in the address. */
export const select = (selection: Selection | null): void => go({ selection }, true);

/** Selects a line, or as the second beside the one that is selected. */
export function selectLine(line: SourceLine, isSecond: boolean): void {
  const { selection } = seen.state;
  if (!isSecond || selection?.kind !== "source") return select({ kind: "source", ...line });
  const { also: _before, ...first } = selection;
  select({ ...first, also: line });
}

export function useSeen(): Seen {
  const [value, set] = useState(seen);
  useEffect(() => {
    listeners.add(set);
    set(seen);
    return () => { listeners.delete(set); };
  }, []);
  return value;
}

/** The address of a place; what is not named is as on the overview. */
export const address = (change: Partial<State>): string =>
  fragmentOf({ ...HOME, ...change });
