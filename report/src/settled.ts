// What happened more than once and is settled: what one edit avoids is one card.  Pure.
import type { Expected } from "./data";

/** Whether an edit is known that avoids it. */
export const isAvoidable = ({ edit, diff }: Expected): boolean => edit !== undefined || diff !== undefined;

/** What one edit at one line avoids, as one: its subjects and sentences one after the other. */
export function together(all: readonly Expected[]): Expected[] {
  const found = new Map<string, Expected>();
  for (const one of all) {
    const key = JSON.stringify(isOfLine(one) ? [one.edit, one.note, one.trials] : [found.size]);
    const known = found.get(key);
    found.set(key, known === undefined ? one : { ...known,
      subject: known.subject.split(", ").includes(one.subject) ? known.subject : `${known.subject}, ${one.subject}`,
      what: `${known.what}. ${one.what}`, seconds: (known.seconds ?? 0) + (one.seconds ?? 0),
      ...originOf([known, one]) });
  }
  return [...found.values()];
}

/** The first origin that is known: without lines there is none to name. */
function originOf(all: readonly Expected[]): Pick<Expected, "origin" | "origin_how"> {
  const first = all.find(({ origin = [] }) => origin.length > 0);
  return first?.origin === undefined ? {}
    : { origin: first.origin, ...(first.origin_how === undefined ? {} : { origin_how: first.origin_how }) };
}

/** The position of the first that the edit avoids, by which the address names the card. */
export const positionOf = (all: readonly Expected[], one: Expected): number =>
  all.findIndex((other) => other === one || (isAvoidable(one) && isOfLine(one)
    && other.edit === one.edit && other.note === one.note && other.diff === undefined));

/** Whether the edit is of one line, and not one that other places need, too. */
const isOfLine = ({ note = "", diff }: Expected): boolean => note.startsWith("at ") && diff === undefined;
