// An estimate of the bytes that are alive after each node.

import type { GraphNode } from "../contract";
import { shortLabel } from "./labels";
import { at } from "./lists";

// These make no memory of their own: what they return lies in what they take.
const VIEWS = new Set([
  "view", "_unsafe_view", "permute", "transpose", "t", "T", "mT", "expand", "expand_as", "slice",
  "select", "unsqueeze", "squeeze", "split", "split_with_sizes", "chunk", "unbind", "narrow",
  "detach", "alias", "as_strided", "diagonal", "unflatten", "view_as", "swapaxes", "movedim",
]);
const NAME = /^\.?(?:torch\.)?(\w+)/;
const PART = /\[[^\]]*\]$/;

export interface Memory {
  /** Bytes alive after each node, in the order of nodes. */
  live: number[];
  /** The first position where most are alive; -1 where no size is known. */
  peak: number;
  /** What is alive at the peak, the largest first. */
  atPeak: { name: string; bytes: number }[];
  /** How many values have no size, and count as nothing. */
  unknown: number;
}

/** Estimates the bytes of a graph's values over time; views take none of their own. */
export function memoryOf(nodes: readonly GraphNode[]): Memory {
  const owner = ownersOf(nodes);
  const until = nodes.map((node, position) => Math.max(position, node.until ?? position));
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    const own = at(owner, node);
    until[own] = Math.max(at(until, own), at(until, node));
  }
  const change = new Array<number>(nodes.length + 1).fill(0);
  nodes.forEach((node, position) => {
    if (at(owner, position) !== position || node.bytes === undefined) return;
    change[position] = at(change, position) + node.bytes;
    const end = at(until, position) + 1;
    if (end < change.length) change[end] = at(change, end) - node.bytes;
  });
  let sum = 0;
  const live = nodes.map((_, position) => (sum += at(change, position)));
  const highest = live.reduce((one, other) => Math.max(one, other), 0);
  const peak = highest > 0 ? live.indexOf(highest) : -1;
  const atPeak = nodes.flatMap((node, position) => {
    const alive = position <= peak && at(until, position) >= peak;
    const counts = at(owner, position) === position && node.bytes !== undefined;
    return alive && counts ? [{ name: node.name, bytes: node.bytes ?? 0 }] : [];
  });
  atPeak.sort((one, other) => other.bytes - one.bytes);
  const unknown = nodes.filter((node) => node.type !== "" && node.bytes === undefined).length;
  return { live, peak, atPeak, unknown };
}

/** For each node, the one whose memory its value lies in. */
function ownersOf(nodes: readonly GraphNode[]): number[] {
  const owner: number[] = [];
  nodes.forEach((node, position) => {
    const base = node.takes[0];
    const within = base !== undefined && base < position && isView(node);
    const known = base !== undefined && nodes[base]?.bytes !== undefined;
    owner.push(within && known ? at(owner, base) : position);
  });
  return owner;
}

function isView(node: GraphNode): boolean {
  if (node.kind !== "operator") return false;
  if (PART.test(node.label)) return true;
  return VIEWS.has(NAME.exec(shortLabel(node.label))?.[1] ?? "");
}
