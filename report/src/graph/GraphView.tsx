// A stage of a graph, drawn.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { GraphData } from "../contract";
import { GoneList, TextList, changesInWords } from "./Beside";
import { useCamera, useSize, zoomed } from "./camera";
import type { Changes } from "./changes";
import { useDrag } from "./drag";
import { useDrawn } from "./drawn";
import type { Drawn } from "./drawn";
import { found } from "./find";
import { fitted, isTooLarge } from "./firstView";
import { keysOf } from "./keys";
import { at } from "./lists";
import { counted, sizeOf } from "./marks";
import { MemoryChart } from "./MemoryChart";
import { sightOf, usePaper } from "./paper";
import { Picture } from "./Picture";
import { Toolbar } from "./Toolbar";
import type { Steps } from "./Toolbar";
import { useVisit } from "./visit";

export interface GraphViewProps {
  graph: GraphData;
  /** The stage before it. */
  before?: GraphData;
  /** Inputs that count as memory: what the forward saved for a backward. */
  held?: ReadonlySet<string> | undefined;
  /** Bytes that are saved for the backward, which the graph does not hold. */
  leftOut?: number;
  /** Names of nodes to light. */
  lit: ReadonlySet<string>;
  /** Names of nodes that are selected: boxes open to show them. */
  selected: ReadonlySet<string>;
  onPoint: (name: string | null) => void;
  onPick: (name: string) => void;
  /** What stands first in the toolbar. */
  lead?: ComponentChildren;
}

const TOO_LARGE = "Too large to be read whole: this is its beginning. Zoom out, or close boxes.";

/** Shows a graph: nested by module, with search, zoom, memory, and what changed. */
export function GraphView(props: GraphViewProps): JSX.Element {
  const { file, prefix, stage } = props.graph;
  return <Shown key={JSON.stringify([file, prefix, stage])} {...props} />;
}

function Shown(props: GraphViewProps): JSX.Element {
  const { graph, before, lit, selected, onPoint, onPick } = props;
  const element = useRef<SVGSVGElement>(null);
  const base = useId();
  const drawn = useDrawn(graph, before, selected, props.held);
  const { layout, scene, groups, changes } = drawn;
  const view = useSize(element);
  const { camera, move } = useCamera(element, layout, view);
  const visit = useVisit({ graph, drawn, view, move, selected, element, onPoint, onPick });
  const search = useSearch(graph, visit.go);
  const steps = useSteps(drawn, selected, visit.go);
  const [pointed, setPointed] = useState<string | null>(null);
  const [isText, setText] = useState(false);
  const [isFitting, setFitting] = useState(false);
  const drag = useDrag(move);
  const { viewBox, ...sight } = sightOf(usePaper(), camera, view, layout);

  const pointBoth = (name: string | null): void => {
    setPointed(name);
    onPoint(name);
  };
  const fit = (): void => {
    setFitting(true);
    move(() => fitted(layout, view));
  };
  const zoom = (factor: number): void => move((one) => zoomed(one, factor, view.width / 2, view.height / 2));
  const litNames = pointed === null ? [...lit] : [...lit, pointed];
  const operators = counted(graph.nodes.filter((node) => node.kind === "operator").length, "operator");
  const idOf = (leaf: string): string => `${base}${leaf}`;
  return (
    <section class="graph" aria-label={`${graph.prefix} ${graph.stage}`}>
      <Toolbar
        lead={props.lead}
        {...search}
        steps={steps}
        found={search.matches.length}
        zoom={camera.zoom}
        onZoom={zoom}
        onFit={fit}
        onOpenAll={groups.openAll}
        onCloseAll={groups.closeAll}
        isText={isText}
        onText={() => setText(!isText)}
      />
      <p class="graph-says">{inWords(operators, changes, props)}{isFitting && isTooLarge(layout, view) && <>
        {" "}<b role="status">{TOO_LARGE}</b></>}</p>
      {changes !== null && before !== undefined && <GoneList changes={changes} before={before} />}
      <div class="graph-panes">
        <svg
          ref={element}
          class={viewBox === undefined ? "graph-picture" : "graph-picture graph-whole"}
          viewBox={viewBox}
          tabindex={0} // in SVG the case matters: Firefox knows no other
          role="group"
          aria-label={`Picture of the graph: ${operators}. Arrow keys follow edges, Enter opens, Escape closes.`}
          aria-activedescendant={visit.current === null ? undefined : idOf(visit.current)}
          onKeyDown={keysOf({ ...visit, scene, layout, zoom, move })}
          onBlur={() => onPoint(null)}
          {...drag}
        >
          <Picture
            layout={layout}
            {...sight}
            lit={drawn.leavesAt(litNames.map(drawn.positionOf))}
            selected={drawn.leavesAt(drawn.picked)}
            found={drawn.leavesAt(search.matches)}
            current={visit.marked}
            idOf={idOf}
            onPoint={visit.point}
            onPick={visit.pick}
            onClose={visit.close}
            onAll={({ box }) => visit.all(box)}
          />
        </svg>
      </div>
      <MemoryChart nodes={graph.nodes} memory={drawn.memory} leftOut={props.leftOut ?? 0} onPoint={pointBoth} onGo={visit.go} />
      {isText && <TextList graph={graph} onPick={onPick} onPoint={pointBoth} />}
    </section>
  );
}

/** The selected nodes one after the other; equal layers that are shown as one count once. */
function useSteps({ picked, scene }: Drawn, selected: ReadonlySet<string>, go: (node: number) => void): Steps {
  const [now, set] = useState(0);
  useEffect(() => set(0), [selected]);
  const seen = new Set<string>();
  const nodes = picked.filter((node) => {
    const leaf = scene.leafOf.get(node);
    if (leaf === undefined || leaf.part !== null) return true;
    return !seen.has(leaf.id) && seen.add(leaf.id);
  });
  return {
    now: Math.min(now, Math.max(0, nodes.length - 1)),
    count: nodes.length,
    all: picked.length,
    onStep: (by) => {
      const next = (now + by + nodes.length) % nodes.length;
      set(next);
      go(at(nodes, next));
    },
  };
}

interface Search {
  query: string;
  matches: number[];
  /** Which of the matches is shown, from 1; 0 if none. */
  shown: number;
  onQuery: (query: string) => void;
  onNext: (step: 1 | -1) => void;
}

function useSearch(graph: GraphData, go: (node: number) => void): Search {
  const [query, setQuery] = useState("");
  const [shown, setShown] = useState(0);
  const matches = useMemo(() => found(graph.nodes, query), [graph, query]);
  return {
    query,
    matches,
    shown,
    onQuery: (text) => {
      setQuery(text);
      setShown(0);
    },
    onNext: (step) => {
      if (matches.length === 0) return;
      const from = shown === 0 && step < 0 ? matches.length : shown - 1;
      const next = (from + step + matches.length) % matches.length;
      setShown(next + 1);
      go(at(matches, next));
    },
  };
}

function inWords(operators: string, changes: Changes | null, { graph, before }: GraphViewProps): string {
  const saved = graph.saved.length > 0 ? `, ${savedInWords(graph)}` : "";
  const changed = changes !== null && before !== undefined ? ` ${changesInWords(changes, before)}` : "";
  return `${operators}${saved}.${changed}`;
}

function savedInWords(graph: GraphData): string {
  const size = graph.saved_bytes > 0 ? ` (${sizeOf(graph.saved_bytes)})` : "";
  return `${counted(graph.saved.length, "value")} saved for backward${size}`;
}
