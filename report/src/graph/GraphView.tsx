// A stage of a graph, drawn.

import type { JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GraphData } from "../contract";
import { fitted, showing, useCamera, useSize, zoomed } from "./camera";
import { changesBetween } from "./changes";
import { useDrag } from "./drag";
import { Faces } from "./faces";
import { found as foundIn } from "./find";
import { keysOf } from "./keys";
import { GoneList, TextList, changesInWords } from "./Beside";
import { layoutOf } from "./layout";
import type { Frame, Layout, Placed } from "./layout";
import { at } from "./lists";
import { counted, marksOf, sizeOf } from "./marks";
import { MemoryChart } from "./MemoryChart";
import { memoryOf } from "./memory";
import { useGroups } from "./openings";
import { outlineOf } from "./outline";
import { boundsOf, Picture } from "./Picture";
import { firstLeaf, sceneOf } from "./scene";
import { Toolbar } from "./Toolbar";

export interface GraphViewProps {
  graph: GraphData;
  /** The stage before it. */
  before?: GraphData;
  /** Names of nodes to light. */
  lit: ReadonlySet<string>;
  onPoint: (name: string | null) => void;
  onPick: (name: string) => void;
}

/** Shows a graph: nested by module, with search, zoom, memory, and what changed. */
export function GraphView(props: GraphViewProps): JSX.Element {
  const { file, prefix, stage } = props.graph;
  return <Shown key={JSON.stringify([file, prefix, stage])} {...props} />;
}

function Shown({ graph, before, lit, onPoint, onPick }: GraphViewProps): JSX.Element {
  const element = useRef<SVGSVGElement>(null);
  const base = useId();
  const outline = useMemo(() => outlineOf(graph), [graph]);
  const changes = useMemo(() => (before === undefined ? null : changesBetween(before, graph)), [before, graph]);
  const memory = useMemo(() => memoryOf(graph.nodes), [graph]);
  const faces = useMemo(
    () => new Faces(graph, marksOf(graph, changes), outline.inputs),
    [graph, changes, outline],
  );
  const groups = useGroups(outline);
  const scene = useMemo(() => sceneOf(graph, outline, groups.open), [graph, outline, groups.open]);
  const layout = useMemo(() => layoutOf(scene, (leaf) => faces.of(leaf)), [scene, faces]);
  const view = useSize(element);
  const { camera, move } = useCamera(element, layout, view);
  const [current, setCurrent] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const [query, setQuery] = useState("");
  const [shown, setShown] = useState(0);
  const [isText, setText] = useState(false);

  const positions = useMemo(() => new Map(graph.nodes.map((node, index) => [node.name, index])), [graph]);
  const leafAt = (node: number | undefined): string | undefined =>
    node === undefined ? undefined : scene.leafOf.get(outline.inputs.writtenIn.get(node) ?? node)?.id;
  const leavesAt = (nodes: Iterable<number | undefined>): Set<string> =>
    new Set([...nodes].map(leafAt).filter((id) => id !== undefined));
  const litNodes = pointed === null ? [...lit] : [...lit, pointed];
  const litLeaves = leavesAt(litNodes.map((name) => positions.get(name)));
  const matches = useMemo(() => foundIn(graph.nodes, query), [graph, query]);

  // After the next layout: what has to stay in its place, or to come into view.
  const after = useRef<((layout: Layout) => void) | null>(null);
  useLayoutEffect(() => {
    after.current?.(layout);
    after.current = null;
  }, [layout]);

  const show = (id: string | undefined, within: Layout = layout): void => {
    const one = within.placed.find((placed) => placed.leaf.id === id);
    if (one !== undefined) move((camera_) => showing(camera_, boundsOf(one), view));
  };
  const go = (node: number): void => {
    const target = outline.inputs.writtenIn.get(node) ?? node;
    groups.reveal(target);
    const id = `=${at(graph.nodes, target).name}`;
    setCurrent(id);
    show(id);
    after.current = (next) => show(id, next);
  };
  const stay = (id: string): void => {
    const old = placeOf(layout, id);
    after.current = (next) => {
      const now = placeOf(next, id);
      const opened = next.frames.find((one) => one.box.id === id);
      if (opened !== undefined) setCurrent(firstLeaf(opened.box)?.id ?? null);
      if (old === undefined || now === undefined) return;
      move((one) => ({ ...one, x: one.x + (old.x - now.x) * one.zoom, y: one.y + (old.y - now.y) * one.zoom }));
    };
  };
  const pick = ({ leaf }: Placed): void => {
    setCurrent(leaf.id);
    if (leaf.part === null) return onPick(at(graph.nodes, leaf.node).name);
    stay(leaf.id);
    groups.toggle(leaf.part);
  };
  const all = ({ leaf }: Placed): void => {
    if (leaf.part === null || leaf.part.members.length === 0) return;
    stay(leaf.id);
    groups.set(leaf.part, "all");
  };
  const close = ({ box }: Pick<Frame, "box">): void => {
    stay(box.id);
    setCurrent(box.id);
    groups.set(box.part, null);
  };
  const point = (placed: Placed | null): void => {
    onPoint(placed === null || placed.leaf.part !== null ? null : at(graph.nodes, placed.leaf.node).name);
  };
  const pointBoth = (name: string | null): void => {
    setPointed(name);
    onPoint(name);
  };
  const focus = (id: string): void => {
    setCurrent(id);
    show(id);
    point(layout.placed.find((one) => one.leaf.id === id) ?? null);
  };
  const next = (step: 1 | -1): void => {
    if (matches.length === 0) return;
    const number = ((shown - 1 + step + matches.length) % matches.length) + 1;
    setShown(number);
    go(at(matches, number - 1));
  };
  useEffect(() => {
    const first = [...lit].map((name) => leafAt(positions.get(name))).find((id) => id !== undefined);
    // Under the mouse nothing may move.
    if (element.current?.matches(":hover") !== true) show(first);
  }, [lit]);

  const drag = useDrag(move);
  const zoom = (factor: number): void => move((one) => zoomed(one, factor, view.width / 2, view.height / 2));
  const keys = keysOf({ scene, layout, current, focus, pick, all, close, zoom, move });
  const operators = graph.nodes.filter((node) => node.kind === "operator").length;
  const id = (leaf: string): string => `${base}${leaf}`;
  return (
    <section class="graph" aria-label={`${graph.prefix} ${graph.stage}`}>
      <Toolbar
        query={query}
        onQuery={(text) => {
          setQuery(text);
          setShown(0);
        }}
        found={matches.length}
        shown={shown}
        onNext={next}
        zoom={camera.zoom}
        onZoom={zoom}
        onFit={() => move(() => fitted(layout, view))}
        onOpenAll={groups.openAll}
        onCloseAll={groups.closeAll}
        isText={isText}
        onText={() => setText(!isText)}
      />
      <p class="graph-says">
        {counted(operators, "operator")}
        {graph.saved.length > 0 ? `, ${savedInWords(graph)}` : ""}.{" "}
        {changes !== null && before !== undefined ? changesInWords(changes, before) : ""}
      </p>
      <div class="graph-panes">
        <svg
          ref={element}
          class="graph-picture"
          tabIndex={0}
          role="group"
          aria-label={`Picture of the graph: ${counted(operators, "operator")}. Arrow keys follow edges, Enter opens, Escape closes.`}
          aria-activedescendant={current === null ? undefined : id(current)}
          onKeyDown={keys}
          onBlur={() => onPoint(null)}
          {...drag}
        >
          <Picture
            layout={layout}
            camera={camera}
            view={view}
            lit={litLeaves}
            found={leavesAt(matches)}
            current={current}
            idOf={id}
            onPoint={point}
            onPick={pick}
            onClose={close}
            onAll={({ box }) => {
              stay(box.id);
              groups.set(box.part, "all");
            }}
          />
        </svg>
        {changes !== null && <GoneList changes={changes} />}
      </div>
      <MemoryChart nodes={graph.nodes} memory={memory} onPoint={pointBoth} onGo={go} />
      {isText && <TextList graph={graph} onPick={onPick} onPoint={pointBoth} />}
    </section>
  );
}

function placeOf(layout: Layout, id: string): { x: number; y: number } | undefined {
  return (
    layout.placed.find((one) => one.leaf.id === id) ?? layout.frames.find((one) => one.box.id === id)
  );
}

function savedInWords(graph: GraphData): string {
  const known = graph.saved.flatMap((one) => (one.bytes === undefined ? [] : [one.bytes]));
  const size = known.length > 0 ? ` (${sizeOf(known.reduce((sum, one) => sum + one, 0))})` : "";
  return `${counted(graph.saved.length, "value")} saved for backward${size}`;
}
