import { Fragment } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { sizeOf } from "../graph/marks";
import { treemap } from "../treemap";
import { labelsOf, namesOf, withoutCommon } from "../treemapNames";

export interface Sized { name: string; bytes: number; share: number }

const RATIO = 1.6;
const TALLER = 1.2;
const NARROW = 520; // pixels: beside a table there is room below
const LETTER = 7.3; // pixels, until one is measured
const PROBE = "0".repeat(40);
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
  const names = namesOf(known.map(({ name }) => shortened(name)));
  const [box, { across, letter }] = useMeasured();
  const ratio = across < NARROW ? TALLER : RATIO;
  const tiles = treemap(shown.map(({ bytes }) => bytes), ratio);
  const labels = labelsOf(shown.map(({ name, bytes }, at) => {
    const { width = 0, height = 0 } = tiles[at] ?? {};
    return { names: names(shortened(name)), size: sizeOf(bytes),
      room: { width: width * across, height: height * across / ratio, letter } };
  }));
  const percent = (part: number) => `${(100 * part).toFixed(3)}%`;
  return <div ref={box} class="treemap" role="group" aria-label={label} style={{ "aspect-ratio": ratio }}>
    <code class="probe" aria-hidden="true">{PROBE}</code>
    {shown.map(({ name, bytes, share }, at) => {
      const { x = 0, y = 0, width = 0, height = 0 } = tiles[at] ?? {};
      const words = `${name}: ${sizeOf(bytes)}, ${Math.round(100 * share)} %`;
      const { lines = [], hasSize = false } = labels[at] ?? {};
      return <button key={name} type="button" aria-pressed={name === picked} title={words}
        aria-label={words} disabled={name === REST && rest.length > 1}
        onClick={() => pick(name === picked ? null : name)}
        style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}>
        <code>{lines.map((line, number) =>
          <Fragment key={number}>{number === 0 ? null : <br />}{line}</Fragment>)}</code>
        {hasSize ? <span>{sizeOf(bytes)}</span> : null}</button>;
    })}</div>;
}

/** How wide the areas are together, and a letter in them, in pixels. */
function useMeasured() {
  const box = useRef<HTMLDivElement>(null);
  const [measured, measure] = useState({ across: NARROW, letter: LETTER });
  useLayoutEffect(() => {
    const read = () => {
      const probe = box.current?.querySelector<HTMLElement>(".probe");
      const across = box.current?.clientWidth ?? 0;
      if (across > 0) measure({ across, letter: (probe?.offsetWidth ?? 0) / PROBE.length || LETTER });
    };
    read();
    if (typeof ResizeObserver === "undefined" || box.current === null) return;
    const observer = new ResizeObserver(read);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, measured] as const;
}
