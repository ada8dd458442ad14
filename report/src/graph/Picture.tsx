// The picture of a graph: of what is open, the part that is in view.

import type { JSX } from "preact";
import type { Camera, Rectangle, Size } from "./camera";
import { LEADING, PAD_X, PAD_Y, titleOf } from "./faces";
import { wholeWay } from "./layout";
import type { Frame, Layout, Placed, Route } from "./layout";
import type { Point } from "./layered";
import { at } from "./lists";
import { counted } from "./marks";

export interface PictureProps {
  layout: Layout;
  camera: Camera;
  view: Size;
  /** Ids of leaves. */
  lit: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  found: ReadonlySet<string>;
  current: string | null;
  idOf: (leaf: string) => string;
  onPoint: (placed: Placed | null) => void;
  onPick: (placed: Placed) => void;
  onClose: (frame: Frame) => void;
  onAll: (frame: Frame) => void;
}

// So much beyond the view is drawn, in parts of the view, that moving shows no gaps.
const BEYOND = 0.5;
const ROUND = 5;

/** Draws what of the layout is in view. */
export function Picture(props: PictureProps): JSX.Element {
  const { layout, camera, view, lit, selected, found, current } = props;
  const seen = inView(camera, view);
  const chosen = current ?? [...lit][0] ?? null;
  const frames = layout.frames.filter((one) => overlaps(one, seen));
  const placed = layout.placed.filter((one) => overlaps(boundsOf(one), seen) || one.leaf.id === current);
  const routes = layout.routes.filter((one) => overlaps(around(one.points), seen));
  const isHot = (one: Route): boolean =>
    chosen !== null && (one.source.id === chosen || one.targets.has(chosen));
  return (
    <g transform={`translate(${round(camera.x)} ${round(camera.y)}) scale(${camera.zoom})`}>
      {frames.map((one) => <FrameShape key={one.box.id} frame={one} {...props} />)}
      <g class="graph-wires" aria-hidden="true">
        {routes.filter((one) => !isHot(one)).map((one, index) => <Wire key={index} route={one} hot={false} />)}
        {routes.filter(isHot).map((one, index) => <Wire key={index} route={one} hot={true} />)}
      </g>
      {frames.map((one) => <FrameTitle key={one.box.id} frame={one} {...props} />)}
      {placed.map((one) => (
        <NodeShape
          key={one.leaf.id}
          placed={one}
          isLit={lit.has(one.leaf.id)}
          isSelected={selected.has(one.leaf.id)}
          isFound={found.has(one.leaf.id)}
          isCurrent={one.leaf.id === current}
          {...props}
        />
      ))}
    </g>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function inView(camera: Camera, view: Size): Rectangle {
  const [width, height] = [view.width / camera.zoom, view.height / camera.zoom];
  return {
    x: -camera.x / camera.zoom - BEYOND * width,
    y: -camera.y / camera.zoom - BEYOND * height,
    width: (1 + 2 * BEYOND) * width,
    height: (1 + 2 * BEYOND) * height,
  };
}

function overlaps(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

export function boundsOf(placed: Placed): Rectangle {
  const { room, height } = placed.face;
  return { x: placed.x, y: placed.y, width: room, height };
}

function around(points: readonly Point[]): Rectangle {
  const xs = points.map((one) => one[0]);
  const ys = points.map((one) => one[1]);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

/** A smooth line through points: it enters and leaves each of them vertically. */
export function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return "";
  let path = `M${round(first[0])} ${round(first[1])}`;
  let [x, y] = first;
  for (const [nextX, nextY] of rest) {
    const half = (y + nextY) / 2;
    path +=
      Math.abs(nextX - x) < 0.5
        ? `L${round(nextX)} ${round(nextY)}`
        : `C${round(x)} ${round(half)} ${round(nextX)} ${round(half)} ${round(nextX)} ${round(nextY)}`;
    [x, y] = [nextX, nextY];
  }
  return path;
}

function Wire({ route, hot }: { route: Route; hot: boolean }): JSX.Element {
  const end = at(route.points, route.points.length - 1);
  const [x, y] = [round(end[0]), round(end[1])];
  return (
    <g class={hot ? "graph-wire is-hot" : "graph-wire"}>
      <path d={curve(hot ? wholeWay(route) : route.points)} />
      {route.arrow && <path class="graph-arrow" d={`M${x} ${y}l-3.5 -6h7z`} />}
    </g>
  );
}

function FrameShape({ frame }: PictureProps & { frame: Frame }): JSX.Element {
  const { x, y, width, height, depth } = frame;
  return (
    <rect
      class={`graph-frame is-depth-${depth % 2}`}
      x={round(x)} y={round(y)} width={round(width)} height={round(height)} rx={8}
    />
  );
}

function FrameTitle(props: PictureProps & { frame: Frame }): JSX.Element {
  const { frame } = props;
  const { box } = frame;
  const title = titleOf(box);
  const { members: { length: count }, period } = box.part;
  const all = counted(count, period > 1 ? "repeat" : "layer");
  const shown = box.opening === "one" ? `${title}, ${at(box.part.members, 0).title} is shown` : title;
  return (
    <g transform={`translate(${round(frame.x)} ${round(frame.y)})`}>
      <g class="graph-title" role="button" aria-label={`close ${shown}`} onClick={() => props.onClose(frame)}>
        <title>{`${shown}: click to close`}</title>
        <text class="graph-head" x={10} y={18}>{`− ${title}`}</text>
      </g>
      {box.opening === "one" && (
        <g class="graph-title" role="button" aria-label={`show all ${all}`} onClick={() => props.onAll(frame)}>
          <title>{`show ${all} one by one`}</title>
          <text class="graph-soft" x={frame.width - 10} y={18} text-anchor="end">show all</text>
        </g>
      )}
    </g>
  );
}

interface NodeProps extends PictureProps {
  placed: Placed;
  isLit: boolean;
  isSelected: boolean;
  isFound: boolean;
  isCurrent: boolean;
}

function NodeShape(props: NodeProps): JSX.Element {
  const { placed, isLit, isSelected, isFound, isCurrent } = props;
  const { face, leaf } = placed;
  const states = [
    isLit && "is-lit",
    isSelected && "is-selected",
    isFound && "is-found",
    isCurrent && "is-current",
    face.badge !== "" && "is-new",
    (leaf.part?.members.length ?? 0) > 0 && "is-fold",
  ];
  const names = ["graph-node", `is-${face.look}`, ...states.filter(Boolean)].join(" ");
  const radius = face.look === "operator" ? ROUND : face.look === "group" ? 8 : face.height / 2;
  return (
    <g
      id={props.idOf(leaf.id)}
      class={names}
      role="button"
      aria-label={leaf.part === null ? face.label : `open ${face.label}`}
      transform={`translate(${round(placed.x)} ${round(placed.y)})`}
      onMouseEnter={() => props.onPoint(placed)}
      onMouseLeave={() => props.onPoint(null)}
      onClick={() => props.onPick(placed)}
    >
      <title>{face.lines.map((one) => one.whole).join("\n")}</title>
      {(leaf.part?.members.length ?? 0) > 0 && (
        <rect class="graph-behind" x={4} y={4} width={face.width} height={face.height} rx={radius} />
      )}
      <rect class="graph-shape" width={face.width} height={face.height} rx={radius} />
      {/* A blank between lines: what is read of them is words, as in the label. */}
      {face.lines.flatMap((one, index) => [
        <text
          key={index}
          class={`graph-${one.tone}`}
          x={face.look === "operator" || face.look === "group" ? PAD_X : face.width / 2}
          y={PAD_Y + (index + 0.72) * LEADING}
          text-anchor={face.look === "operator" || face.look === "group" ? "start" : "middle"}
        >
          {one.text}
        </text>,
        " ",
      ])}
      {face.badge !== "" && <text class="graph-badge" x={face.width - 8} y={PAD_Y + 0.72 * LEADING} text-anchor="end">{face.badge}</text>}{" "}
      {face.stub !== null && <Stub face={face} />}
    </g>
  );
}

function Stub({ face }: { face: Placed["face"] }): JSX.Element | null {
  if (face.stub === null) return null;
  const y = face.height / 2;
  return (
    <g class={`graph-stub is-${face.stub.tone}`}>
      <path d={`M${face.width} ${y}h11m-4 -3.5l4 3.5l-4 3.5`} />
      <text x={face.width + 15} y={y + 4}>{face.stub.text}</text>
    </g>
  );
}
