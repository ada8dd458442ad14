// The part of the time that is in view, and what of the layout can be seen in it.

import type { Bar, Layout } from "./layout";

/** What of the picture is at the left and at the right edge, in its seconds. */
export interface View {
  from: number;
  to: number;
}

/** A bar on the screen, in pixels from the left edge of the view. */
export interface Drawn {
  /** Position in the layout's `bars`. */
  at: number;
  row: number;
  left: number;
  width: number;
  /** How many more bars, too narrow to be told apart, it stands for. */
  more: number;
}

export interface Tick {
  /** In seconds of the picture. */
  at: number;
  label: string;
}

const SHORTEST = 1e-5; // seconds in view: torch measures in µs
const NARROWEST = 3; // pixels
const TICK_ROOM = 90; // pixels from one to the next, at least
const STEPS = [1, 2, 5, 10];
// The largest unit in which a step of the scale is a whole number.
const UNITS: readonly (readonly [number, string])[] = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
];

/** Returns the view of everything. */
export function wholeView(seconds: number): View {
  return { from: 0, to: Math.max(seconds, SHORTEST) };
}

/** Returns the view `factor` times as near, with what is at `at` where it was. */
export function zoomed(view: View, factor: number, at: number, seconds: number): View {
  const whole = wholeView(seconds);
  const length = clamp((view.to - view.from) / factor, SHORTEST, whole.to);
  const share = (at - view.from) / (view.to - view.from);
  return inside({ from: at - share * length, to: at + (1 - share) * length }, whole.to);
}

/** Returns the view moved by a share of its width, no further than the ends. */
export function panned(view: View, share: number, seconds: number): View {
  const by = (view.to - view.from) * share;
  return inside({ from: view.from + by, to: view.to + by }, wholeView(seconds).to);
}

/** Returns a view in which a bar can be seen: the same one if it is in it already. */
export function showing(view: View, bar: Bar, seconds: number): View {
  const { start } = bar;
  const length = view.to - view.from;
  const isSeen = start + bar.span.seconds > view.from && start < view.to;
  const isWide = bar.span.seconds >= length / 50;
  if (isSeen && isWide) return view;
  const near = Math.max(bar.span.seconds * 4, SHORTEST);
  const room = isWide ? length : Math.min(length, near);
  const middle = start + bar.span.seconds / 2;
  return inside({ from: middle - room / 2, to: middle + room / 2 }, wholeView(seconds).to);
}

/** Returns what is drawn at a width; narrow neighbours of a row are one. */
export function drawnIn(layout: Layout, view: View, width: number): Drawn[] {
  const perSecond = width / (view.to - view.from);
  const last: (Drawn | undefined)[] = []; // of each row
  const drawn: Drawn[] = [];
  layout.bars.forEach((bar, at) => {
    const { start, row } = bar;
    const end = start + bar.span.seconds;
    if (end < view.from || start > view.to) return;
    const left = Math.max((start - view.from) * perSecond, -1);
    const right = Math.min((end - view.from) * perSecond, width + 1);
    const before = last[row];
    const isNarrow = right - left < NARROWEST;
    if (isNarrow && before !== undefined && canJoin(before, left)) {
      before.width = Math.max(before.width, right - before.left);
      before.more += 1;
      return;
    }
    const one = { at, row, left, width: Math.max(right - left, NARROWEST - 1), more: 0 };
    last[row] = one;
    drawn.push(one);
  });
  return drawn;
}

/** Returns the marks of the scale; what is folded has none. */
export function ticks(layout: Layout, view: View, width: number): Tick[] {
  const least = ((view.to - view.from) * TICK_ROOM) / Math.max(width, TICK_ROOM);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((one) => one * power >= least * 0.999) ?? 10) * power;
  const [unit, name] = UNITS.find(([size]) => step >= size * 0.999) ?? [1e-6, "µs"];
  return layout.stretches
    .filter(({ isWait }) => !isWait)
    .flatMap((part) => {
      const shift = part.from - part.at; // from the picture's seconds to the run's
      const first = Math.max(part.from, view.from + shift);
      const last = Math.min(part.to, view.to + shift);
      return multiples(step, first, last).map((seconds) => ({
        at: seconds - shift,
        label: `${Math.round(seconds / unit)} ${name}`,
      }));
    });
}

function multiples(step: number, first: number, last: number): number[] {
  const found: number[] = [];
  for (let n = Math.ceil(first / step - 1e-9); n * step <= last; n++) {
    found.push(n * step);
  }
  return found;
}

function canJoin(before: Drawn, left: number): boolean {
  const isNarrow = before.more > 0 || before.width < NARROWEST;
  return isNarrow && left - (before.left + before.width) < NARROWEST;
}

function inside(view: View, seconds: number): View {
  const length = Math.min(view.to - view.from, seconds);
  const from = clamp(view.from, 0, seconds - length);
  return { from, to: from + length };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
