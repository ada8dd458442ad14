// What the colours and marks of the timeline mean, as far as they occur.

import { KIND_TITLES } from "./kinds";
import { type Layout, ownSeconds } from "./layout";
import { cacheMark, cacheWords, duration, OUTCOMES } from "./words";

/** Names the kinds and the answers of caches that there are. */
export function Legend({ layout }: { layout: Layout }) {
  const kinds = new Set(layout.bars.map((bar) => bar.kind));
  // The compiler of kernels is named where all have one language.
  const compilers = new Set(layout.bars.filter((bar) => bar.kind === "compiler")
    .map((bar) => bar.span.name.replace(/^the /, "")));
  const titles = new Map(compilers.size === 1 ? [["compiler", [...compilers][0]]] : []);
  const own = ownSeconds(layout.bars);
  const caches = new Set(layout.bars.map((bar) => bar.span.cache));
  return (
    <ul class="tl-legend" aria-label="Legend">
      <li title="Without what is nested in it">Own time:</li>
      {KIND_TITLES.filter(([kind]) => kinds.has(kind)).map(([kind, title]) => (
        <li key={kind}>
          <i class={`tl-swatch tl-${kind}`} /> {titles.get(kind) ?? title}{" "}
          <b>{duration(own.get(kind) ?? 0)}</b>
        </li>
      ))}
      {OUTCOMES.filter((outcome) => caches.has(outcome)).map((outcome) => (
        <li key={outcome}>
          <span class={`tl-mark tl-${outcome}`}>{cacheMark(outcome)}</span>{" "}
          {cacheWords(outcome)}
        </li>
      ))}
      {layout.stretches.some(({ isWait }) => isWait) && (
        <li>
          <i class="tl-swatch tl-hatched" /> nothing compiled, not to scale
        </li>
      )}
    </ul>
  );
}
