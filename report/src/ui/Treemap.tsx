import { Fragment } from "preact";
import { tally } from "../graph/lists";
import { sizeOf } from "../graph/marks";
import { treemap } from "../treemap";
import { Broken } from "./Some";

export interface Sized { name: string; bytes: number; share: number }

const RATIO = 1.6;
const MOST = 40; // rectangles; the rest is one
const REST = "others";

/** What takes how many bytes, as areas; a click on one picks it, or none again. */
export function Treemap({ label, sizes, picked, pick }: {
  label: string;
  /** The largest first. */
  sizes: readonly Sized[];
  picked: string | null;
  pick: (name: string | null) => void;
}) {
  const known = sizes.filter(({ bytes }) => bytes > 0);
  const rest = known.slice(MOST - 1);
  const add = (of: "bytes" | "share") => rest.reduce((sum, one) => sum + one[of], 0);
  const shown = known.length <= MOST ? known : [...known.slice(0, MOST - 1),
    { name: REST, bytes: add("bytes"), share: add("share") }];
  const shortened = withoutCommon(shown.map(({ name }) => name));
  const tiles = treemap(shown.map(({ bytes }) => bytes), RATIO);
  const percent = (part: number) => `${(100 * part).toFixed(3)}%`;
  return <div class="treemap" role="group" aria-label={label}>
    {shown.map(({ name, bytes, share }, at) => {
      const { x = 0, y = 0, width = 0, height = 0 } = tiles[at] ?? {};
      const words = `${name}: ${sizeOf(bytes)}, ${Math.round(100 * share)} %`;
      return <button key={name} type="button" aria-pressed={name === picked} title={words}
        aria-label={words} disabled={name === REST && rest.length > 1}
        onClick={() => pick(name === picked ? null : name)}
        style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}>
        <code class="whole">{stepsOf(shortened(name)).map((step, number) =>
          <Fragment key={number}>{number === 0 ? null : <wbr />}<Broken name={step} /></Fragment>)}</code>
        <code class="end">{endOf(shortened(name))}</code>
        {" "}<span>{sizeOf(bytes)}</span></button>;
    })}</div>;
}

/** Between these a line may end: `layers`, `[0]`, `.mlp`. */
const stepsOf = (path: string): string[] => path.split(/(?=\[)|(?<=\.)/);

/**
 * The end of a path, for an area without room for all of it: `[3].mlp.gate` of
 * `layers[3].mlp.gate`, so that what is cut off is not what tells it apart.
 */
export function endOf(path: string): string {
  if (path.includes(" ")) return path;
  const index = path.search(/\[[^\]]*\]\./);
  return index >= 0 ? path.slice(index) : path.slice(path.lastIndexOf(".") + 1);
}

/** Leaves out the first part of most paths: it takes the room of what tells them apart. */
export function withoutCommon(paths: readonly string[]): (path: string) => string {
  const [[first, times] = ["", 0]] = tally(paths.flatMap((one) => FIRST.exec(one) ?? []));
  return 2 * times <= paths.length ? (path) => path
    : (path) => path.startsWith(first) ? path.slice(first.length) : path;
}
const FIRST = /^\w+\.(?!.* )/; // "f (own code)" is no path
