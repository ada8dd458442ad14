// What happened more than once and is settled: what one edit avoids is one card.  Pure.
import type { Expected } from "./data";

/** Whether an edit is known that avoids it. */
export const isAvoidable = ({ edit, diff }: Expected): boolean => edit !== undefined || diff !== undefined;

const MOST_NAMED = 2; // functions in a title

/** Of a card: what its title leaves to a sentence below. */
export type Settled = Expected & { also?: string };

/** What one edit at one line avoids, as one: its subjects, and each sentence once. */
export function together(all: readonly Expected[]): Settled[] {
  const found = new Map<string, Expected[]>();
  for (const one of all) {
    const key = JSON.stringify(isOfLine(one) ? [one.edit, one.note, one.trials] : [found.size]);
    found.set(key, [...found.get(key) ?? [], one]);
  }
  return [...found.values()].flatMap(asOne);
}

function asOne(all: readonly Expected[]): Settled[] {
  const [first] = all;
  if (first === undefined) return [];
  const subjects = [...new Set(all.map(({ subject }) => subject))];
  const cause = all.find((one) => one.cause !== undefined)?.cause;
  return [{ ...first, ...(all.length === 1 ? {} : { seconds: all.reduce((sum, { seconds = 0 }) => sum + seconds, 0),
    ...originOf(all), ...elsewhereOf(all), ...cheaperOf(all) }), subject: namesOf(subjects), ...wordsOf(all, subjects.length, cause) }];
}

/** A long list of functions is no title: the sentences name each with its value. */
function namesOf(subjects: readonly string[]): string {
  const [first = "", ...more] = subjects;
  return subjects.length <= MOST_NAMED ? subjects.join(", ") : `${first} and ${more.length} more`;
}

/** The title is the plain reason, if it is known, or the first sentence; the others are below it. */
function wordsOf(all: readonly Expected[], subjects: number, cause: string | undefined): Pick<Settled, "what" | "also"> {
  const [first = "", ...others] = all.length === 1 ? [all[0]?.what ?? ""] : sentences(all, subjects > 1);
  const every = [first, ...others].join(". ");
  if (cause !== undefined) return { what: cause, also: every };
  if (subjects <= MOST_NAMED) return { what: every };
  const [title = "", same = ""] = first.split(SAME);
  const also = [...same === "" ? [] : [`The same for ${same}`], ...others].join(". ");
  return { what: title, ...(also === "" ? {} : { also }) };
}

const SAME = "; the same for ";

/** Each sentence once, with the other values that it is true of, as in `index.md`. */
function sentences(all: readonly Expected[], areSeveral: boolean): string[] {
  const values = new Map<string, string[]>();
  for (const { subject, what } of all) {
    const [, value = "", rest = what] = /^(`[^`]*`)(.*)$/s.exec(what) ?? [];
    const told = value === "" || !areSeveral ? value : `${value} in \`${subject}\``;
    values.set(rest, [...values.get(rest) ?? [], told]);
  }
  return [...values].map(([rest, [first = "", ...others]]) => first === "" || others.length === 0
    ? `${first}${rest}` : `${first}${rest}${SAME}${others.join(", ")}`);
}

/** The first origin that is known: without lines there is none to name. */
function originOf(all: readonly Expected[]): Pick<Expected, "origin" | "origin_how"> {
  const first = all.find(({ origin = [] }) => origin.length > 0);
  return first?.origin === undefined ? {}
    : { origin: first.origin, ...(first.origin_how === undefined ? {} : { origin_how: first.origin_how }) };
}

/** What the edit avoids elsewhere, and what that means for the cost: one of them has it. */
function elsewhereOf(all: readonly Expected[]): Pick<Expected, "elsewhere" | "of_cost"> {
  const { elsewhere, of_cost: ofCost } = all.find((one) => one.elsewhere !== undefined) ?? {};
  return { ...(elsewhere === undefined ? {} : { elsewhere }), ...(ofCost === undefined ? {} : { of_cost: ofCost }) };
}

/** The options that may shorten the recompiles, each once. */
function cheaperOf(all: readonly Expected[]): Pick<Expected, "cheaper"> {
  const cheaper = [...new Set(all.flatMap((one) => one.cheaper ?? []))].join(" ");
  return cheaper === "" ? {} : { cheaper };
}

/** The position of the first that the edit avoids, by which the address names the card. */
export const positionOf = (all: readonly Expected[], one: Expected): number =>
  all.findIndex((other) => other === one || (isAvoidable(one) && isOfLine(one)
    && other.edit === one.edit && other.note === one.note && other.diff === undefined));

/** Whether the edit is of one line, and not one that other places need, too. */
const isOfLine = ({ note = "", diff }: Expected): boolean => note.startsWith("at ") && diff === undefined;
