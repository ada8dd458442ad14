// Where each span stands: its lane (a rank), its row (how deep it is nested), its kind.

import type { Span } from "../contract";
import { KIND_TITLES, kindOf, type Kind } from "./kinds";
import { shownAt, stretches, type Stretch } from "./waits";

/** The spans of one rank, on its own clock. */
export interface RankSpans {
  rank: number;
  spans: readonly Span[];
}

/** A span in its place; `row` counts from the top of the picture. */
export interface Bar {
  span: Span;
  rank: number;
  row: number;
  /** From the picture's left edge, in seconds; long waits before it are folded. */
  start: number;
  /** Of its row, where several of one row run at the same time. */
  track: number;
  kind: Kind;
  /** Position, in `bars`, of the bar that it is within; -1 for none. */
  within: number;
  /** Seconds without those of the bars that are within it. */
  own: number;
}

/** The rows of one rank. */
export interface Lane {
  rank: number;
  first: number;
  rows: number;
}

export interface Layout {
  /** By lane, then by start, then the enclosing before the enclosed. */
  bars: Bar[];
  lanes: Lane[];
  rows: number;
  /** The length of the picture, in seconds. */
  seconds: number;
  stretches: Stretch[];
}

// torch measures a phase and what is within it by two clocks, some µs apart.
const TOLERANCE = 2e-5;

/** Returns the place of every span. */
export function laidOut(ranks: readonly RankSpans[]): Layout {
  const bars: Bar[] = [];
  const lanes: Lane[] = [];
  let rows = 0;
  for (const { rank, spans } of ranks) {
    const lane = laneOf(rank, spans, rows, bars.length);
    bars.push(...lane.bars);
    lanes.push({ rank, first: rows, rows: lane.rows });
    rows += lane.rows;
  }
  const parts = stretches(ranks.flatMap(({ spans }) => spans));
  for (const bar of bars) bar.start = shownAt(parts, bar.span.start);
  const last = parts.at(-1);
  const seconds = last === undefined ? 0 : last.at + last.length;
  return { bars, lanes, rows, seconds, stretches: parts };
}

/** Returns the seconds of each kind, without what is nested in it. */
export function ownSeconds(bars: readonly Bar[]): Map<Kind, number> {
  const found = new Map<Kind, number>();
  for (const { kind, own } of bars) found.set(kind, (found.get(kind) ?? 0) + own);
  return found;
}

/** The position of the compilation that took most, which is looked at first. */
export function dearest({ bars }: Layout): number {
  return bars.reduce((best, { span }, at) => span.depth === 0
    && span.seconds > (bars[best]?.span.seconds ?? 0) ? at : best, bars.findIndex(({ span }) => span.depth === 0));
}

/** Returns when a span ends, in seconds. */
export function endOf(span: Span): number {
  return span.start + span.seconds;
}

function laneOf(rank: number, spans: readonly Span[], top: number, offset: number) {
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.depth - b.depth);
  const tracks: number[][] = []; // of each level: when each of its tracks is free again
  const levels: number[] = [];
  const open: number[] = []; // of each depth: the bar that was begun last
  const bars = sorted.map((span, position): Bar => {
    open[span.depth] = position;
    const within = span.depth > 0 ? (open[span.depth - 1] ?? -1) : -1;
    const level = levelOf(span, levels[within] ?? 0);
    levels.push(level);
    const track = freeTrack((tracks[level] ??= []), span);
    return { span, rank, row: 0, start: span.start, track, kind: "other", within,
      own: span.seconds };
  });
  for (const { span, within } of bars) {
    const around = bars[within];
    if (around !== undefined) around.own = Math.max(0, around.own - span.seconds);
  }
  const firsts = firstRows(tracks);
  bars.forEach((bar, at) => { bar.row = top + (firsts[levels[at] ?? 0] ?? 0) + bar.track; });
  for (const bar of bars) {
    bar.kind = (isWhole(bar.span) ? undefined : kindOf(bar.span.name)) ?? bars[bar.within]?.kind ?? "other";
    bar.within = bar.within < 0 ? -1 : bar.within + offset;
  }
  return { bars, rows: tracks.reduce((sum, one) => sum + (one?.length ?? 0), 0) };
}

/** A whole compilation is called as your function, whose name may contain one of torch's words. */
const isWhole = ({ depth }: Span): boolean => depth === 0;

/** Rows stand for parts of the compiler: a backward begins without Dynamo, one row lower. */
function levelOf(span: Span, around: number): number {
  if (isWhole(span)) return 0;
  return Math.max(around + 1, KIND_TITLES.findIndex(([kind]) => kind === kindOf(span.name)) + 1);
}

function freeTrack(free: number[], span: Span): number {
  const found = free.findIndex((until) => until <= span.start + TOLERANCE);
  const track = found < 0 ? free.length : found;
  free[track] = endOf(span);
  return track;
}

function firstRows(tracks: readonly (readonly number[] | undefined)[]): number[] {
  const firsts: number[] = [];
  let next = 0;
  for (let depth = 0; depth < tracks.length; depth++) {
    firsts.push(next);
    next += tracks[depth]?.length ?? 0;
  }
  return firsts;
}
