// The timeline in the trace event format, which Perfetto and chrome://tracing read.

import type { Span } from "../contract";
import { endOf, laidOut, type RankSpans } from "./layout";

interface TraceEvent {
  name: string;
  ph: "X" | "M";
  pid: number;
  tid: number;
  cat?: string;
  ts?: number;
  dur?: number;
  args: Record<string, string | number>;
}

/** Returns a trace file's text: a process for each rank, times in microseconds. */
export function perfettoTrace(
  spans: readonly Span[],
  ranks?: readonly RankSpans[],
): string {
  const lanes = ranks !== undefined && ranks.length > 0 ? ranks : [{ rank: 0, spans }];
  const traceEvents = lanes.flatMap((lane) => [named(lane.rank), ...events(lane)]);
  return JSON.stringify({ traceEvents, displayTimeUnit: "ms" });
}

function named(rank: number): TraceEvent {
  const args = { name: `torch.compile, rank ${rank}` };
  return { name: "process_name", ph: "M", pid: rank, tid: 0, args };
}

function events(lane: RankSpans): TraceEvent[] {
  const { bars } = laidOut([lane]);
  const threads = threadsOf(bars.map((bar) => bar.span));
  return bars.map(({ span, kind }, position) => ({
    name: span.name,
    cat: kind,
    ph: "X",
    ts: microseconds(span.start),
    dur: microseconds(endOf(span)) - microseconds(span.start),
    pid: lane.rank,
    tid: threads[position] ?? 0,
    args: {
      compilation: span.compilation,
      ...(span.frame === null ? {} : { frame: span.frame }),
      ...(span.cache === undefined ? {} : { cache: span.cache }),
    },
  }));
}

/**
 * Returns a thread for each span, given by start: the format wants the events of a
 * thread nested, so what overlaps another without being in it gets its own.
 */
export function threadsOf(spans: readonly Span[]): number[] {
  const open: number[][] = []; // of each thread: when what is open in it ends
  return spans.map((span) => {
    const end = microseconds(endOf(span));
    for (const ends of open) {
      while ((ends.at(-1) ?? Infinity) <= microseconds(span.start)) ends.pop();
    }
    const found = open.findIndex((ends) => end <= (ends.at(-1) ?? Infinity));
    const thread = found < 0 ? open.length : found;
    (open[thread] ??= []).push(end);
    return thread;
  });
}

/** Whole microseconds: torch measures no finer, and rounding keeps what is nested so. */
function microseconds(seconds: number): number {
  return Math.round(seconds * 1e6);
}
