// Colours code: a whole text at once, so that strings over several lines are right, then
// line by line.  Only highlight.js' tree of tokens is used, never its markup.
import hljs from "highlight.js/lib/core";
import cpp from "highlight.js/lib/languages/cpp";
import python from "highlight.js/lib/languages/python";
import { pieces } from "./pieces";

type Code = "python" | "cpp";
export type Language = Code | "text";
/** A piece of a line, and the class it is painted with: empty for none. */
export type Token = readonly [paint: string, text: string];
export type Line = readonly Token[];

interface Tree { scope?: string; children: (Tree | string)[] }

hljs.registerLanguage("python", python);
hljs.registerLanguage("cpp", cpp);

// highlight.js' scopes, by what comes before the first dot.
const PAINT: Readonly<Record<string, string>> = {
  comment: "c", doctag: "c", string: "s", char: "s", regexp: "s", keyword: "k",
  literal: "k", number: "d", title: "f", built_in: "b", type: "b", meta: "m",
  subst: "",
};
const ENDINGS: Readonly<Record<string, Language>> = {
  py: "python", cpp: "cpp", cc: "cpp", cu: "cpp", h: "cpp", hpp: "cpp",
};
const OPENED = /^([a-zA-Z]*)("""|''')([\s\S]*)\2$/;
// What a string of a generated module holds, told by what it has to begin with.
const INSIDE: readonly [RegExp, Code][] = [
  [/^\s*#\s*(include|define|if|pragma)|\bextern "C"|__global__/, "cpp"],
  [/^\s*(import triton|from torch|@triton)/m, "python"],
];
const KEPT = 400; // texts whose lines are remembered
const cache = new Map<string, readonly Line[]>();

/** Returns the language of a file, by its name. */
export const languageOf = (file: string): Language =>
  ENDINGS[file.split(".").pop() ?? ""] ?? "text";

/** Returns the lines of a text as they are to be painted, if they are known already. */
export const knownLines = (text: string, language: Language): readonly Line[] | undefined =>
  cache.get(`${language}:${text}`);

/** Returns the lines of a text as they are to be painted. */
export function highlighted(text: string, language: Language): readonly Line[] {
  const known = knownLines(text, language);
  if (known !== undefined) return known;
  const steps = colouring(text, language);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in steps of some milliseconds, for long texts. */
export function* colouring(
  text: string, language: Language,
): Generator<undefined, readonly Line[]> {
  const lines: Token[][] = [[]];
  if (language === "text") appendTo(lines, ["", text]);
  else yield* colouringOf(text, language, lines);
  if (cache.size >= KEPT) cache.delete(cache.keys().next().value ?? "");
  cache.set(`${language}:${text}`, lines);
  return lines;
}

/** Returns the lines of a text without colours. */
export const plainLines = (text: string): readonly Line[] =>
  text.split("\n").map((line) => line === "" ? [] : [["", line] as const]);

/** Appends code to lines: what stands in a long string in its own language. */
function* colouringOf(
  text: string, language: Code, lines: Token[][],
): Generator<undefined, void> {
  for (const [at, piece] of pieces(text, language).entries()) {
    if (at > 0) lines.push([]);
    for (const token of tokens(piece, language)) {
      const inside = language === "python" ? insideOf(token) : null;
      if (inside === null) {
        appendTo(lines, token);
        continue;
      }
      appendTo(lines, ["s", inside.before]);
      yield* colouringOf(inside.text, inside.language, lines);
      appendTo(lines, ["s", inside.after]);
    }
    yield;
  }
}

function tokens(text: string, language: Code): Token[] {
  const { _emitter: emitter } = hljs.highlight(text, { language, ignoreIllegals: true });
  const found: Token[] = [];
  walk((emitter as unknown as { rootNode: Tree }).rootNode, "", found);
  return found;
}

function walk(tree: Tree, outer: string, found: Token[]): void {
  const kind = tree.scope?.split(".")[0] ?? "";
  const paint = PAINT[kind] ?? outer;
  for (const child of tree.children)
    if (typeof child === "string") add(found, paint, child);
    else walk(child, paint, found);
}

/** Adds a piece to the one before it if both are painted alike. */
function add(found: Token[], paint: string, text: string): void {
  const last = found.at(-1);
  if (last !== undefined && last[0] === paint) found[found.length - 1] = [paint, last[1] + text];
  else found.push([paint, text]);
}

interface Inside { before: string; text: string; language: Code; after: string }

/** The code that a long string of a generated module holds, if it does. */
function insideOf([paint, whole]: Token): Inside | null {
  const [, prefix, quotes, text] = (paint === "s" && OPENED.exec(whole)) || [];
  if (quotes === undefined || text === undefined) return null;
  const language = INSIDE.find(([begins]) => begins.test(text))?.[1];
  return language === undefined ? null
    : { before: `${prefix}${quotes}`, text, language, after: quotes };
}

function appendTo(lines: Token[][], [paint, text]: Token): void {
  text.split("\n").forEach((part, at) => {
    if (at > 0) lines.push([]);
    if (part !== "") lines.at(-1)?.push([paint, part]);
  });
}
