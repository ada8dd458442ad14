// A layered drawing of one group: ranks, order, places, routes. It takes linear time
// in what it is given, but for sorting.

import { columnsOf } from "./columns";
import type { Column, Neighbour } from "./columns";
import { uncrossed } from "./crossings";
import { at } from "./lists";
import { ranked } from "./ranks";
import type { Pin } from "./ranks";

export interface Piece {
  width: number;
  height: number;
  /** From the left: the line on which it is placed. */
  middle: number;
  pin: Pin;
}

export interface Joint {
  source: number;
  target: number;
  /** Links of one key share their way: they carry one value. */
  key: string;
  /** From the line on which source and target are placed. */
  from: number;
  to: number;
}

export type Point = readonly [number, number];

export interface Drawn {
  /** Of the upper left corner of each piece. */
  x: number[];
  y: number[];
  width: number;
  height: number;
  routes: Point[][];
}

export const GAP_X = 22;
export const GAP_Y = 26;
const BEND = 5;

/** Draws pieces from top to bottom; the same for the same pieces and joints. */
export function layered(pieces: readonly Piece[], joints: readonly Joint[]): Drawn {
  const { rank, order, back } = ranked(pieces.map((one) => one.pin), joints);
  const columns: Column[] = pieces.map((one) => ({
    left: one.middle,
    right: one.width - one.middle,
    bend: false,
  }));
  const above: Neighbour[][] = pieces.map(() => []);
  const below: Neighbour[][] = pieces.map(() => []);
  const ranks: number[][] = Array.from({ length: Math.max(-1, ...rank) + 1 }, () => []);
  for (const vertex of order) at(ranks, at(rank, vertex)).push(vertex);

  const connect = (upper: number, lower: number, from: number, to: number): void => {
    at(above, lower).push({ vertex: upper, theirs: from, mine: to });
    at(below, upper).push({ vertex: lower, theirs: to, mine: from });
  };
  const chains = new Map<string, number[]>();
  const bendsOf = joints.map((joint, position) => {
    if (back.has(position)) return [];
    const span = at(rank, joint.target) - at(rank, joint.source);
    const key = JSON.stringify([joint.source, joint.key]);
    const chain = chains.get(key) ?? [];
    chains.set(key, chain);
    while (chain.length < span - 1) {
      const bend = columns.length;
      columns.push({ left: BEND, right: BEND, bend: true });
      above.push([]);
      below.push([]);
      at(ranks, at(rank, joint.source) + chain.length + 1).push(bend);
      const before = chain.at(-1);
      connect(before ?? joint.source, bend, before === undefined ? joint.from : 0, 0);
      chain.push(bend);
    }
    const bends = chain.slice(0, Math.max(0, span - 1));
    const last = bends.at(-1);
    connect(last ?? joint.source, joint.target, last === undefined ? joint.from : 0, joint.to);
    return bends;
  });

  const verticesOf = (side: readonly Neighbour[][]): number[][] =>
    side.map((list) => list.map((one) => one.vertex));
  const ordered = uncrossed(ranks, verticesOf(above), verticesOf(below));
  const x = columnsOf(ordered, columns, above, below, GAP_X);
  const lanes = lanesOf(ordered, pieces);
  const leftmost = columns.reduce((least, one, vertex) => Math.min(least, at(x, vertex) - one.left), Infinity);
  const shift = Number.isFinite(leftmost) ? -leftmost : 0;
  const width = columns.reduce((most, one, vertex) => Math.max(most, at(x, vertex) + one.right + shift), 0);
  const routes = joints.map((joint, position): Point[] => {
    const source = at(pieces, joint.source);
    const start = at(x, joint.source) + joint.from + shift;
    const end = at(x, joint.target) + joint.to + shift;
    const lane = at(lanes, at(rank, joint.source));
    const foot = lane.top + source.height;
    const points: Point[] = [[start, foot]];
    // What stands beside a tall piece leads straight down beside it.
    if (foot < lane.bottom) points.push([start, lane.bottom]);
    at(bendsOf, position).forEach((bend, step) => {
      const within = at(lanes, at(rank, joint.source) + step + 1);
      const middle = at(x, bend) + shift;
      points.push([middle, within.top], [middle, within.bottom]);
    });
    points.push([end, at(lanes, at(rank, joint.target)).top]);
    return points;
  });
  return {
    x: pieces.map((one, vertex) => at(x, vertex) - one.middle + shift),
    y: pieces.map((_, vertex) => at(lanes, at(rank, vertex)).top),
    width,
    height: lanes.at(-1)?.bottom ?? 0,
    routes,
  };
}

interface Lane {
  top: number;
  bottom: number;
}

function lanesOf(ranks: readonly number[][], pieces: readonly Piece[]): Lane[] {
  let top = 0;
  return ranks.map((rank) => {
    const height = Math.max(0, ...rank.map((one) => pieces[one]?.height ?? 0));
    const lane = { top, bottom: top + height };
    top += height + GAP_Y;
    return lane;
  });
}
