// Bytes alive over the nodes in their order.

import type { JSX } from "preact";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import type { GraphNode } from "../contract";
import { useSize } from "./camera";
import { at } from "./lists";
import { sizeOf } from "./marks";
import type { Memory } from "./memory";

const HEIGHT = 76;
const TOP = 20;
const NAMED = 6;

export interface MemoryChartProps {
  nodes: readonly GraphNode[];
  memory: Memory;
  onPoint: (name: string | null) => void;
  onGo: (position: number) => void;
  /** Bytes that live on for the backward: a chart of captured operations has values until their last use in the forward only. */
  leftOut?: number;
  /** What the caption says instead of naming what is alive at the peak. */
  caption?: string;
}

/** A chart of live bytes, with its peak and what is alive at it. */
export function MemoryChart({ nodes, memory, onPoint, onGo, caption: says, leftOut = 0 }: MemoryChartProps): JSX.Element | null {
  const element = useRef<SVGSVGElement>(null);
  const { width } = useSize(element);
  const [place, setPlace] = useState<number | null>(null);
  const caption = useId();
  const area = useMemo(() => areaOf(memory, width), [memory, width]);
  if (memory.peak < 0) return null;
  const most = at(memory.live, memory.peak);
  const x = (position: number): number => ((position + 0.5) / nodes.length) * width;
  const y = (bytes: number): number => HEIGHT - (bytes / most) * (HEIGHT - TOP);
  const point = (position: number | null): void => {
    setPlace(position);
    onPoint(position === null ? null : at(nodes, position).name);
  };
  const under = (event: MouseEvent): number => {
    const box = element.current?.getBoundingClientRect();
    const part = box === undefined ? 0 : (event.clientX - box.left) / Math.max(1, box.width);
    return Math.min(nodes.length - 1, Math.max(0, Math.floor(part * nodes.length)));
  };
  const shown = place ?? memory.peak;
  // The words that qualify the number stand right behind it: the end may be cut beside other panes.
  const text = `${place === null ? "peak " : ""}${sizeOf(at(memory.live, shown))}${
    leftOut === 0 ? "" : " without a backward,"} at ${shownName(at(nodes, shown))}`;
  // In the caption: it has lines, the picture has one.
  const besides = leftOut === 0 ? "" : `A value counts until its last use in the forward. The tab Memory also counts the ${sizeOf(leftOut)} that stay for the backward. `;
  const keys = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: nodes.length - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) point(Math.min(nodes.length - 1, Math.max(0, next)));
    else if (event.key === "Enter") onGo(shown);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const needs = 8 * text.length;
  const onLeft = x(shown) > width - needs && x(shown) > needs;
  const from = onLeft ? x(shown) - 6 : Math.max(0, Math.min(x(shown) + 6, width - needs));
  return (
    <figure class="graph-memory">
      <svg
        ref={element}
        height={HEIGHT + 1}
        tabindex={0}
        role="slider"
        aria-label="Memory alive after each node"
        aria-describedby={caption}
        aria-valuemin={0}
        aria-valuemax={nodes.length - 1}
        aria-valuenow={shown}
        aria-valuetext={`${text}. ${besides}`.trim()}
        onMouseMove={(event) => point(under(event))}
        onMouseLeave={() => point(null)}
        onBlur={() => point(null)}
        onClick={(event) => onGo(under(event))}
        onKeyDown={keys}
      >
        <path class="graph-area" d={area} />
        <path class="graph-axis" d={`M0 ${HEIGHT + 0.5}H${width}`} />
        <path class="graph-peak" d={`M${x(memory.peak)} ${TOP - 6}V${HEIGHT}`} />
        {place !== null && <path class="graph-here" d={`M${x(place)} ${TOP - 6}V${HEIGHT}`} />}
        <circle class="graph-dot" cx={x(shown)} cy={y(at(memory.live, shown))} r={3.5} />
        <text class="graph-value" x={from} y={12} text-anchor={onLeft ? "end" : "start"}>
          {text}
        </text>
      </svg>
      {says !== undefined ? <figcaption id={caption}>{says}</figcaption> : <figcaption id={caption}>
        {besides}Estimate of what the values of this stage take, node after node, at the sizes of the
        first call{memory.unknown > 0 ? `; ${memory.unknown} values of unknown size are left out` : ""}. Alive at the peak:{" "}
        {memory.atPeak.slice(0, NAMED).map((one) => (
          <button
            key={one.name}
            type="button"
            class="graph-name"
            onMouseEnter={() => onPoint(one.name)}
            onMouseLeave={() => onPoint(null)}
            onFocus={() => onPoint(one.name)}
            onBlur={() => onPoint(null)}
            onClick={() => onGo(nodes.findIndex((node) => node.name === one.name))}
          >
            {shownName(nodes.find((node) => node.name === one.name), one.name)} <span>{sizeOf(one.bytes)}</span>
          </button>
        ))}
        {memory.atPeak.length > NAMED && <span>{restOf(memory)}</span>}
      </figcaption>}
    </figure>
  );
}

/** How the picture names a value: inputs as people write them. */
function shownName(node: GraphNode | undefined, name = node?.name ?? ""): string {
  return node?.kind === "input" ? node.label : name;
}

function restOf(memory: Memory): string {
  const rest = memory.atPeak.slice(NAMED);
  return `and ${rest.length} more, ${sizeOf(rest.reduce((sum, one) => sum + one.bytes, 0))}`;
}

function areaOf({ live, peak }: Memory, width: number): string {
  const most = live[peak] ?? 0;
  if (most === 0) return "";
  const tops = live.map((bytes, position) => {
    const [left, right] = [position, position + 1].map((one) => ((one * width) / live.length).toFixed(1));
    return `L${left} ${(HEIGHT - (bytes / most) * (HEIGHT - TOP)).toFixed(1)}H${right}`;
  });
  return `M0 ${HEIGHT}${tops.join("")}V${HEIGHT}Z`;
}
