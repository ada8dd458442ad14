// What the first screen says: its cards and its figures, to be found by their words.
import type { Expected, Finding } from "./data";
import { sizeOf } from "./graph/marks";
import { type Model, plain, wholeTitle } from "./model";
import { mostSaved } from "./saved";
import type { Searched } from "./search";
import { isAvoidable, positionOf } from "./settled";
import { address } from "./state";

/** What the cards of the first screen say, with what was tried. */
export const findingsOf = ({ data: { findings, expected } }: Model): Searched[] => [
  ...findings.map((one, at) => card(`finding-${at}`, one, one.title, one.cost, one.why)),
  ...expected.map((one) => card(`${isAvoidable(one) ? "settled" : "expected"}-${positionOf(expected, one)}`,
    one, one.what, one.cause, one.cheaper, one.elsewhere, one.of_cost)),
];

/** A card shows more than its title: each part is found, also of an option that is no edit. */
const card = (file: string, { subject, edit = "", note = "", diff = "", trials = [] }: Finding | Expected, title: string,
  ...more: (string | undefined)[]): Searched => ({ name: subject, kind: "finding", href: address({ panel: "overview", file }),
  texts: [`${subject}: ${plain(title)}`, edit, plain(note), ...trials.map((one) => plain(`Tried: ${one.replace(/ -> /g, " → ")}`)),
    ...more.map((one = "") => plain(one)), diff] });

/** What the table of functions says of one, as a sentence: its numbers are looked for, too. */
export function figuresOf({ data: { overview }, byId }: Model): Searched[] {
  return overview.flatMap(({ frame, seconds }) => {
    const of = byId.get(frame);
    if (of === undefined) return [];
    const saved = mostSaved(of);
    const one = (text: string, href: string): Searched => ({ name: wholeTitle(of), kind: "figure", texts: [text], href });
    return [one(`compiling: ${seconds.toFixed(2)} s`, address({ frame, panel: "code" })),
      ...saved === undefined ? []
        : [one(`saved for the backward: ${sizeOf(saved.bytes)}`, address({ frame, at: saved.at, panel: "memory" }))]];
  });
}
