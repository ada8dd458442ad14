// What happened in a run, to be found by the words that the page and torch use for it.
import { plainFunctions } from "./edited";
import { base, type Context, entryName, type Model, place, plain, wholeTitle } from "./model";
import type { Searched } from "./search";
import { address } from "./state";
import { arrows, EDITS, partsOf, resultOf, triedIn } from "./tried";
import { whereShown } from "./whereShown";
import { HELP, WORDS } from "./words";

/** Graph breaks and recompiles of an entry, and why there is none. */
export function happenedTo({ frame, at, compilation }: Context): Searched[] {
  const { graph_breaks: breaks = [], recompiled_because: reasons = [], skipped = "", entry } = compilation;
  const one = (kind: string, panel: string, ...texts: string[]): Searched => ({ kind, texts,
    name: entry === undefined ? wholeTitle(frame) : `${wholeTitle(frame)}, ${entryName(compilation)}`, href: address({ frame: frame.id, at, panel }) });
  return [
    ...breaks.map(({ reason = "", explanation = "" }) => one("graph break", "details", `graph break: ${reason}`, explanation)),
    ...reasons.map(({ text }) => one("recompile", "recompiles", `${entry === undefined ? entryName(compilation) : "recompiled"}: ${text}`)),
    ...entry !== undefined || skipped === "" ? [] : [one("not compiled", "details", `not compiled: ${plain(skipped)}`)],
  ];
}

/** What is told of the whole run: edits, what is not recorded, and the words of the page. */
export const toldOfRun = (model: Model): Searched[] =>
  [...editsTried(model), ...editsMade(model), ...notRecorded(model), ...HELP_WORDS];

/** The edits that `depyf cure` tried, with their parts and lines. */
const editsTried = ({ data }: Model): Searched[] => triedIn(data).map((one) => ({
  name: one.file === undefined ? "edits tried" : place(one.file, one.line), kind: "edit", href: address({ panel: "run", file: EDITS }),
  texts: [`edit, ${resultOf(one)}: ${plain(one.what)}`, arrows(plain(one.why)),
    ...partsOf(one).map(({ what }) => plain(what)), ...one.diff === undefined ? [] : [one.diff]] }));

/** The files and functions that edits changed, in a run with these edits. */
function editsMade(model: Model): Searched[] {
  const { edited = [], cure_summary: told = [] } = model.data;
  const one = (name: string, text: string, href: string, ...more: string[]): Searched =>
    ({ name, kind: "edit", texts: [text, ...more], href });
  const at = (file: string, line: number) => address(whereShown(model, { file, line }) ?? { panel: "run" });
  return [
    ...edited.flatMap(({ file, lines: [first], diff }) => diff !== undefined
      ? [one(base(file), `depyf cure edited ${base(file)}`, address({ panel: "run", file: EDITS }), diff)]
      : first === undefined ? [] : [one(base(file), `depyf cure edited ${base(file)}, from line ${first} on`, at(file, first))]),
    ...plainFunctions(model.data).map(({ name, at: { file, line } }) =>
      one(place(file, line), `${name} runs as Python: an edit of depyf cure took it out of compiled code`, at(file, line))),
    ...told.map((text) => one("depyf cure", arrows(plain(text)), address({ panel: "run" }))),
  ];
}

const notRecorded = ({ data }: Model): Searched[] => [
  ...([["not compiled", data.not_compiled ?? []], ["not recorded", data.not_here]] as const).flatMap(([kind, all]) =>
    all.map((text): Searched => ({ name: "this run", kind, texts: [`${kind}: ${plain(text)}`], href: address({ panel: "run" }) }))),
  ...data.failures.map(({ where, error, consequence = "" }): Searched => ({ name: where, kind: "failed inside depyf",
    texts: [`failed inside depyf: ${where}: ${error}`, consequence], href: address({ panel: "overview" }) })),
];

const LEAST_OF_WORD = 3; // letters: one or two are of nearly all words

/** A word is found by its own name: meanings hold words that are looked for elsewhere. */
const HELP_WORDS: readonly Searched[] = WORDS.map(([word, what]) => ({ name: word, kind: "help", texts: [`${word}: ${what}`],
  href: address({ panel: "overview", file: HELP }),
  fits: (words) => words.length >= LEAST_OF_WORD && word.includes(words) }));
