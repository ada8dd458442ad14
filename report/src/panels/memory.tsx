import { useMemo, useState } from "preact/hooks";
import type { GraphData } from "../contract";
import type { Compilation, PlainMode, SavedTensor } from "../data";
import { sizeOf } from "../graph/marks";
import { heldBy, isOwn, memoryOf } from "../graph/memory";
import { MemoryChart } from "../graph/MemoryChart";
import { count, familyOf, ownerName, place as placeText } from "../model";
import { hasInductor } from "../noKernels";
import type { EntryPlace, Panel } from "../place";
import { shownFrom } from "../whereShown";
import { address, go } from "../state";
import { Fold } from "../ui/Fold";
import { Path } from "../ui/Some";
import { Rich } from "../ui/Rich";
import { Treemap } from "../ui/Treemap";
import { type Column, Table } from "../ui/Table";

const MANY = 40; // modules: then blocks are shown at first
const FEW = 12; // rows of a table, until all are asked for

/** A saved value, with the module that made it in words; empty where not known. */
interface Row extends SavedTensor { module: string; path?: string }
type SavedGraph = NonNullable<Compilation["saved_for_backward"]>[number];
interface Total { module: string; tensors: number; bytes: number; share: number }

const sizesKnown = (graph: GraphData): boolean =>
  graph.nodes.some((node) => node.kind === "operator" && (node.bytes ?? 0) > 0);

/** What a forward keeps in memory until its backward has run, and what runs need. */
export const memory: Panel<EntryPlace> = {
  id: "memory",
  title: () => "Memory",
  applies: ({ context: { compilation, details } }) =>
    (compilation.saved_for_backward ?? []).length > 0
    || (details.graph_data ?? []).some(sizesKnown),
  View: ({ place }) => {
    const { compilation, details } = place.context;
    const graphs = details.graph_data ?? [];
    return <div class="page wide">
      {(compilation.saved_for_backward ?? []).map((graph) =>
        <Saved key={graph.prefix} place={place} graph={graph} />)}
      {forwardOnly(compilation, graphs).map((prefix) => <section key={prefix}>
        <h2>Saved for backward ({prefix})</h2>
        <p>Nothing is saved for backward: torch compiled this graph without a backward.</p>
        {plainModes(place.context).map((one) => <p key={one.frame}>In the other gradient mode, <code>{one.name}</code>{" "}
          runs as plain Python: <a href={reasonOf(one)}>the recompile limit is reached</a>.</p>)}</section>)}
      {unrecorded(compilation, graphs).map((prefix) => <section key={prefix}>
        <h2>Saved for backward ({prefix})</h2>
        <p><Rich text={`Not recorded${whyUnrecorded(place.context)}.`} /></p></section>)}
      {[...new Set(graphs.map(({ prefix }) => prefix))].flatMap((prefix) =>
        [false, true].map((backward) => {
          const shown = runsOf(graphs.filter((one) => one.prefix === prefix), backward);
          return shown === undefined ? null
            : <Peak key={`${prefix} ${backward}`} place={place} graph={shown} />;
        }))}</div>;
  },
};

/** The graphs that were compiled without a backward: a joint graph is that of both. */
export function forwardOnly({ saved_for_backward: saved = [], kernels = [] }: Compilation, graphs: readonly GraphData[]): string[] {
  const known = graphs.filter(({ stage }) => stage === "Forward_graph").map(({ prefix }) => prefix);
  const both = new Set([...saved.map(({ prefix }) => prefix),
    ...graphs.filter(({ stage, backward }) => backward || stage === "Joint_graph").map(({ prefix }) => prefix),
    ...kernels.filter(({ backward }) => backward).map(({ prefix }) => prefix)]);
  return [...new Set(known)].filter((prefix) => !both.has(prefix));
}

/** What runs as plain Python in the other gradient mode: all of the model, or the function of an entry. */
export const plainModes = ({ model: { data }, frame }: Pick<EntryPlace["context"], "model" | "frame">): PlainMode[] =>
  (data.plain_modes ?? []).filter((one) => one.is_root
    || familyOf(data.frames, one.frame).some(({ id }) => id === frame.id));

const reasonOf = ({ finding, frame }: PlainMode): string => address(finding === undefined
  ? { frame, panel: "recompiles" } : { panel: "overview", file: `finding-${finding}` });

/** The graphs of which only what Dynamo captured is recorded: what a backward needs is found later. */
export function unrecorded({ saved_for_backward: saved = [] }: Compilation, graphs: readonly GraphData[]): string[] {
  const later = new Set([...saved.map(({ prefix }) => prefix),
    ...graphs.filter(({ stage }) => stage !== CAPTURED).map(({ prefix }) => prefix)]);
  return [...new Set(graphs.map(({ prefix }) => prefix))].filter((prefix) => !later.has(prefix));
}

const CAPTURED = "Captured_Graph";

/** Why: AOTAutograd, which makes the graph of the backward, did not run, or its result was in a cache. */
function whyUnrecorded({ model, frame, compilation }: EntryPlace["context"]): string {
  const backend = model.data.compile_calls[frame.id]?.backend;
  return (compilation.caches ?? []).some(({ outcome }) => outcome === "hit") ? ": the graph was in a cache of torch"
    : backend === undefined || isAutograds(backend) || hasInductor(compilation) ? ""
      : `: the backend \`${backend}\` has no AOTAutograd, which makes the graph of the backward`;
}

/** Whether a backend is known to run AOTAutograd: `inductor`, `aot_eager`. */
const isAutograds = (backend: string): boolean => backend === "inductor" || backend.startsWith("aot_");

function Saved({ place, graph }: { place: EntryPlace; graph: SavedGraph }) {
  const [picked, pick] = useState<string | null>(null);
  const modules = modulesOf(place, graph.prefix);
  const rows = graph.tensors.map((one) => ({ ...one, ...(modules.get(one.name) ?? NOWHERE) }))
    .sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
  const own = rows.filter(isOwn);
  const byModule = totalsOf(own);
  const byBlock = totalsOf(own.map((one) => ({ ...one, module: blockOf(one.module) })));
  const isCoarse = byBlock.length < byModule.length;
  const [asked, ask] = useState(byModule.length > MANY);
  const inBlocks = isCoarse && asked;
  const totals = inBlocks ? byBlock : byModule;
  const named = (one: Row) => inBlocks ? blockOf(nameOf(one)) : nameOf(one);
  const shown = own.filter((one) => picked === null || named(one) === picked);
  const by = inBlocks ? "block" : "module";
  const choose = (blocks: boolean) => <button type="button" class="small" aria-pressed={blocks === inBlocks}
    onClick={() => { ask(blocks); pick(null); }}>{blocks ? "block" : "module"}</button>;
  return <section>
    <h2>Saved for backward ({graph.prefix})</h2>
    <p>{sizeOf(graph.own_bytes)} made here
      {graph.all_bytes > graph.own_bytes ? `, ${sizeOf(graph.all_bytes)} with arguments,`
        + " which live anyway" : ""}{copiesInWords(own)}</p>
    {isCoarse ? <p class="soft">One row for each {choose(false)} {choose(true)}</p> : null}
    {totals.length < 2 ? null : <div class="beside">
      <Treemap label={`Saved for backward, by ${by}`} picked={picked} pick={pick}
        sizes={totals.map((one) => ({ ...one, name: nameOf(one) }))} />
      <Table caption={`Made here, by ${by}`} rows={totals} atFirst={FEW} columns={inBlocks ? BY_BLOCK : BY_MODULE}
        lit={(one) => nameOf(one) === picked} /></div>}
    <h3>Values made here{picked === null ? null : <> by <code>{picked}</code>{" "}
      <button type="button" class="small" onClick={() => pick(null)}>all {by}s</button></>}</h3>
    <Table caption="The largest first" rows={shown} atFirst={FEW} columns={columns(place)} />
    {rows.length === own.length ? null
      : <Fold label="Arguments" note={rows.length - own.length}>{() =>
        <Table caption="Parameters and inputs: they live anyway"
          rows={rows.filter((one) => !isOwn(one))}
          columns={columns(place)} />}</Fold>}
  </section>;
}

/** The stage of a graph that is nearest to what runs, of those with sizes. */
function runsOf(graphs: readonly GraphData[], backward: boolean): GraphData | undefined {
  const own = graphs.filter((one) => one.backward === backward && sizesKnown(one)
    && !one.stage.startsWith("Joint"));
  return own.find(({ stage }) => stage === (backward ? "Backward_graph" : "Forward_graph"))
    ?? own.at(-1);
}

/** What is alive over the nodes of a graph, and all that is alive at the peak. */
function Peak({ place, graph }: { place: EntryPlace; graph: GraphData }) {
  const { context: { compilation, details, frame, root, at } } = place;
  const { memory: found, rows } = useMemo(() => {
    const saved = compilation.saved_for_backward?.find(({ prefix }) => prefix === graph.prefix);
    const memory = memoryOf(graph.nodes, heldBy(compilation, graph));
    const copied = new Set(saved?.tensors.filter((one) => one.copied).map(({ name }) => name));
    const nodes = new Map(graph.nodes.map((one) => [one.name, one] as const));
    const modules = modulesOf(place, graph.prefix);
    return { memory, rows: memory.atPeak.map(({ name, bytes }): Row => {
      const node = nodes.get(name);
      const line = node?.places.at(-1);
      // What the forward saved is an input here; its line is that of the saved tensor.
      const from = line ?? saved?.tensors.find((one) => one.name === name);
      return { name, bytes, type: node?.type ?? "",
        module: ownerAtPeak(modules.get(name)?.module,
          node?.owner === undefined ? undefined : ownerName(root, node.owner)),
        ...(copied.has(name) ? { copied: true, argument: name, path: modules.get(name)?.path ?? name } : {}),
        ...(from?.file === undefined || from.line === undefined ? {}
          : { file: from.file, line: from.line }) };
    }) };
  }, [compilation, graph]);
  if (found.peak < 0) return null;
  const peak = graph.nodes[found.peak];
  const way = graph.backward ? "backward" : "forward";
  const stage = details.titles[graph.stage] ?? graph.stage;
  const pick = (name: string | undefined) => name === undefined ? undefined
    : go({ frame: frame.id, at, panel: "code", selection: { kind: "node", file: graph.file, name } });
  return <section class="graph peak">
    <h2>While the {way} runs ({graph.prefix})</h2>
    <p>Peak: {sizeOf(found.live[found.peak] ?? 0)} at <code>{peak?.name}</code>.{" "}
      <span class="soft">Estimated at the sizes of the first call, over the nodes of the stage{" "}
        “{stage}”. {graph.backward ? "What the forward saved counts until its last use; other "
          + "inputs and parameters do not count." : "Inputs and parameters do not count"
            + (rows.some((one) => one.copied) ? ", except copies that the backward gets." : ".")}
        {found.unknown > 0 ? ` ${count(found.unknown, "value")} of unknown size left out.` : ""}
      </span></p>
    <MemoryChart nodes={graph.nodes} memory={found} caption="Click a node to see it in the graph"
      onPoint={() => {}} onGo={(position) => pick(graph.nodes[position]?.name)} />
    <Table caption={`Alive at the peak of the ${way}`} rows={rows}
      atFirst={FEW} columns={columns(place)} />
  </section>;
}

/** A view that was saved belongs to the module that made what it is a view of. */
export const ownerAtPeak = (ofSaved: string | undefined, ofNode: string | undefined): string =>
  ofSaved || (ofNode ?? "");

const modulesOf = ({ context }: EntryPlace, prefix: string): Map<string, Pick<Row, "module" | "path">> =>
  new Map((context.details.graph_data ?? []).filter((one) => one.prefix === prefix)
    .flatMap((one) => one.saved.map(({ name, module, argument }) => [name, {
      // An argument that is no parameter or buffer comes from the caller, not from a module.
      module: module !== undefined ? ownerName(context.root, module) : argument !== undefined ? INPUT : "",
      ...(argument === undefined ? {} : { path: argument }) }] as const)));

/** How much of the saved memory are copies of arguments, which kernels need with other strides. */
function copiesInWords(own: readonly Row[]): string {
  const copies = own.filter((one) => one.copied);
  const names = new Set(copies.map(({ name }) => name));
  const bytes = copies.reduce((sum, one) => sum + (names.has(one.view_of ?? "") ? 0 : one.bytes ?? 0), 0);
  return copies.length === 0 ? ""
    : `. ${sizeOf(bytes)} made here are copies of ${count(copies.length, "argument")} with other strides.`;
}

/** The block of a list that a module lies in: `up[8]` of `up[8].conv1`; else the module. */
export const blockOf = (path: string): string => /^[^[\s]*\[[^\]]*\]/.exec(path)?.[0] ?? path;

/** What each module keeps; a view of another saved value takes no memory of its own. */
function totalsOf(rows: readonly Row[]): Total[] {
  const names = new Set(rows.map((one) => one.name));
  const found = new Map<string, Total>();
  for (const { module, bytes = 0, view_of: base } of rows) {
    const total = found.get(module) ?? { module, tensors: 0, bytes: 0, share: 0 };
    const own = base !== undefined && names.has(base) ? 0 : bytes;
    found.set(module, { ...total, tensors: total.tensors + 1, bytes: total.bytes + own });
  }
  const all = [...found.values()].reduce((sum, one) => sum + one.bytes, 0);
  return [...found.values()].map((one) => ({ ...one, share: all === 0 ? 0 : one.bytes / all }))
    .sort((a, b) => b.bytes - a.bytes);
}

const INPUT = "graph input";
const UNKNOWN = "module not known";
const nameOf = ({ module }: { module: string }): string => module || UNKNOWN;
const NOWHERE = { module: "" };
const moduleView = ({ module }: { module: string }) =>
  module === "" || module === INPUT ? <span class="soft">{nameOf({ module })}</span> : <Path path={module} />;

const BY_MODULE: readonly Column<Total>[] = [
  { title: "Module", text: nameOf, view: moduleView },
  { title: "Values", number: true, text: ({ tensors }) => String(tensors) },
  { title: "Size", number: true, text: ({ bytes }) => sizeOf(bytes) },
  { title: "Share", number: true, text: ({ share }) => `${Math.round(100 * share)} %`,
    view: ({ share }) => <><meter min={0} max={1} value={share} aria-label="Share" />
      {" "}<span class="percent">{Math.round(100 * share)} %</span></> },
];

const BY_BLOCK: readonly Column<Total>[] = BY_MODULE.map((one) =>
  one.title === "Module" ? { ...one, title: "Block" } : one);

/** A type without strides and device: `f32[4, 512, 128]`. */
const shortType = (type: string): string => /^\w+\[[^\]]*\]/.exec(type)?.[0] ?? type;

const columns = ({ model, context: { frame, at } }: EntryPlace): Column<Row>[] => [
  { title: "Module", text: ({ module }) => module, view: moduleView },
  { title: "Value", text: ({ name }) => name, view: ({ name }) => <code class="whole">{name}</code> },
  { title: "Type", text: ({ type }) => shortType(type),
    view: ({ type }) => <code title={type}>{shortType(type)}</code> },
  { title: "Size", number: true, text: ({ bytes }) => bytes === undefined ? "" : sizeOf(bytes) },
  { title: "From", text: (one) => fromText(one), view: (one) => <>
    {one.file === undefined || one.line === undefined ? null
      : <a href={address(shownFrom({ frame: frame.id, at }, model,
        { file: one.file, line: one.line }))}>{placeText(one.file, one.line)}</a>}
    {" "}{moreText(one)}</> },
];

const moreText = (one: Row): string => [
  one.argument ? `${one.copied ? "copy of " : ""}argument ${one.path ?? one.argument}` : "",
  one.view_of ? `view of ${one.view_of}` : "",
].filter(Boolean).join(", ");

const fromText = (one: Row): string =>
  [one.line ? placeText(one.file, one.line) : "", moreText(one)].filter(Boolean).join(", ");
