// Widths of panes that the reader moved, as weights by a pane's id, and as they stand in
// an address: `source-1.5 graph-4`.

export type Widths = Readonly<Record<string, number>>;
/** A pane with the weight that it has at first. */
export interface Weighed { id: string; weight: number }

/** A pane is not made narrower than this. */
export const LEAST = 0.25;
const MOST = 99;
const ONE = /^([a-z]+)-(\d{1,2}(?:\.\d{1,2})?)$/;

export const weightIn = (widths: Widths, part: Weighed): number =>
  widths[part.id] ?? part.weight;

/** The widths after what is between two neighbours was moved. */
export function moved(widths: Widths, left: Weighed, right: Weighed, by: number): Widths {
  const both = weightIn(widths, left) + weightIn(widths, right);
  const wanted = weightIn(widths, left) + by;
  const next = rounded(Math.max(LEAST, Math.min(both - LEAST, wanted)));
  const found: [Weighed, number][] = [[left, next], [right, rounded(both - next)]];
  return { ...withoutWidths(widths, left, right), ...Object.fromEntries(found
    .filter(([{ weight }, now]) => now !== weight).map(([{ id }, now]) => [id, now])) };
}

/** The widths without those of two neighbours, which are as at first again. */
export function withoutWidths(widths: Widths, left: Weighed, right: Weighed): Widths {
  const { [left.id]: _, [right.id]: __, ...others } = widths;
  return others;
}

/** How much of two neighbours the left one has, in percent. */
export function shareOf(widths: Widths, left: Weighed, right: Weighed) {
  const both = weightIn(widths, left) + weightIn(widths, right);
  const percent = (weight: number) => Math.round(100 * weight / both);
  return { now: percent(weightIn(widths, left)), min: percent(LEAST),
    max: percent(both - LEAST) };
}

/** Writes widths for an address; empty for none. */
export const widthsText = (widths: Widths): string =>
  Object.entries(widths).map(([id, weight]) => `${id}-${weight}`).join(" ");

/** Reads widths; what is none is left out. */
export function widthsOf(text: string): Widths {
  return Object.fromEntries(text.split(" ").flatMap((one) => {
    const [, id = "", number = ""] = ONE.exec(one) ?? [];
    const weight = Number(number);
    return weight >= LEAST && weight <= MOST ? [[id, weight] as const] : [];
  }));
}

const rounded = (weight: number): number => Math.round(weight * 100) / 100;
