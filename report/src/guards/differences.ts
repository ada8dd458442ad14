// What two entries demand, side by side: only what is not the same.

import { conditionOf } from "./conditions";
import { membersOf } from "./members";
import type { GuardGroup } from "../data";

/** A condition of one entry and its counterpart; null where the other has none. */
export interface Difference {
  title: string;
  a: string | null;
  b: string | null;
}

/** What differs, and how much does not. */
export interface Compared {
  different: Difference[];
  same: number;
}

/** The part of a text that its counterpart has not, between what both have. */
export interface Marked {
  before: string;
  differs: string;
  after: string;
}

const NO_FILES = new Map<string, string>();
// Words of conditions that are no subject: what is asked about stands beside them.
const NO_SUBJECT = new Set(
  "all any not len type set in is and or for it if True False None torch".split(" "),
);
const PATH = /[A-Za-z_]\w*(?:\.\w+|\[[^\]]*\])*/g;
const HEAD = /^(?:all\()?(\w+)\(/;
const ITEMS = / for \w+ in \(?(.*)$/s;

/** Returns what one entry demands that the other does not, by group. */
export function differences(
  a: readonly GuardGroup[],
  b: readonly GuardGroup[],
): Compared {
  const titles = [...new Set([...a, ...b].map((group) => group.title))];
  const found: Compared = { different: [], same: 0 };
  for (const title of titles) {
    const left = conditions(a, title);
    const right = conditions(b, title);
    const inBoth = left.filter((text) => right.includes(text));
    found.same += inBoth.length;
    const whole = paired(left.filter(isNotIn(inBoth)), right.filter(isNotIn(inBoth)));
    const { same, pairs } = takenApart(whole);
    found.same += same;
    found.different.push(...pairs.map(([one, two]) => ({ title, a: one, b: two })));
  }
  return found;
}

/** Returns both texts with what differs marked, in whole words. */
export function marked(a: string, b: string): [Marked, Marked] {
  const [one, two] = [words(a), words(b)];
  const shorter = Math.min(one.length, two.length);
  let first = 0;
  while (first < shorter && one[first] === two[first]) first++;
  let last = 0;
  while (last < shorter - first && one.at(-1 - last) === two.at(-1 - last)) last++;
  return [split(one, first, last), split(two, first, last)];
}

function conditions(groups: readonly GuardGroup[], title: string): string[] {
  const texts = groups
    .filter((group) => group.title === title)
    .flatMap(({ own, common }) => [...own, ...common])
    .map((text) => conditionOf(text, NO_FILES).text);
  return [...new Set(texts)];
}

type Pair = [string | null, string | null];

/**
 * Looks for counterparts of what has none: an entry may ask several things at once that
 * another asks one by one.  A condition of which no part has a counterpart stays whole.
 */
function takenApart(whole: readonly Pair[]): { same: number; pairs: Pair[] } {
  const alone = (side: 0 | 1) => whole.flatMap((pair) =>
    pair[1 - side] === null ? membersOf(pair[side] ?? "") : []);
  const [left, right] = [alone(0), alone(1)];
  const inBoth = left.filter((text) => right.includes(text));
  const parts = paired(left.filter(isNotIn(inBoth)), right.filter(isNotIn(inBoth)));
  const met = new Set([...inBoth, ...parts.filter(([one, two]) => one !== null && two !== null)
    .flatMap((pair) => pair.map((one) => one ?? ""))]);
  const pairs = whole.flatMap((pair): Pair[] => {
    const [one, two] = pair;
    if (one !== null && two !== null) return [pair];
    const members = membersOf(one ?? two ?? "");
    if (!members.some((part) => met.has(part))) return [pair];
    // What both sides have stands once, with those of the left.
    return parts.filter(([a, b]) => one !== null ? a !== null && members.includes(a)
      : a === null && b !== null && members.includes(b));
  });
  return { same: inBoth.length, pairs };
}

/** Pairs conditions that ask the same of the same thing; the rest stand alone. */
function paired(a: readonly string[], b: readonly string[]): Pair[] {
  const left = [...b];
  const pairs: Pair[] = a.map((text) => {
    const at = left.findIndex((other) => asked(other) === asked(text));
    return [text, at < 0 ? null : (left.splice(at, 1)[0] ?? null)];
  });
  return [...pairs, ...left.map((text): [null, string] => [null, text])];
}

/** Returns what a condition asks, about what: `is_tensor x`. */
function asked(text: string): string {
  const head = HEAD.exec(text)?.[1] ?? "";
  const where = ITEMS.exec(text)?.[1];
  if (where !== undefined) return `${head} ${where}`;
  const paths = text.match(PATH) ?? [];
  const subject = paths.find((path) => path !== head && !NO_SUBJECT.has(path));
  return `${head} ${subject ?? text}`;
}

function isNotIn(texts: readonly string[]): (text: string) => boolean {
  return (text) => !texts.includes(text);
}

function words(text: string): string[] {
  return text.match(/\w+|\s+|[^\w\s]/g) ?? [];
}

function split(parts: readonly string[], first: number, last: number): Marked {
  const end = parts.length - last;
  return {
    before: parts.slice(0, first).join(""),
    differs: parts.slice(first, end).join(""),
    after: parts.slice(end).join(""),
  };
}
