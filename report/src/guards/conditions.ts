// The conditions of `guard_groups` taken apart: what is asked, and the lines that need it.

import type { Place } from "../contract";
import type { CodeLine, Guard } from "../data";

/** A condition, and where the program needs it. */
export interface Condition {
  /** Python, over several lines where it is long. */
  text: string;
  /** The places and the text of the line, as depyf wrote them behind it. */
  remark: string;
  /** Those of the places whose file is known. */
  places: NamedPlace[];
  /** What of the remark is behind the places: the text of the line. */
  code: string;
}

/** A place and what it is called: `toy.py:5`. */
export interface NamedPlace extends Place {
  name: string;
}

/** The files that are known, by the name that depyf shows. */
export type Files = ReadonlyMap<string, string>;

// A remark is behind two blanks, or above a long condition, and begins with a place:
// ` # toy.py:4-5, 9: x = a`.
const REMARK = / {2}# (?=[^\s:]+:\d)([^\n]*)|^# (?=[^\s:,]+:\d)([^\n]*)\n/m;
const PLACE = /^(?<file>[^\s:,]+):(?<lines>\d+(?:-\d+)?(?:, \d+(?:-\d+)?(?![\w.]))*)/;
const MOST_LINES = 12; // of a range, as places of their own

/** Returns the files that guards name, by their short names. */
export function filesOf(guards: readonly Guard[]): Files {
  const found = new Map<string, string>();
  for (const guard of guards) {
    const file = guard.user_line?.file;
    if (file !== undefined) found.set(shortFile(file), file);
  }
  return found;
}

/** Returns the last part of a path of any system. */
export function shortFile(file: string): string {
  return file.split(/[/\\]/).at(-1) ?? file;
}

/** Returns a condition taken apart. */
export function conditionOf(text: string, files: Files): Condition {
  const found = REMARK.exec(text);
  if (found === null) return { text, remark: "", places: [], code: "" };
  const remark = found[1] ?? found[2] ?? "";
  return { text: text.replace(new RegExp(REMARK, "gm"), ""), remark, ...placesIn(remark, files) };
}

// Of installed packages and Python itself.
const INSTALLED = /[/\\](?:site|dist)-packages[/\\]|[/\\]lib(?:64)?[/\\]python\d|^</i;
const WHOLE = /^[/\\]|^[A-Za-z]:/;

/** Returns whether a file is of a library, none of `known`: a line of it is no line to change. */
export const isLibrary = (file: string, known: readonly string[]): boolean =>
  INSTALLED.test(file) || !(WHOLE.test(file) || known.includes(file));

/** Returns the name of a place: `toy.py:5`. */
export function placeName(place: Place): string {
  return `${shortFile(place.file)}:${place.line}`;
}

/** Returns the place of a line, as it is handed to the page. */
export function placeOf(line: CodeLine): Place {
  return { file: line.file, line: line.line };
}

function placesIn(remark: string, files: Files) {
  const places: NamedPlace[] = [];
  let rest = remark;
  for (let found = PLACE.exec(rest); found !== null; found = PLACE.exec(rest)) {
    const { file = "", lines = "" } = found.groups ?? {};
    const whole = files.get(file);
    if (whole !== undefined) places.push(...linesOf(lines, file, whole));
    rest = rest.slice(found[0].length).replace(/^, (?:and )?/, "");
  }
  return { places, code: rest.replace(/^: /, "") };
}

function linesOf(lines: string, short: string, file: string): NamedPlace[] {
  return lines.split(", ").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    const length = Math.min(last - first + 1, MOST_LINES);
    return Array.from({ length }, (_, at) => {
      const line = first + at;
      return { file, line, name: `${short}:${line}` };
    });
  });
}
