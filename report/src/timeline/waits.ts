// Long times without compiling, folded: a program that runs for an hour compiles for a
// minute, and the minute is what is looked at.

import type { Span } from "../contract";

/** A stretch of the picture, in seconds of the run and from the picture's left edge. */
export interface Stretch {
  from: number;
  to: number;
  /** Where it begins in the picture. */
  at: number;
  /** How long it is there: less than it took, if it is a wait. */
  length: number;
  isWait: boolean;
}

const LONG = 0.5; // of all compiling: from when on a wait is folded
const LEFT = 0.04; // of all compiling: what is left of it
const LEAST = 0.05; // seconds that a wait takes at least

/** Returns the stretches of the picture, in their order; they leave nothing out. */
export function stretches(spans: readonly Span[]): Stretch[] {
  const busy = busyTimes(spans);
  const total = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const found: Stretch[] = [];
  let reached = 0;
  for (const { from, to } of busy) {
    const isFolded = from - reached > Math.max(total * LONG, LEAST);
    if (isFolded) append(found, reached, from, total * LEFT);
    append(found, isFolded ? from : reached, to);
    reached = to;
  }
  return found;
}

/** Returns where a time is in the picture. */
export function shownAt(parts: readonly Stretch[], seconds: number): number {
  const part = parts.find(({ to }) => seconds <= to) ?? parts.at(-1);
  if (part === undefined) return seconds;
  const share = part.length / (part.to - part.from || 1);
  return part.at + (seconds - part.from) * share;
}

function append(parts: Stretch[], from: number, to: number, left?: number): void {
  const last = parts.at(-1);
  const length = left ?? to - from;
  if (last !== undefined && left === undefined && !last.isWait) {
    last.to = to;
    last.length += length;
    return;
  }
  const at = last === undefined ? 0 : last.at + last.length;
  parts.push({ from, to, at, length, isWait: left !== undefined });
}

function busyTimes(spans: readonly Span[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const { start, seconds } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last !== undefined && start <= last.to) {
      last.to = Math.max(last.to, start + seconds);
    } else {
      found.push({ from: start, to: start + seconds });
    }
  }
  return found;
}
