// The rows of the tree on the left: functions, their entries, breaks, resume functions.
import type { Compilation, Frame, GraphBreak } from "./data";
import { plainFunctions } from "./edited";
import type { Model } from "./model";
import { bareTitle, count, differenceOf, entryName, failedWords, forWrapped, innermost, isAround, isResume, otherNumbers, place, plain, resumeNote, secondsOf,
  whereOf, whichResume } from "./model";
import { address } from "./state";
import { whereShown } from "./whereShown";

export interface Row {
  /** Of this place in the tree: a frame may stand in several. */
  key: string;
  level: number;
  kind: "panel" | "function" | "cut" | "entry";
  label: string;
  note: string;
  /** Below it, on a line of its own: where the missing numbers of entries are, what an entry is for, or where a function is. */
  gap?: string;
  /** The note in more words. */
  title?: string;
  badges: readonly Badge[];
  href: string;
  /** Whether it is a folder, and open. */
  open?: boolean;
  /** What the address has to be at for this row to be the current one. */
  is: string;
}

/** What happened to an entry, in a word; the rest is its title. */
export interface Badge { kind: "bad" | "warn" | "soft"; text: string; title: string }

/** A badge in a tooltip; a title that names what happened needs no word before it. */
export const badgeWords = ({ text, title }: Badge): string =>
  title === "" ? text : title.startsWith("break") ? title : `${text}: ${title}`;

const SHORTEST = 0.05; // seconds that are worth a badge

/** Functions whose branches are open before anybody touched the tree. */
const OPEN_AT_FIRST = 12;

export const isOpenAtFirst = (model: Model): boolean =>
  model.data.frames.length <= OPEN_AT_FIRST;

/** Returns the rows that can be seen; `isOpen` tells of folders. */
export function treeRows(model: Model, isOpen: (key: string) => boolean): Row[] {
  const { spans, ranks } = model.data;
  const panels: [string, string][] = [["overview", "Overview"]];
  if (spans.length > 0) panels.push(["timeline", "Timeline"]);
  if (ranks !== undefined) panels.push(["ranks", "Ranks"]);
  panels.push(["run", "This run"], ["files", "Files"]);
  const rows: Row[] = panels.map(([panel, label]) => ({ key: panel, level: 1,
    kind: "panel", label, note: "", badges: [], href: address({ panel }), is: panel }));
  const seen = new Set<string>();
  const twins = namesOfSeveral(model.data.frames);
  for (const frame of model.data.frames)
    if (!isResume(frame)) addFrame(frame, "", 1);
  for (const { name, at } of plainFunctions(model.data)) {
    const shown = whereShown(model, at);
    rows.push({ key: `plain ${place(at.file, at.line)}`, level: 1, kind: "function", label: name,
      note: "runs as Python", title: `${place(at.file, at.line)}: an edit of depyf cure took it out of compiled code`,
      badges: [], href: address(shown ?? { panel: "run" }), is: "" });
  }
  return rows;

  function addFrame(frame: Frame, inside: string, level: number): void {
    if (seen.has(frame.id)) return; // one node a function
    seen.add(frame.id);
    const key = `${inside}/${frame.id}`;
    const resume = isResume(frame);
    const isLong = !resume && (isAround(frame) || twins.has(bareTitle(frame)));
    const folder = (frame.compilations ?? []).length > 0;
    rows.push({ key, level, kind: resume ? "cut" : "function", label: resume
      ? `after line ${frame.first_line ?? "?"}` : bareTitle(frame), badges: [],
      note: resume ? whichResume(frame) : isLong ? "" : whereOf(frame),
      // Beside a name there is no room for what tells two functions apart, or what a decorator is around.
      ...(isLong ? { gap: whereOf(frame) } : {}),
      ...(resume ? { title: resumeNote(frame) } : {}),
      href: address({ frame: frame.id, panel: "code" }), is: "",
      ...(folder ? { open: isOpen(key) } : {}) });
    if (!folder) return;
    if (isOpen(key)) addEntries(frame, key, level + 1);
    else mark(frame);
  }
  // What is folded away is not to turn up elsewhere instead.
  function mark(frame: Frame): void {
    for (const compilation of frame.compilations ?? [])
      for (const { frame: id } of compilation.resume_functions ?? []) {
        const child = id === undefined ? undefined : model.byId.get(id);
        if (child === undefined || seen.has(child.id)) continue;
        seen.add(child.id);
        mark(child);
      }
  }
  function addEntries(frame: Frame, inside: string, level: number): void {
    const met = new Set<string>(); // breaks that an entry before has, too
    (frame.compilations ?? []).forEach((compilation, at) => {
      const { entry } = compilation;
      // Once: a gap is met at the first entry.
      const others = at === 0 ? otherNumbers(model.data.frames, frame) : "";
      const gap = others || forWrapped(compilation);
      rows.push({ key: `${inside}/${at}`, level, kind: "entry",
        label: entryName(compilation), is: `${frame.id}/${at}`,
        href: address({ frame: frame.id, at, panel: "code" }),
        badges: badgesOf(frame, compilation, met),
        note: entry === undefined ? compilation.skipped ?? ""
          : [entry.quality === "exact" ? "" : entry.quality,
            compilation.hits === undefined ? "" : count(compilation.hits, "hit")]
            .filter(Boolean).join(" · "), ...(gap === "" ? {} : { gap }) });
      for (const { frame: id } of compilation.resume_functions ?? []) {
        const child = id === undefined ? undefined : model.byId.get(id);
        if (child !== undefined) addFrame(child, `${inside}/${at}`, level + 1);
      }
    });
  }
}

/** The names that several functions have. */
function namesOfSeveral(frames: readonly Frame[]): ReadonlySet<string> {
  const names = frames.filter((one) => !isResume(one)).map(bareTitle);
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}

/** Breaks, why there is this entry, and how long it took. */
function badgesOf(frame: Frame, compilation: Compilation, met: Set<string>): Badge[] {
  const breaks = breakBadges(frame, compilation, met);
  // The guard that failed, as the head of the entry has it; then all that differs.
  const { reason } = compilation;
  const seconds = secondsOf(compilation);
  return [...breaks,
    // The name of one without an entry says that it was refused.
    ...(reason === undefined || compilation.entry === undefined ? [] : [{ kind: "warn" as const, text: "recompiled",
      title: [failedWords(frame, compilation), plain(differenceOf(compilation))].filter(Boolean).join("\n") }]),
    ...(seconds < SHORTEST ? [] : [{ kind: "soft" as const, text: `${seconds.toFixed(1)} s`,
      title: "compiling" }])];
}

/** Breaks with their lines; several that an entry before met are one badge: there is not much room. */
function breakBadges(frame: Frame, { graph_breaks: all = [] }: Compilation, met: Set<string>): Badge[] {
  const found = new Map(all.map((event) =>
    [breakText(frame, event), { reason: event.reason ?? "", short: shortBreak(frame, event) }] as const));
  const again = [...found].filter(([text]) => met.has(text));
  const first = [...found].filter(([text]) => !met.has(text));
  for (const [text] of first) met.add(text);
  return [...first.map(([text, { short, reason }]): Badge => ({ kind: "bad", text: short, title: `${text}: ${reason}` })),
    ...(again.length === 0 ? [] : [{ kind: "bad" as const, text: againText(again.map(([, { short }]) => short)),
      title: again.map(([text, { reason }]) => `${text}: ${reason}`).join("\n") }])];
}

/** `break :418`, `breaks :418, :420`, or how many there are: an entry before has the files. */
const againText = (all: readonly string[]): string => {
  const lines = [...new Set(all.flatMap((one) => badgeParts(one)[2] || []))];
  const [only, other] = lines;
  return lines.length < all.length || lines.length > MOST_LINES ? all.length === 1 ? "break" : `${all.length} breaks`
    : other === undefined ? `break ${only}` : `breaks ${lines.join(", ")}`;
};
const MOST_LINES = 3;

function breakText(frame: Frame, event: GraphBreak): string {
  const line = innermost(event);
  return line === undefined ? "break" : line.file === frame.file ? `break at line ${line.line}`
    : `break ${place(line.file, line.line)}`;
}

/** The line alone in the function's own file: there is not much room. */
function shortBreak(frame: Frame, event: GraphBreak): string {
  const line = innermost(event);
  return line === undefined ? "break" : `break ${line.file === frame.file ? `:${line.line}` : place(line.file, line.line)}`;
}

/** The parts of a badge: only the name of a file, in the middle, may be cut. */
export function badgeParts(text: string): [start: string, file: string, line: string] {
  const [, file = "", line = ""] = /^break (.*)(:\d+)$/.exec(text) ?? [];
  return line === "" ? [text, "", ""] : ["break ", file, line];
}
