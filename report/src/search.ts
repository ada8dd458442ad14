// Finds words anywhere in the run: code, guards, reasons, graphs, kernels, edits.
import { isInstalled } from "./callOrder";
import type { Context, Model } from "./model";
import type { Frame } from "./data";
import { base, capturedAt, contextOf, entryName, isOfProgram, isResume, textAt, titleOf, wholeTitle } from "./model";
import { selectionNear, writtenIn } from "./fileLines";
import { pathOf } from "./fused";
import { push } from "./graph/lists";
import { address } from "./state";
import { callsFirst, functionsNamed, isComment, lineOfHit, operationsIn, runs, runsInGraph } from "./searchLines";
import { figuresOf, findingsOf } from "./searchCards";
import { compiledName, functionNames, namedIn } from "./searchNames";
import { viewsNamed } from "./searchViews";
import { happenedTo, toldOfRun } from "./searchWords";
import { functionAt, whereShown } from "./whereShown";

/** A text that can be searched, and where it is shown. */
export interface Searched { name: string; kind: string; texts: string[]; href: string;
  /** Where a line, from 1, of the last of the texts is shown. */
  lead?: (line: number) => string;
  /** The line of its file that the last text begins at. */
  first?: number;
  /** Its file, if it has another name. */
  file?: string;
  /** The graph that this is a stage of. */
  stages?: string;
  /** Whether to list it for these words, of which it is one of several names. */
  fits?: (words: string) => boolean }

/** A place that holds the words; the words are `line.slice(from, to)`. */
export interface Hit { name: string; kind: string; line: string; from: number; to: number;
  href: string;
  /** Of a line of the program whether a graph has it, if that is known. */
  ran?: string }

const MOST = 200;
const searched = new WeakMap<Model, Searched[]>();

/** Kinds of places in the order of what is looked for most. */
const ORDER = ["you wrote", "library code", "operation", "your program", "finding", "not compiled", "graph break", "recompile", "edit", "figure", "function",
  "module", "what runs", "kernel", "graph", "guard", "not recorded", "failed inside depyf", "file", "help"];

const OPERATION = "operation";
const MODULE = "module";
const MOST_OPERATIONS = 20;
const WRITTEN = new Set(["you wrote", "library code", "your program"]);

/**
 * The first places that hold `words`: a line, a function or a view of that name, lines that run
 * in a graph, its operations, other lines, then findings, what runs, kernels, graphs. Comments are last.
 */
export function search(model: Model, words: string): Hit[] {
  const all = held(model, words);
  const first = all.filter((one) => WRITTEN.has(one.kind) && !isComment(one) && runsInGraph(model, one));
  const operations = all.filter(({ kind }) => kind === OPERATION).slice(0, MOST_OPERATIONS);
  const rest = all.filter((one) => one.kind !== OPERATION && !first.includes(one));
  const written = callsFirst(rest.filter(({ kind }) => WRITTEN.has(kind)), words);
  const found = withRuns(model, once(model, [...atPlace(model, words), ...words === "" ? [] : functionsNamed(model, words), ...viewsNamed(model, words), ...first,
    ...operations, ...written.filter((one) => !isComment(one)), ...modulesFolded(rest.filter(({ kind }) => !WRITTEN.has(kind))),
    ...written.filter(isComment)]));
  // PyTorch prints `layers.0.mlp` for what is written `layers[0].mlp`.
  const path = pathOf(words);
  return path === words || path === "" ? found
    : [...modulesFolded(held(model, path).filter(({ kind }) => kind === MODULE)), ...found];
}

/** Each hit once: a line of a function that is compiled and captured, too, is one place. */
const once = (model: Model, hits: readonly Hit[]): Hit[] =>
  [...new Map([...hits].reverse().map((one) => [`${whichPlace(model, one)} ${one.line}`, one])).values()].reverse();

/** A function that is compiled alone and captured by others, too, is one row: the first. */
const whichPlace = (model: Model, hit: Hit): string => hit.kind === "function" ? hit.name :
  (WRITTEN.has(hit.kind) ? lineOfHit(model, hit) : undefined) ?? hit.href;

/** A compiled function may be a library's: the pane of its source says the same. */
const whoWrote = (file = ""): string => isInstalled(file) ? "library code" : "you wrote";

const FEW_MODULES = 3;

/** Modules of one entry and name in one row, if there are many: `conv1` of each block. */
function modulesFolded(hits: readonly Hit[]): Hit[] {
  const groups = new Map<string, Hit[]>();
  for (const one of hits) if (one.kind === MODULE) push(groups, keyOfModule(one), one);
  return hits.flatMap((one) => {
    const group = one.kind === MODULE ? groups.get(keyOfModule(one)) ?? [] : [];
    const last = group.at(-1);
    if (last === undefined || group.length <= FEW_MODULES) return [one];
    return group[0] === one ? [{ ...one, line: `${one.line} to ${last.line}: ${group.length} modules` }] : [];
  });
}

const keyOfModule = ({ name, line }: Hit): string => `${name} ${line.replace(/\[\d+\]/g, "[]").split(".").at(-1)}`;

const withRuns = (model: Model, hits: readonly Hit[]): Hit[] => hits.map((one) =>
  WRITTEN.has(one.kind) ? { ...one, ran: runs(model, one) } : one);

function held(model: Model, words: string): Hit[] {
  const wanted = words.toLowerCase();
  if (wanted === "") return [];
  const hits: Hit[] = [];
  let all = searched.get(model);
  if (all === undefined) searched.set(model, all = everything(model).sort((a, b) =>
    ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)));
  // Many places share a text: each is looked through once.
  const known = new Map<string, number>();
  const find = (text: string) => {
    const at = known.get(text) ?? text.toLowerCase().indexOf(wanted);
    known.set(text, at);
    return at;
  };
  const graphs = new Set<string>();
  let modules = 0; // many of these become one row
  const operation = bareName(wanted);
  for (const { texts, name, kind, href, lead, stages, fits, file, first: from } of all) {
    if (fits?.(wanted) === false) continue;
    if (kind === OPERATION) {
      const [line = ""] = texts;
      if (operation !== "" && bareName(line).includes(operation)) hits.push({ name, kind, href, line, from: 0, to: line.length });
      continue;
    }
    // One entry for all stages of a graph, the earliest that holds the words.
    if (stages !== undefined && graphs.has(stages)) continue;
    const text = texts.find((one) => find(one) >= 0);
    if (text === undefined) continue;
    if (stages !== undefined) graphs.add(stages);
    const leads = lead !== undefined && text === texts.at(-1);
    for (let at = find(text); at >= 0 && hits.length - modules < MOST;) {
      const start = text.lastIndexOf("\n", at) + 1;
      const end = text.indexOf("\n", at);
      // Of a text that begins within its file, the line there.
      const own = leads && from !== undefined ? `${file === undefined ? name : base(file)}:${from + lineAt(text, at) - 1}` : name;
      hits.push({ name: own, kind, href: leads ? lead(lineAt(text, at)) : href, line: text.slice(start, end < 0 ? undefined : end),
        from: at - start, to: at - start + words.length });
      if (kind === MODULE) modules++;
      // Of what the user wrote each line counts, of what was made of it the first.
      at = end < 0 || !WRITTEN.has(kind) ? -1 : text.toLowerCase().indexOf(wanted, end);
    }
  }
  return hits;
}

/** `GroupNorm` is the operation `group_norm`. */
const bareName = (name: string): string => name.toLowerCase().replace(/_/g, "");

const PLACE = /^(.+\.\w+):(\d+)$/;
const NUMBER = /^()(\d+)$/;

/** The lines that are named by a file and a number: `unet.py:45`, or by a number alone. */
function atPlace(model: Model, words: string): Hit[] {
  const [, file = "", number = ""] = PLACE.exec(words) ?? NUMBER.exec(words) ?? [];
  if (number === "") return [];
  const known = new Set([...Object.keys(model.data.functions),
    ...Object.keys(model.data.files).filter(isOfProgram)]);
  const hits = [...known].filter((one) => file === "" ? functionAt(model, { file: one, line: Number(number) }) !== undefined
    : one === file || base(one) === file || one.endsWith(`/${file}`))
    .flatMap((one): Hit[] => {
      const shown = whereShown(model, { file: one, line: Number(number) });
      const line = lineOf(model, one, Number(number));
      return shown === null || line === undefined ? [] : [{ name: `${base(one)}:${number}`,
        kind: "this line", line, from: 0, to: line.length, href: address(shown) }];
    });
  // Of several files with such a line first those where it runs in a graph.
  return [true, false].flatMap((runs) => hits.filter((hit) => runsInGraph(model, hit) === runs));
}

/** The text of a line, from that of its function or of its file. */
function lineOf(model: Model, file: string, line: number): string | undefined {
  const { details, files, frames, sources, texts } = model.data;
  const around = functionAt(model, { file, line });
  const root = frames.find((one) => one.file === file && !isResume(one) && one.first_line === around?.[0]);
  const number = around === undefined ? undefined
    : details[root?.id ?? ""]?.source ?? sources[`${file}:${around[0]}`]?.text;
  const found = number === undefined ? texts[files[file] ?? -1]?.split("\n")[line - 1]
    : texts[number]?.split("\n")[line - (around?.[0] ?? 1)];
  return found?.trim();
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

export const isCut = (hits: readonly Hit[]): boolean => hits.length >= MOST;

function everything(model: Model): Searched[] {
  const found: Searched[] = [...findingsOf(model), ...figuresOf(model), ...toldOfRun(model)];
  const files = new Set<string>();
  const operations = new Set<string>();
  for (const frame of model.data.frames) {
    (frame.compilations ?? []).forEach((_, at) => {
      const context = contextOf(model, frame.id, at);
      if (context !== null) found.push(...ofCompilation(context, files), ...operationsIn(context, operations));
    });
    const info = model.data.details[frame.id];
    if (!isResume(frame)) found.push(...compiledName(frame), { name: titleOf(frame), kind: whoWrote(frame.file), file: frame.file ?? "",
      first: info?.source_line ?? 1, texts: [frame.co_name, textAt(model.data, info?.source)],
      href: address({ frame: frame.id, panel: "code" }),
      lead: (at) => {
        const line = at - 1 + (info?.source_line ?? 1);
        const [best] = capturedAt(model, frame, frame.file ?? "", line);
        return address({ frame: best?.frame.id ?? frame.id, at: best?.at ?? 0,
          panel: "code", selection: { kind: "source", line } });
      } });
  }
  for (const [place, { text }] of Object.entries(model.data.sources)) {
    const [of, first] = split(place);
    if (showing(model, of, first, first) === undefined) continue; // in its file, if anywhere
    const source = ofSource(model, place, textAt(model.data, text));
    found.push(source, ...functionNames(model, place, source.href));
  }
  for (const [file, number] of Object.entries(model.data.files))
    if (isOfProgram(file)) found.push(ofProgram(model, file, textAt(model.data, number)));
    else if (!files.has(file)) found.push({ name: file, kind: "file",
      texts: [file, textAt(model.data, number)],
      href: address({ panel: "files", file }) });
  return found;
}

/** A file of the program; lines of functions that are shown elsewhere are blank in it. */
function ofProgram(model: Model, file: string, text: string): Searched {
  const { details, frames, sources, texts } = model.data;
  const shown = [
    ...frames.filter((one) => one.file === file && !isResume(one)).map(({ id }) =>
      [details[id]?.source_line, details[id]?.source] as const),
    ...Object.entries(sources).map(([place, one]) => [...split(place), one.text] as const)
      .filter(([of, first]) => of === file && showing(model, of, first, first) !== undefined)
      .map(([, first, text]) => [first, text] as const),
  ];
  const lines = text.split("\n");
  for (const [first, number] of shown)
    if (first) lines.fill("", first - 1, first - 1
      + (texts[number ?? -1] ?? "").trimEnd().split("\n").length);
  const lead = (line: number) => address({ panel: "files", file,
    selection: { kind: "source", line } });
  return { name: base(file), kind: "your program", texts: [lines.join("\n")], first: 1,
    href: address({ panel: "files", file }), lead };
}

/** A function that was captured with others, and the entry that shows a line of it. */
function ofSource(model: Model, place: string, text: string): Searched {
  const [file, first] = split(place);
  const lead = (at: number) => {
    const line = first + at - 1;
    const best = showing(model, file, first, line);
    return best === undefined ? "#" : address({ frame: best.frame.id, at: best.at,
      panel: "code", selection: { kind: "source", line, file } });
  };
  return { name: base(file), kind: whoWrote(file), texts: [text], href: lead(1), lead, first };
}

/** The file and the first line of a source. */
function split(place: string): [file: string, first: number] {
  const cut = place.lastIndexOf(":");
  return [place.slice(0, cut), Number(place.slice(cut + 1))];
}

/** The entry that shows a line of a function; of some, such as `__init__`, none does. */
function showing(model: Model, file: string, first: number, line: number) {
  const { frames } = model.data;
  const roots = frames.filter((one) => !isResume(one));
  return roots.flatMap((one) => capturedAt(model, one, file, line)).at(0)
    ?? [...roots, ...frames.filter(isResume)]
      .flatMap((one) => capturedNear(one, file, first)).at(0);
}

/** The entries of a function that show another one, some line of which they captured. */
const capturedNear = (frame: Frame, file: string, first: number) =>
  (frame.compilations ?? []).flatMap((one, at) => (one.captured_places ?? [])
    .some((known) => known.file === file && known.first_line === first)
    ? [{ frame, at }] : []);

function ofCompilation(context: Context, files: Set<string>): Searched[] {
  const { model: { data }, frame, at, compilation, details } = context;
  const name = `${wholeTitle(frame)}, ${entryName(compilation)}`;
  const one = (kind: string, texts: string[], panel: string, file: string | null = null) =>
    ({ name, kind, texts, href: address({ frame: frame.id, at, panel, file }) });
  const made = [...(compilation.graphs ?? []), ...(compilation.kernels ?? [])];
  for (const item of made) files.add(item.file);
  return [
    { ...one("what runs", [textAt(data, details.text)], "code"), lead: (line: number) =>
      address({ frame: frame.id, at, panel: "code", selection: { kind: "shown", line } }) },
    ...(compilation.guards ?? []).map((part, position) => ({
      ...one("guard", [part.expression], "guards"),
      href: address({ frame: frame.id, at, panel: "guards",
        selection: { kind: "guard", at: position } }) })),
    ...happenedTo(context),
    ...namedIn(context),
    ...made.map((item) => {
      const { file } = item;
      const text = textAt(data, data.files[file]);
      const kind = "language" in item ? { kind: "kernel" }
        : { kind: "graph", stages: `${frame.id}/${at}/${item.prefix}` };
      return { ...one("file", [file, text], "file", file), ...kind, name: file,
        lead: (line: number) => address({ frame: frame.id, at, panel: "file", file,
          selection: selectionNear(writtenIn(details, file, text), file, text, line) }) };
    }),
  ];
}
