// Names in the areas of a treemap: whole where there is room, else none.  Pure.
import { tally } from "./graph/lists";
import { wordsOf } from "./ui/Some";

/** An area in pixels, and how wide a letter is. */
export interface Room { width: number; height: number; letter: number }

const EDGE = 8; // pixels at the sides of an area that no letter stands in
const LINE = 14; // pixels
const EASY = 2; // lines of a name that are read at once

/** What an area says: the lines of its name, and whether its size has room, too. */
export interface Label { lines: readonly string[]; hasSize: boolean }

const NO_LABEL: Label = { lines: [], hasSize: false };

/** The label of an area: a name that fits, the first unless it needs many lines; `size` is in words. */
export function labelOf(names: readonly string[], size: string, { width, height, letter }: Room): Label {
  const across = Math.floor((width - EDGE) / letter);
  const down = Math.floor((height - 2) / LINE);
  const tall = ({ length }: readonly string[]) => Math.max(length, EASY);
  const [lines] = names.flatMap((name) => {
    const found = inLines(name, across);
    return found === null || found.length > down ? [] : [found];
  }).sort((a, b) => tall(a) - tall(b));
  return lines === undefined ? NO_LABEL
    : { lines, hasSize: lines.length < down && size.length <= across };
}

/** An area with all that it may be called, the whole path first. */
export interface Area { names: readonly string[]; size: string; room: Room }

const isEnd = (name: string): boolean => name.startsWith("[");

/** The labels of all areas: where one of a list has no room for the list's name, all of the list leave it out. */
export function labelsOf(areas: readonly Area[]): Label[] {
  const labelled = (isMeant: (name: string) => boolean) => areas.map(({ names, size, room }) =>
    labelOf(names.some(isMeant) ? names.filter(isMeant) : names, size, room));
  const [any, whole] = [labelled(() => true), labelled((name) => !isEnd(name))];
  // A name in more lines is better than `[0].mlp` beside `layers[1]`; `[1]` alone is no reason.
  const isLost = ({ lines }: Label, at: number) => lines.join("").includes("].") && whole[at]?.lines.length === 0;
  return any.some(isLost) ? labelled(isEnd) : whole;
}

/** Lays a name out in lines that end between its words; null where a word has no room. */
function inLines(name: string, across: number): string[] | null {
  const lines = [""];
  for (const word of name.split(/(?=\[)|(?<=[.\s])/).flatMap(wordsOf)) {
    const line = `${lines.at(-1) ?? ""}${word}`;
    if (word.trimEnd().length > across) return null;
    if (line.trimEnd().length <= across) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd());
}

/** What is before the end of a path, and its end: `layers` and `[3].mlp` of `layers[3].mlp`. */
function cutAt(path: string): [string, string] {
  const index = path.includes(" ") ? 0 : path.search(/\[[^\]]*\](?:\.|$)/);
  const at = index >= 0 ? index : path.lastIndexOf(".") + 1;
  return [path.slice(0, at), path.slice(at)];
}

/**
 * The names that an area may have, the longest first: the whole path, and its end, if no
 * other path has that end, and if all ends with an index are of one list.
 */
export function namesOf(paths: readonly string[]): (path: string) => string[] {
  const ends = new Map(tally(paths.map((one) => cutAt(one)[1])));
  const lists = new Set(paths.map(cutAt).flatMap(([before, end]) => end.startsWith("[") ? [before] : []));
  // Elements alone keep the name of their list: `[3]` says little.
  const hasParts = [...ends.keys()].some((end) => end.startsWith("[") && end.includes("]."));
  return (path) => {
    const end = cutAt(path)[1];
    const isClear = ends.get(end) === 1 && (!end.startsWith("[") || (lists.size === 1 && hasParts));
    return isClear && end !== path ? [path, end] : [path];
  };
}

/** Leaves out the first part of most paths: it takes the room of what tells them apart. */
export function withoutCommon(paths: readonly string[]): (path: string) => string {
  const [[first, times] = ["", 0]] = tally(paths.flatMap((one) => FIRST.exec(one) ?? []));
  return 2 * times <= paths.length ? (path) => path
    : (path) => path.startsWith(first) ? path.slice(first.length) : path;
}
const FIRST = /^\w+\.(?!.* )/; // "f (own code)" is no path
