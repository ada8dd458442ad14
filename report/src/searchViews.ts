// Views of the page, to be found by their titles, their headings and what they answer.
import type { Data } from "./data";
import { patchOf } from "./edited";
import { contextOf, entryName, secondsOf, wholeTitle, type Context, type Model } from "./model";
import { DARK } from "./links";
import { code } from "./panels/code";
import { details } from "./panels/details";
import { files } from "./panels/files";
import { flow } from "./panels/flow";
import { full } from "./panels/full";
import { guards } from "./panels/guards";
import { allRecompiles, breaks } from "./panels/happened";
import { kernels } from "./panels/kernels";
import { forwardOnly, memory } from "./panels/memory";
import { overview } from "./panels/overview";
import { ranks } from "./panels/ranks";
import { recompiles } from "./panels/recompiles";
import { run } from "./panels/run";
import { timeline } from "./panels/timeline";
import type { EntryPlace, Panel, Place } from "./place";
import type { Hit } from "./search";
import { address, stateOf } from "./state";
import { triedIn } from "./tried";

/** A view, its title, and other words that it is looked for by; `worth` ranks entries. */
type Named<P extends Place> = readonly [panel: Panel<P>, title: string, others: readonly string[], worth?: (context: Context) => number];

const ofRun = ({ data }: Model): readonly Named<Place>[] => [
  [overview, "Overview", ["findings", "settled recompiles", "what was compiled"]],
  [timeline, "Timeline", ["compile time"]],
  [breaks, "Graph breaks", []],
  [allRecompiles, "Recompiles", []],
  [ranks, "Ranks", []],
  [run, "This run", [...editsIn(data), "not recorded", "torch version", "backend"]],
  [files, "Files", []],
];

/** The edits that the view of the run shows: a run with edits shows its own. */
const editsIn = (data: Data): string[] =>
  triedIn(data).length > 0 ? ["edits tried"] : patchOf(data) !== "" ? ["edits made"] : [];

/** What only some entries have, by which it is looked for. */
const SAVED = ["saved for backward", "saved values"];

const savedIn = ({ compilation: { saved_for_backward: saved = [] } }: Context): number =>
  saved.reduce((sum, one) => sum + one.own_bytes, 0);

const OF_ENTRIES: readonly Named<EntryPlace>[] = [
  [memory, "Memory", [...SAVED, "peak memory", "memory peak"], savedIn],
  [kernels, "Kernels", ["fused", "fusion"]],
  [recompiles, "Recompiles", []],
  [guards, "Guards", []],
  [code, "Code", ["transformed code", "what runs instead"]],
  [full, "Full code", ["what runs instead"]],
  [flow, "Flow", ["flow chart"]],
  [details, "Details", ["side effects", "changes after the graph", "sizes and numbers that may vary"]],
];

const LEAST = 3; // letters: less is the beginning of too many titles
const MOST_ENTRIES = 3; // of a view: the tree leads to the others

/** The views whose title, or other name, begins with the words. */
export function viewsNamed(model: Model, words: string): Hit[] {
  const wanted = words.toLowerCase();
  if (wanted.length < LEAST) return [];
  const found = <P extends Place>(all: readonly Named<P>[]) => all.flatMap(([panel, title, others, worth]) => {
    const name = [title, ...others].find((one) => one.toLowerCase().startsWith(wanted));
    const line = name === title ? title : `${title}: ${name}`;
    const from = line.length - (name ?? "").length;
    return name === undefined ? [] : [{ panel, worth, name, hit: { kind: "view", line, from, to: from + words.length } }];
  });
  const [views, ofEntries] = [found(ofRun(model)), found(OF_ENTRIES)];
  const contexts = ofEntries.length === 0 ? [] : contextsOf(model);
  return [
    ...views.filter(({ panel }) => panel.applies(placeIn(model, null)))
      .map(({ panel: { id }, hit }) => ({ ...hit, name: "whole run", href: address({ panel: id }) })),
    ...ofEntries.flatMap(({ panel, name, hit, worth = () => 0 }) => {
      const shown = contexts.filter((context) => panel.applies({ ...placeIn(model, context), context }))
        .sort((a, b) => worth(b) - worth(a));
      return (SAVED.includes(name) ? saving(shown) : shown.map((context) => ({ context }))).slice(0, MOST_ENTRIES)
        .map(({ context: { frame, at, compilation }, ...said }) => ({ ...hit, ...said,
          name: `${wholeTitle(frame)}, ${entryName(compilation)}`, href: address({ frame: frame.id, at, panel: panel.id }) }));
    }),
  ];
}

/** The entries that save values for a backward; where none does, one that says so. */
function saving(all: readonly Context[]): { context: Context; ran?: string }[] {
  const found = all.filter(({ compilation: { saved_for_backward: saved = [] } }) => saved.length > 0);
  const isKnown = all.every(({ compilation, details: { graph_data: graphs = [] } }) =>
    forwardOnly(compilation, graphs).length === new Set(graphs.map(({ prefix }) => prefix)).size);
  return found.length > 0 ? found.map((context) => ({ context }))
    : all.slice(0, 1).map((context) => ({ context, ...isKnown ? { ran: "nothing is saved" } : {} }));
}

const placeIn = (model: Model, context: Context | null): Place =>
  ({ model, context, state: stateOf(""), lit: DARK, kept: DARK, focus: DARK.source });

/** All compilations, the slowest first. */
const contextsOf = (model: Model): Context[] => model.data.frames
  .flatMap(({ id, compilations = [] }) => compilations.flatMap((_, at) => contextOf(model, id, at) ?? []))
  .sort((a, b) => secondsOf(b.compilation) - secondsOf(a.compilation));
