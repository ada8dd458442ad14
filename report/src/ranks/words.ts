// What is said of the ranks: the verdict, and how a group leaves the first one.

import type { DifferenceKind, RankDifference, RankGroup, RanksData, RankStep } from "./types";

/** Returns whether all ranks compiled the same, in a sentence. */
export function verdict({ world, groups, missing }: RanksData): string {
  const known = groups.reduce((sum, group) => sum + group.ranks.length, 0);
  if (groups.length === 0) return "No rank has written anything yet.";
  if (groups.length > 1) {
    return `The ranks did not compile the same: there are ${groups.length} groups.`;
  }
  return missing.length === 0
    ? `All ${world} ranks compiled the same.`
    : `${known} of ${world} ranks are known, and compiled the same.`;
}

/** Returns `rank 3` or `ranks 0-3, 7`. */
export function rankNames(ranks: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const rank of ranks) {
    const last = ranges.at(-1);
    if (last !== undefined && rank === last[1] + 1) last[1] = rank;
    else ranges.push([rank, rank]);
  }
  const texts = ranges.map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`));
  return `${ranks.length === 1 ? "rank" : "ranks"} ${texts.join(", ")}`;
}

type Tell = (mine: string, theirs: string, one: RankStep, two: RankStep) => string;

const NONE: RankStep = { id: "", function: "", outcome: "", breaks: [] };
const TELLS: Readonly<Record<DifferenceKind, Tell>> = {
  more: (mine, _theirs, _one, two) => `${mine} also compiles ${named(two)}`,
  fewer: (mine, _theirs, one) => `${mine} does not compile ${named(one)}`,
  function: (mine, theirs, one, two) =>
    `${mine} compiles ${named(two)}, ${theirs} ${named(one)}`,
  graph: (_mine, _theirs, _one, two) => `${named(two)} captured another graph`,
  outcome: (mine, theirs, one, two) =>
    `${named(two)} is ${two.outcome} on ${mine}, ${one.outcome} on ${theirs}`,
  breaks: (mine, theirs, one, two) =>
    `the graph of ${named(two)} breaks ${breaks(two)} on ${mine}, ` +
    `${breaks(one)} on ${theirs}`,
};

/** Returns how a group leaves the first one, in a sentence. */
export function differenceWords(
  difference: RankDifference,
  group: RankGroup,
  first: RankGroup,
): string {
  const { kind, first: one, other: two } = difference;
  if (kind === "") return "";
  const [mine, theirs] = [group, first].map(({ ranks }) => `rank ${ranks[0]?.rank}`);
  return TELLS[kind](mine ?? "", theirs ?? "", one ?? NONE, two ?? NONE);
}

function named(step: RankStep): string {
  return `${step.id} ${step.function}`;
}

function breaks(step: RankStep): string {
  return step.breaks.length === 0 ? "nowhere" : `at: ${step.breaks.join("; ")}`;
}
