// What a panel is told: the data, where the reader is, and what is lit.
import type { ComponentType } from "preact";
import type { Compilation } from "./data";
import type { Lit, Ties } from "./links";
import { DARK, lit, toSource } from "./links";
import type { Context, Model } from "./model";
import { contextOf, prefixesOf, textAt } from "./model";
import type { Seen, State } from "./state";

export interface Place {
  model: Model;
  state: State;
  /** Null where no function is looked at. */
  context: Context | null;
  /** What lights up with what is pointed at, or else with what is selected. */
  lit: Lit;
  /** What lights up with what is selected: panes go to where it is. */
  kept: Lit;
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

const ties = new WeakMap<Compilation, Ties>();

/** What ties the parts of a compilation together, worked out once. */
export function tiesOf({ model, root, compilation, details }: Context): Ties {
  let found = ties.get(compilation);
  if (found === undefined) {
    const file = root.file ?? "";
    const text = textAt(model.data, details.text);
    const captured = compilation.captured_lines?.[file] ?? [];
    found = { file, compilation, toSource:
      toSource(text, prefixesOf(compilation), captured, details.lines ?? {}) };
    ties.set(compilation, found);
  }
  return found;
}

export function placeOf(model: Model, { state, pointed }: Seen): Place {
  const context = state.frame === null ? null : contextOf(model, state.frame, state.at);
  if (context === null) return { model, state, context, lit: DARK, kept: DARK };
  const known = tiesOf(context);
  const kept = lit(known, state.selection);
  return { model, state, context, kept, lit: pointed ? lit(known, pointed) : kept };
}
