// The rows of the tree on the left: functions, their entries, breaks, resume functions.
import type { Frame } from "./data";
import type { Model } from "./model";
import { count, entryName, innermost, isResume, place, plain, resumeNote, titleOf }
  from "./model";
import { address } from "./state";

export interface Row {
  /** Of this place in the tree: a frame may stand in several. */
  key: string;
  level: number;
  kind: "panel" | "function" | "cut" | "entry" | "again" | "break";
  label: string;
  note: string;
  href: string;
  /** Whether it is a folder, and open. */
  open?: boolean;
  /** What the address has to be at for this row to be the current one. */
  is: string;
}

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
    kind: "panel", label, note: "", href: address({ panel }), is: panel }));
  const seen = new Set<string>();
  for (const frame of model.data.frames)
    if (!isResume(frame)) addFrame(frame, "", 1);
  return rows;

  function addFrame(frame: Frame, inside: string, level: number): void {
    const known = seen.has(frame.id);
    seen.add(frame.id);
    const key = `${inside}/${frame.id}`;
    const resume = isResume(frame);
    const folder = !known && (frame.compilations ?? []).length > 0;
    rows.push({ key, level, kind: resume ? "cut" : "function", label: titleOf(frame),
      note: resume ? resumeNote(frame) : place(frame.file, frame.first_line),
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
    (frame.compilations ?? []).forEach((compilation, at) => {
      const { entry } = compilation;
      const href = address({ frame: frame.id, at, panel: "code" });
      const hits = compilation.hits === undefined ? "" : count(compilation.hits, "hit");
      rows.push({ key: `${inside}/${at}`, level, kind: "entry",
        label: entryName(compilation), href, is: `${frame.id}/${at}`,
        note: entry ? [entry.quality, hits].filter(Boolean).join(" · ")
          : compilation.skipped ?? "" });
      const below = (kind: Row["kind"], label: string, note: string, number: number) =>
        rows.push({ key: `${inside}/${at}/${kind}${number}`, level: level + 1, kind,
          label, note, is: "",
          href: address({ frame: frame.id, at, panel: "details" }) });
      // The first guard that failed, as the head of the entry has it; then all that differs.
      const [reason] = compilation.recompiled_because ?? [];
      if (reason !== undefined)
        below("again", `recompiled: ${reason.text}`, plain(compilation.difference), 0);
      (compilation.graph_breaks ?? []).forEach((event, position) => {
        const line = innermost(event);
        below("break", `break ${line ? `at ${place(line.file, line.line)}` : ""}`,
          event.reason ?? "", position);
      });
      for (const { frame: id } of compilation.resume_functions ?? []) {
        const child = id === undefined ? undefined : model.byId.get(id);
        if (child !== undefined) addFrame(child, `${inside}/${at}`, level + 1);
      }
    });
  }
}
