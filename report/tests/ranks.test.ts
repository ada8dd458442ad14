// What is said of ranks.
import { expect, test } from "vitest";
import { differenceWords, rankNames, verdict } from "../src/ranks/words";
import type { DifferenceKind, RankGroup } from "../src/ranks/types";

function group(...ranks: number[]): RankGroup {
  return { ranks: ranks.map((rank) => ({ rank, page: "" })), compilations: 2 };
}

function step(name: string, outcome = "compiled", breaks: string[] = []) {
  return { id: "1/0", function: name, outcome, breaks };
}

test("ranks are named in ranges", () => {
  expect(rankNames([3])).toBe("rank 3");
  expect(rankNames([0, 1, 2, 5, 7, 8])).toBe("ranks 0-2, 5, 7-8");
});

test("that all are equal is said only where all are known", () => {
  expect(verdict({ world: 2, groups: [group(0, 1)], missing: [] })).toBe(
    "All 2 ranks compiled the same.",
  );
  expect(verdict({ world: 3, groups: [group(0, 1)], missing: [2] })).toBe(
    "2 of 3 ranks are known, and compiled the same.",
  );
  expect(verdict({ world: 2, groups: [group(0), group(1)], missing: [] })).toContain(
    "did not compile the same",
  );
  expect(verdict({ world: 2, groups: [], missing: [0, 1] })).toContain("No rank");
});

test("each kind of difference is said of the right rank", () => {
  const say = (kind: DifferenceKind, first: any, other: any) =>
    differenceWords({ kind, position: 1, first, other, around: [] }, group(3), group(0, 1));
  expect(say("more", null, step("h"))).toBe("rank 3 also compiles 1/0 h");
  expect(say("fewer", step("g"), null)).toBe("rank 3 does not compile 1/0 g");
  expect(say("function", step("g"), step("h"))).toBe(
    "rank 3 compiles 1/0 h, rank 0 1/0 g",
  );
  expect(say("graph", step("g"), step("g"))).toBe("1/0 g captured another graph");
  expect(say("outcome", step("g"), step("g", "not compiled"))).toBe(
    "1/0 g is not compiled on rank 3, compiled on rank 0",
  );
  expect(say("breaks", step("g"), step("g", "compiled", ["print at a.py:10"]))).toBe(
    "the graph of 1/0 g breaks at: print at a.py:10 on rank 3, nowhere on rank 0",
  );
});
