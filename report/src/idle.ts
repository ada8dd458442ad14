// The kernels of a selected line that compute nothing of it: they read or copy what it uses.  Pure.
import type { KernelData } from "./contract";
import { fused } from "./fused";
import { base, place as placeText, ranges } from "./model";
import { type EntryPlace, tiesOf } from "./place";
import type { SourceLine } from "./state";
import { lineKey, named } from "./web";
import { worksOf } from "./work";

/** Of a line its name in “Fused?”; of a `def` the lines of its body. */
export function asked({ context }: EntryPlace, { file = context.root.file ?? "", line }: SourceLine): string {
  const body = tiesOf(context).bodies.get(lineKey(file, line)) ?? [];
  return body.length === 0 ? placeText(file, line)
    : `${base(file)}:${ranges(body.map((key) => Number(key.slice(key.lastIndexOf(":") + 1))))}`;
}

/** The kernels that only read a value through a view of the selected line or node: "Fused?" counts none of them. */
export function readersOf(place: EntryPlace, keys: readonly string[]): ReadonlySet<string> {
  const { context: { details: { graph_data: graphs = [], kernel_data: kernels = [] } }, kept, state: { selection } } = place;
  const works = worksOf(graphs);
  const wanted = selection?.kind === "source" ? asked(place, selection) : "";
  const isReader = (one: KernelData) => selection?.kind === "node"
    ? works.isReaderOf(one, (name) => kept.nodes.has(named(one.graph ?? one.file, name)))
    : selection?.kind === "source" && works.isReader(one, wanted);
  return new Set(kernels.filter((one) => keys.includes(named(one.file, one.kernel)) && isReader(one))
    .map((one) => named(one.file, one.kernel)));
}

/** The kernels that only copy inputs of the selected line: they compute nothing of it, either. */
export function copiersOf(place: EntryPlace, keys: readonly string[]): ReadonlySet<string> {
  const { context: { details: { graph_data: graphs = [], kernel_data: kernels = [] } }, state: { selection } } = place;
  if (selection?.kind !== "source") return new Set();
  const wanted = asked(place, selection);
  return new Set(kernels.filter((one) => keys.includes(named(one.file, one.kernel))
    && worksOf(graphs).isCopier(one, wanted)).map((one) => named(one.file, one.kernel)));
}

/** The kernels that an answer about two lines names: those of both lines, and else those of either. */
function ofBoth({ context, kept }: EntryPlace, one: string, other: string): ReadonlySet<string> {
  const { compilation: { kernels: files = [] }, details: { graph_data: graphs = [], kernel_data: kernels = [] } } = context;
  const backward = new Set(files.filter((one) => one.backward).map(({ file }) => file));
  const found = fused(kernels, backward, one, other, graphs);
  const { both = [], first = [], second = [] } = found.find((way) => way.both.length > 0) ?? found[0] ?? {};
  const keys = (both.length > 0 ? both : [...first, ...second]).map(({ file, kernel }) => named(file, kernel));
  return keys.length === 0 ? kept.kernels : new Set(keys);
}

/** The kernels of what is selected that compute it, or all where none does. */
export function computingOf(place: EntryPlace): ReadonlySet<string> {
  const { kept, state: { selection } } = place;
  const keys = [...kept.kernels];
  if (selection?.kind === "source" && selection.also !== undefined)
    return ofBoth(place, asked(place, selection), asked(place, selection.also));
  const [readers, copiers] = [readersOf(place, keys), copiersOf(place, keys)];
  const computing = keys.filter((key) => !readers.has(key) && !copiers.has(key));
  return computing.length === 0 ? kept.kernels : new Set(computing);
}
