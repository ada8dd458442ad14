import { useEffect, useMemo, useState } from "preact/hooks";
import type { GraphData } from "../contract";
import { GraphView } from "../graph/GraphView";
import { heldBy, notCounted } from "../graph/memory";
import type { EntryPlace, Panel } from "../place";
import { go, point, select } from "../state";
import { ofBackward } from "../stageNames";
import { named } from "../web";

const AFTER_PAINT = 30; // milliseconds
const MANY = 200; // nodes: laying them out takes longer than a click may

/** A stage of a graph, drawn; nodes are linked with lines, other stages and kernels. */
export const graph: Panel<EntryPlace> = {
  id: "graph",
  title: () => "Graph",
  applies: ({ context }) => drawable(context.details.graph_data).length > 0,
  View: ({ place }) => {
    const graphs = drawable(place.context.details.graph_data);
    const { selection, stage } = place.state;
    const wanted = stage ?? (selection?.kind === "node" ? selection.file : null);
    const holding = stage === null && selection !== null
      ? graphs.find((one) => one.nodes.some(({ name }) =>
        place.kept.nodes.has(named(one.file, name)))) : undefined;
    const shown = graphs.find((one) => one.file === wanted) ?? holding ?? graphs[0];
    const isTurn = useTurn(shown?.file ?? "", (shown?.nodes.length ?? 0) > MANY);
    const lit = useLit(shown, place.lit.nodes);
    const selected = useLit(shown, place.kept.nodes);
    const { compilation } = place.context;
    const held = useMemo(() => shown && heldBy(compilation, shown), [compilation, shown]);
    if (shown === undefined) return null;
    const before = stageBefore(graphs, shown);
    const of = (name: string) => ({ kind: "node", file: shown.file, name }) as const;
    const lead = <>
      <select aria-label="Stage of a graph" value={shown.file}
        onChange={({ currentTarget: { value } }) => go({ stage: value }, true)}>
        {graphs.map((one) => <option key={one.file} value={one.file}>
          {nameOf(place, one)}</option>)}
      </select>
      <a href={encodeURIComponent(shown.file)} aria-label={`Open ${shown.file}`}
        title={`Open ${shown.file}`}>↗</a></>;
    return <>
      {!isTurn ? <><div class="choice">{lead}</div><p class="choice soft" role="status">
        Drawing {shown.nodes.length} nodes…</p></>
        : <GraphView graph={shown} held={held} leftOut={notCounted(compilation, shown)} {...(before === undefined ? {} : { before })} lit={lit}
          selected={selected} lead={lead}
          onPoint={(name) => point(name === null ? null : of(name))}
          onPick={(name) => select(of(name))} />}
    </>;
  },
};

/** Those whose text could be read: they have nodes. */
const drawable = (graphs: readonly GraphData[] | undefined): readonly GraphData[] =>
  (graphs ?? []).filter((one) => one.nodes.length > 0);

/** What a stage is, and of which graph where there are several. */
function nameOf({ context: { details } }: EntryPlace, one: GraphData): string {
  const stage = details.titles[one.stage] ?? one.stage;
  const told = one.backward && !stage.toLowerCase().includes("backward");
  const several = details.graph_data?.some(({ prefix }) => prefix !== one.prefix);
  return `${told ? ofBackward(stage) : stage}${several ? ` · ${one.prefix}` : ""}`;
}

/** The stage that a graph was made from: the nearest before it in its direction. */
export function stageBefore(
  graphs: readonly GraphData[], shown: GraphData,
): GraphData | undefined {
  const before = graphs.slice(0, graphs.indexOf(shown))
    .filter((one) => one.prefix === shown.prefix && one.stage !== shown.stage);
  return before.filter((one) => one.backward === shown.backward).at(-1)
    ?? before.filter((one) => one.stage.startsWith("Joint")).at(-1);
}

function useLit(shown: GraphData | undefined, lit: ReadonlySet<string>): Set<string> {
  const names = (shown?.nodes ?? []).map((node) => node.name)
    .filter((name) => lit.has(named(shown?.file ?? "", name)));
  // The same set for the same nodes: the picture moves where another is selected.
  return useMemo(() => new Set(names), [shown, names.join("\n")]);
}

/** Whether it is time to draw: large graphs wait until the rest has been painted. */
function useTurn(file: string, isLarge: boolean): boolean {
  const [ready, make] = useState("");
  useEffect(() => {
    if (!isLarge) return undefined;
    const timer = setTimeout(() => make(file), AFTER_PAINT);
    return () => clearTimeout(timer);
  }, [file, isLarge]);
  return !isLarge || ready === file;
}
