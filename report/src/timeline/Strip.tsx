// What is known of the selected bar, in a row below the picture.

import type { ComponentChildren } from "preact";
import type { Span } from "../contract";
import type { Bar, Layout } from "./layout";
import { cacheWords, duration } from "./words";

interface StripProps {
  layout: Layout;
  /** Position of the selected bar. */
  at: number;
  /** What the run recorded of the compilation that a span belongs to. */
  about?: ((span: Span) => ComponentChildren) | undefined;
  /** The rank whose page this is. */
  rank: number;
  onOpen(frame: string, at: number, rank: number): void;
}

/** Shows how long a part took, how much of that is its own, and why. */
export function Strip({ layout, at, about, rank, onOpen }: StripProps) {
  const bar = layout.bars[at];
  if (bar === undefined) return null;
  const { span } = bar;
  const { frame } = span;
  const all = layout.bars
    .filter((one) => one.span.depth === 0 && one.rank === bar.rank)
    .reduce((sum, one) => sum + one.span.seconds, 0);
  const share = (seconds: number) => {
    const percent = Math.round((100 * seconds) / all);
    return all > 0 ? ` (${percent || "under 1"} % of compiling)` : "";
  };
  return (
    <div class="tl-strip" role="region" aria-label="The selected part">
      <b>{span.name}</b> {span.compilation}
      <span>
        took {duration(span.seconds)}
        {share(span.seconds)}
      </span>
      {bar.own < span.seconds && (
        <span>
          own time {duration(bar.own)}
          {share(bar.own)}
        </span>
      )}
      <span>from {duration(span.start)}</span>
      {span.cache !== undefined && <span>{cacheWords(span.cache)}</span>}
      {span.cache === "hit" && <span>{stillTook(layout, bar)}</span>}
      {bar.rank === rank && about?.(span)}
      {frame !== null && (
        <button type="button" onClick={() => onOpen(frame, span.at, bar.rank)}>
          Open
        </button>
      )}
    </div>
  );
}

/** Where the time of a compilation went although a cache had what it was asked for. */
function stillTook({ bars }: Layout, hit: Bar): string {
  const whole = wholeOf(bars, hit);
  const parts = bars.filter((one) => one.span.depth > 0 && wholeOf(bars, one) === whole)
    .map((one) => `${one.span.name} ${duration(one.own)}`);
  return parts.length === 0 ? "" : `the rest of this compilation still ran: ${parts.join(", ")}`;
}

function wholeOf(bars: readonly Bar[], bar: Bar): Bar {
  const around = bars[bar.within];
  return around === undefined ? bar : wholeOf(bars, around);
}
