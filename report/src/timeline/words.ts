// How the timeline tells in words what it shows.

import type { Span } from "../contract";

interface CacheWords {
  mark: string;
  words: string;
}

// Marks differ in shape: colour alone does not tell them apart.
const CACHES: Readonly<Record<string, CacheWords>> = {
  hit: { mark: "●", words: "cache hit" },
  miss: { mark: "○", words: "cache missed" },
  bypass: { mark: "⊘", words: "cache bypassed" },
};

/** The outcomes of a look-up in a cache, in the order of the legend. */
export const OUTCOMES: readonly string[] = Object.keys(CACHES);

/** Returns the mark of what a cache answered, empty if none was asked. */
export function cacheMark(cache: string | undefined): string {
  return cache === undefined ? "" : (CACHES[cache]?.mark ?? "?");
}

/** Returns what a cache answered in words. */
export function cacheWords(cache: string | undefined): string {
  return cache === undefined ? "" : (CACHES[cache]?.words ?? `cache: ${cache}`);
}

/** Returns a time as people read it: `1.25 s`, `34 ms`, `120 µs`. */
export function duration(seconds: number): string {
  if (seconds === 0) return "0 s";
  if (seconds >= 99.95) return `${Math.round(seconds)} s`;
  if (seconds >= 0.9995) return `${rounded(seconds)} s`;
  if (seconds >= 0.0009995) return `${rounded(seconds * 1e3)} ms`;
  return `${Math.round(seconds * 1e6)} µs`;
}

/** The same in as few letters as there may be room for: `0.6 s`. */
export const shortDuration = (seconds: number): string =>
  seconds >= 0.0995 && seconds < 9.95 ? `${seconds.toFixed(1)} s` : duration(seconds);

/** Returns how long a span took, in all where there are others nested in it. */
export function tookWords({ seconds }: Span, own: number): string {
  return seconds - own > SAME * seconds ? `${duration(seconds)} in all` : duration(seconds);
}

const SAME = 0.005; // of a time: less is no difference to a reader

/** Returns one line about a span; `rank` where there are several. */
export function told(span: Span, rank?: number, own = span.seconds): string {
  // As on the bar: what is a compilation of its own bears its number.
  const isWhole = span.depth === 0 && span.compilation !== "";
  const parts = [
    isWhole ? `${span.name} ${span.compilation}` : span.name,
    tookWords(span, own),
    tookWords(span, own) === duration(span.seconds) ? "" : `${duration(own)} own`,
    `from ${duration(span.start)}`,
    isWhole || span.compilation === "" ? "" : `compilation ${span.compilation}`,
    cacheWords(span.cache),
    rank === undefined ? "" : `rank ${rank}`,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
