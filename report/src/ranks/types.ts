// The data of `render/page_ranks.py`.
import type { RankSpans } from "../timeline/layout";

/** One compilation of a rank. */
export interface RankStep {
  /** torch's id: `0/1`. */
  id: string;
  function: string;
  outcome: string;
  breaks: readonly string[];
}

/** What differs between two steps. */
export type DifferenceKind =
  "more" | "fewer" | "function" | "graph" | "outcome" | "breaks";

/** Both steps at a position; null where a rank had ended. */
export interface StepPair {
  position: number;
  first: RankStep | null;
  other: RankStep | null;
}

/** The first step in which a group leaves the first group. */
export interface RankDifference extends StepPair {
  kind: DifferenceKind | "";
  around: readonly StepPair[];
  files?: readonly string[];
  lines?: readonly string[];
}

/** Ranks that compiled the same. */
export interface RankGroup {
  ranks: readonly { rank: number; page: string }[];
  compilations: number;
  difference?: RankDifference;
}

/** When a rank compiled; all ranks are on one clock. */
export interface RankPage extends RankSpans {
  page: string;
}

export interface RanksData {
  world: number;
  /** That of the lowest rank first. */
  groups: readonly RankGroup[];
  missing: readonly number[];
  /** Of the ranks that tell when they compiled. */
  times?: readonly RankPage[];
}
