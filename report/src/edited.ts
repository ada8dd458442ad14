// The edits of `depyf cure` that the program of this run has.  Pure.
import type { CodeLine, Data } from "./data";

/** Whether this is a run with edits: its lines are not those of the files as they are. */
export const isWithEdits = ({ cure_files: files }: Pick<Data, "cure_files">): boolean => files?.before !== undefined;

/** Whether an edit changed lines of a function, or of its file only; empty where it changed neither. */
export function editsOf({ edited = [] }: Pick<Data, "edited">, file: string, first: number, last: number): "here" | "elsewhere" | "" {
  const all = edited.filter((one) => one.file === file);
  if (all.length === 0) return "";
  const isHere = all.some(({ lines, diff }) => lines.some((line) => line >= first && line <= last)
    || (diff === undefined ? lines.length === 0 : deletedBefore(diff).some((line) => line > first && line <= last + 1)));
  return isHere ? "here" : "elsewhere";
}

/** The lines of the new file before which lines are missing: nothing stands for these. */
function deletedBefore(diff: string): number[] {
  const found: number[] = [];
  let line = 0;
  diff.split("\n").forEach((text, at, all) => {
    const hunk = /^@@ -\S+ \+(\d+)/.exec(text);
    if (hunk !== null) line = Number(hunk[1]);
    else if (line === 0) return;
    else if (text.startsWith("-")) { if (!/^[-+\\]/.test(all[at + 1] ?? "")) found.push(line); }
    else if (!text.startsWith("\\")) line += 1;
  });
  return found;
}

/** What the edits of this run change, as one patch; empty where not known. */
export const patchOf = ({ edited = [] }: Pick<Data, "edited">): string => edited.map(({ diff = "" }) => diff).join("");

/** A function that runs as Python because of an edit, and its line. */
export interface Plain { name: string; at: CodeLine }

/** The functions that edits took out of compiled code: torch meets none of them. */
export const plainFunctions = ({ edited = [] }: Pick<Data, "edited">): Plain[] =>
  edited.flatMap(({ file, plain }) => plain.map(({ name, line }) => ({ name, at: { file, line } })));
