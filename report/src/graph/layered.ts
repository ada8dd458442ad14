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

/**
 * The way of a joint. Ways of one key share a trunk: what they share is told once, or
 * a value that every layer takes would have the whole way down for each of them.
 */
export interface Way {
  /** The way whose trunk this one continues, as position; null where it starts. */
  after: number | null;
  /** From the end of that trunk, or from the source, to the target. */
  points: Point[];
  /** How many of the points are trunk. */
  trunk: number;
}

export interface Drawn {
  /** Of the upper left corner of each piece. */
  x: number[];
  y: number[];
  width: number;
  height: number;
  ways: Way[];
}

export const GAP_X = 22;
export const GAP_Y = 26;
const BEND = 5;
/** More room below the border of a group, for its title. */
const BELOW_BORDER = 8;

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
  const trunks = trunksOf(joints, rank, back);
  for (const { source, from, members } of trunks) {
    const bends: number[] = [];
    for (const member of members) {
      const joint = at(joints, member.joint);
      while (bends.length < member.bends) {
        const bend = columns.length;
        columns.push({ left: BEND, right: BEND, bend: true });
        above.push([]);
        below.push([]);
        at(ranks, at(rank, source) + bends.length + 1).push(bend);
        const before = bends.at(-1);
        connect(before ?? source, bend, before === undefined ? from : 0, 0);
        bends.push(bend);
      }
      const last = bends.at(-1);
      connect(last ?? source, joint.target, last === undefined ? from : 0, joint.to);
      member.own = bends.slice(member.after);
    }
  }

  const verticesOf = (side: readonly Neighbour[][]): number[][] =>
    side.map((list) => list.map((one) => one.vertex));
  const ordered = uncrossed(ranks, verticesOf(above), verticesOf(below));
  const x = columnsOf(ordered, columns, above, below, GAP_X);
  const leftmost = columns.reduce((least, one, vertex) => Math.min(least, at(x, vertex) - one.left), Infinity);
  if (Number.isFinite(leftmost)) x.forEach((one, vertex) => (x[vertex] = one - leftmost));
  const lanes = lanesOf(ordered, pieces);
  return {
    x: pieces.map((one, vertex) => at(x, vertex) - one.middle),
    y: pieces.map((_, vertex) => at(lanes, at(rank, vertex)).top),
    width: columns.reduce((most, one, vertex) => Math.max(most, at(x, vertex) + one.right), 0),
    height: lanes.at(-1)?.bottom ?? 0,
    ways: waysOf(pieces, joints, rank, trunks, lanes, x),
  };
}

interface Member {
  joint: number;
  /** How many ranks it passes. */
  bends: number;
  /** How many of its bends those before it have. */
  after: number;
  own: number[];
}

interface Trunk {
  source: number;
  from: number;
  members: Member[];
}

/** Joints that carry one value from one piece, the shortest first. */
function trunksOf(joints: readonly Joint[], rank: readonly number[], back: ReadonlySet<number>): Trunk[] {
  const trunks = new Map<string, Trunk>();
  joints.forEach(({ source, target, key, from }, joint) => {
    const id = JSON.stringify(back.has(joint) ? [joint] : [source, key]);
    const trunk = trunks.get(id) ?? { source, from, members: [] };
    trunks.set(id, trunk);
    const bends = back.has(joint) ? 0 : at(rank, target) - at(rank, source) - 1;
    trunk.members.push({ joint, bends, after: 0, own: [] });
  });
  for (const { members } of trunks.values()) {
    members.sort((one, other) => one.bends - other.bends);
    members.forEach((member, place) => (member.after = members[place - 1]?.bends ?? 0));
  }
  return [...trunks.values()];
}

function waysOf(
  pieces: readonly Piece[],
  joints: readonly Joint[],
  rank: readonly number[],
  trunks: readonly Trunk[],
  lanes: readonly Lane[],
  x: Float64Array,
): Way[] {
  const ways: Way[] = joints.map(() => ({ after: null, points: [], trunk: 0 }));
  for (const { source, from, members } of trunks) {
    const start = at(x, source) + from;
    const lane = at(lanes, at(rank, source));
    const foot = lane.top + at(pieces, source).height;
    let end: Point[] = [[start, foot]];
    // What stands beside a tall piece leads straight down beside it.
    if (foot < lane.bottom) end.push([start, lane.bottom]);
    members.forEach(({ joint, own, after }, place) => {
      const points = [...end];
      own.forEach((bend, step) => {
        const within = at(lanes, at(rank, source) + after + step + 1);
        points.push([at(x, bend), within.top], [at(x, bend), within.bottom]);
      });
      const trunk = points.length;
      end = points.slice(-1);
      const { target, to } = at(joints, joint);
      points.push([at(x, target) + to, at(lanes, at(rank, target)).top]);
      ways[joint] = { after: members[place - 1]?.joint ?? null, points, trunk };
    });
  }
  return ways;
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
    const isBorder = rank.some((one) => pieces[one]?.pin === "top");
    top += height + GAP_Y + (isBorder ? BELOW_BORDER : 0);
    return lane;
  });
}
