// What a panel is told: the data, where the reader is, and what is lit.
import type { ComponentType } from "preact";
import { bodiesOf } from "./bodies";
import type { Compilation } from "./data";
import { DARK, focused, type Lit, lit } from "./links";
import type { Context, Model } from "./model";
import { contextOf, textAt } from "./model";
import type { Seen, Selection, State } from "./state";
import { type Web, webOf } from "./web";

export interface Place {
  model: Model;
  state: State;
  /** Null where no function is looked at. */
  context: Context | null;
  /** What lights up with what is pointed at, or else with what is selected. */
  lit: Lit;
  /** What lights up with what is selected: panes go to where it is. */
  kept: Lit;
  /** Of the lines that are selected those to go to. */
  focus: Lit["source"];
}

/** A place in a function. */
export type EntryPlace = Place & { context: Context };

/** One panel, in a file of its own. */
export interface Panel<P extends Place = Place> {
  /** In addresses. */
  id: string;
  title: (place: P) => string;
  /** Whether there is something to show. */
  applies: (place: P) => boolean;
  View: ComponentType<{ place: P }>;
}

const webs = new WeakMap<Compilation, Web>();

/** What ties the parts of a compilation together, worked out once. */
export function tiesOf(context: Context): Web {
  const { model, root, compilation, details } = context;
  let found = webs.get(compilation);
  if (found === undefined) {
    found = webOf({
      file: root.file ?? "",
      text: textAt(model.data, details.text),
      lines: details.lines ?? {},
      graphs: details.graph_data ?? [],
      kernels: details.kernel_data ?? [],
      guards: compilation.guards ?? [],
      bodies: bodiesOf(context),
    });
    webs.set(compilation, found);
  }
  return found;
}

/** What belongs to a selection, and the lines to go to. */
interface Kept { known: Web; selection: Selection | null; lit: Lit; focus: Lit["source"] }

// Pointing leaves it as it is: it is found once for each selection.
let last: Kept | null = null;

function keptOf(known: Web, selection: Selection | null): Kept {
  if (last?.known !== known || last.selection !== selection)
    last = { known, selection, lit: lit(known, selection), focus: focused(known, selection) };
  return last;
}

export function placeOf(model: Model, { state, pointed }: Seen): Place {
  const context = state.frame === null ? null : contextOf(model, state.frame, state.at);
  if (context === null) return { model, state, context, lit: DARK, kept: DARK, focus: DARK.source };
  const known = tiesOf(context);
  const { lit: kept, focus } = keptOf(known, state.selection);
  return { model, state, context, kept, focus, lit: pointed ? lit(known, pointed) : kept };
}

/** Whether an entry has a graph, and so lines and kernels that can be compared. */
export const hasGraph = ({ context: { compilation, details } }: EntryPlace): boolean =>
  (compilation.graphs ?? []).length > 0 || (details.graph_data ?? []).length > 0;
