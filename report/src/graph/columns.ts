// Horizontal places: each vertex near those it is linked with, none over another.

import { at } from "./lists";

const ROUNDS = 24;
const SETTLING = 12;
const STRAIGHT = 8;
/** Links that are off by less are made straight. */
const NEARLY = 18;

export interface Column {
  /** Room left and right of the line on which the vertex is placed. */
  left: number;
  right: number;
  /** A bend of a long link, which should be straight. */
  bend: boolean;
}

/** A neighbour, and how far right of its place and of mine the link ends. */
export interface Neighbour {
  vertex: number;
  theirs: number;
  mine: number;
}

/** Returns where each vertex is placed; vertices of a rank keep their order. */
export function columnsOf(
  ranks: readonly (readonly number[])[],
  columns: readonly Column[],
  above: readonly (readonly Neighbour[])[],
  below: readonly (readonly Neighbour[])[],
  gap: number,
): Float64Array {
  const x = new Float64Array(columns.length);
  const offsets = ranks.map((rank) => offsetsOf(rank, columns, gap));
  ranks.forEach((rank, index) => rank.forEach((one, place) => (x[one] = at(at(offsets, index), place))));
  for (let round = 0; round < ROUNDS; round += 1) {
    const settle = round >= ROUNDS - SETTLING;
    const down = round % 2 === 0;
    for (let step = 0; step < ranks.length; step += 1) {
      const index = down ? step : ranks.length - 1 - step;
      const rank = at(ranks, index);
      const wanted = rank.map((one) => wish(one, x, columns, above, below, settle, down));
      project(rank, wanted, at(offsets, index), x);
    }
  }
  straighten(ranks, columns, offsets, above, below, x);
  return x;
}

/** Puts what continues a link straight below it, where there is room. */
function straighten(
  ranks: readonly (readonly number[])[],
  columns: readonly Column[],
  offsets: readonly (readonly number[])[],
  above: readonly (readonly Neighbour[])[],
  below: readonly (readonly Neighbour[])[],
  x: Float64Array,
): void {
  ranks.forEach((rank, index) => {
    const offset = at(offsets, index);
    rank.forEach((vertex, place) => {
      const links = at(above, vertex);
      const only = links[0];
      if (only === undefined && rank.length === 1 && at(below, vertex).length === 0) {
        x[vertex] = middleOf(ranks[index - 1] ?? rank, x);
      }
      if (only === undefined || links.length > 1) return;
      const [left, right] = [rank[place - 1], rank[place + 1]];
      const least = left === undefined ? -Infinity : at(x, left) + at(offset, place) - at(offset, place - 1);
      const most = right === undefined ? Infinity : at(x, right) - at(offset, place + 1) + at(offset, place);
      const wanted = Math.max(least, Math.min(most, at(x, only.vertex) + only.theirs - only.mine));
      const isNear = Math.abs(wanted - at(x, vertex)) <= NEARLY;
      const isChain = at(below, only.vertex).length === 1;
      if (isNear || isChain || at(columns, vertex).bend) x[vertex] = wanted;
    });
  });
}

function middleOf(rank: readonly number[], x: Float64Array): number {
  return rank.reduce((sum, one) => sum + at(x, one), 0) / rank.length;
}

function offsetsOf(rank: readonly number[], columns: readonly Column[], gap: number): number[] {
  const offsets: number[] = [];
  rank.forEach((vertex, place) => {
    const before = rank[place - 1];
    if (before === undefined) return void offsets.push(0);
    const [one, other] = [at(columns, before), at(columns, vertex)];
    const between = one.bend && other.bend ? gap / 2 : gap;
    offsets.push(at(offsets, place - 1) + one.right + between + other.left);
  });
  return offsets;
}

interface Wish {
  x: number;
  weight: number;
}

function wish(
  vertex: number,
  x: Float64Array,
  columns: readonly Column[],
  above: readonly (readonly Neighbour[])[],
  below: readonly (readonly Neighbour[])[],
  settle: boolean,
  down: boolean,
): Wish {
  const sides = settle ? [above, below] : [down ? above : below];
  const bend = at(columns, vertex).bend;
  let sum = 0;
  let weight = 0;
  for (const side of sides) {
    for (const one of at(side, vertex)) {
      const pull = bend && at(columns, one.vertex).bend ? STRAIGHT : 1;
      sum += pull * (at(x, one.vertex) + one.theirs - one.mine);
      weight += pull;
    }
  }
  if (weight === 0) return { x: at(x, vertex), weight: 0.05 };
  return { x: sum / weight, weight: bend ? Math.max(weight, 2) : weight };
}

/** The places nearest to those wished for (least squares) that keep the distances. */
function project(rank: readonly number[], wanted: readonly Wish[], offsets: readonly number[], x: Float64Array): void {
  const blocks: { sum: number; weight: number; count: number }[] = [];
  wanted.forEach((one, place) => {
    let block = { sum: one.weight * (one.x - at(offsets, place)), weight: one.weight, count: 1 };
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      if (last.sum / last.weight < block.sum / block.weight) break;
      blocks.pop();
      block = {
        sum: last.sum + block.sum,
        weight: last.weight + block.weight,
        count: last.count + block.count,
      };
    }
    blocks.push(block);
  });
  let place = 0;
  for (const block of blocks) {
    for (let index = 0; index < block.count; index += 1, place += 1) {
      x[at(rank, place)] = block.sum / block.weight + at(offsets, place);
    }
  }
}
