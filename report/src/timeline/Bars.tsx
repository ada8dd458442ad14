// The picture itself: the scale, the lanes and the bars that can be seen.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Layout } from "./layout";
import { drawnIn, ticks, type Drawn, type View } from "./view";
import { cacheMark, duration, shortDuration, told, tookWords } from "./words";

interface BarsProps {
  layout: Layout;
  view: View;
  width: number;
  /** Position of the bar that the keyboard is at. */
  chosen: number;
  choose(at: number): void;
  /** Whether the details of the chosen bar are shown below the picture. */
  isTold: boolean;
  /** A mouse opens with its second press, a key with its first. */
  open(at: number, isMouse: boolean): void;
  /** Looks nearer at a bar that stands for several. */
  near(at: number): void;
}

const ROW = 22; // pixels
const SCALE = 24;
const LANE_HEAD = 20; // where there are several lanes
const LABEL = 50; // pixels that the text of a tick takes
const ROOMY = 110; // pixels of a bar that has room for the beginning of a name and its time
const NARROW = 28; // pixels of a bar without room for text
const MARKED = 16; // pixels of a bar that has room for what a cache answered
const LETTER = 6.4; // pixels
const EDGES = 10; // pixels of a bar that hold no text

/** What a bar has room for: name and time, the time, or neither. */
export function wordsIn(width: number, name: string, took: string, short: string):
  { name: string; took: string } {
  const has = (text: string) => width >= EDGES + LETTER * text.length;
  if (has(`${name} ${took}`)) return { name, took };
  if (has(`${name} ${short}`) || width >= ROOMY) return { name, took: short };
  return { name: "", took: has(short) ? short : "" };
}

/** Draws the bars in view; one of them can be reached with Tab, the others by arrows. */
export function Bars(props: BarsProps) {
  const { layout, view, width, chosen, isTold } = props;
  const [pointed, setPointed] = useState<number | null>(null);
  const [hasFocus, setFocus] = useState(false);
  const picture = useRef<HTMLDivElement>(null);
  const isSeveral = layout.lanes.length > 1;
  const top = (row: number) => SCALE + row * ROW + headsAbove(layout, row);
  const drawn = drawnIn(layout, view, width);
  const standing = shownFor(layout, drawn, chosen);
  useEffect(() => {
    if (!hasFocus) return;
    picture.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [standing, hasFocus]);
  const tipped = drawn.find(({ at }) => at === (pointed ?? (hasFocus ? standing : -1))
    && !(isTold && at === chosen));
  return (
    <div
      class="tl-picture"
      ref={picture}
      style={{ height: `${top(layout.rows) + 2}px` }}
      onFocusIn={() => setFocus(true)}
      onFocusOut={(event) => setFocus(isInside(event))}
    >
      <Scale layout={layout} view={view} width={width} />
      {isSeveral &&
        layout.lanes.map(({ rank, first }) => (
          <div class="tl-lane" key={rank} style={{ top: `${top(first) - LANE_HEAD}px` }}>
            rank {rank}
          </div>
        ))}
      {drawn.map((one) => (
        <BarButton
          key={one.at}
          {...props}
          one={one}
          top={top(one.row)}
          isChosen={one.at === standing}
          isSeveral={isSeveral}
          point={setPointed}
        />
      ))}
      {tipped && (
        <Tip layout={layout} one={tipped} top={top(tipped.row) + ROW} width={width} />
      )}
    </div>
  );
}

interface BarButtonProps extends BarsProps {
  one: Drawn;
  top: number;
  isChosen: boolean;
  isSeveral: boolean;
  point(at: number | null): void;
}

function BarButton(props: BarButtonProps) {
  const { layout, one, isSeveral } = props;
  const bar = layout.bars[one.at];
  if (bar === undefined) return null;
  const { span } = bar;
  const text = told(span, isSeveral ? bar.rank : undefined, bar.own);
  const mark = span.cache === undefined ? "" : cacheMark(span.cache);
  const whole = span.depth === 0 ? ` ${span.compilation}` : "";
  const { name, took } = wordsIn(one.width, `${mark}${span.name}${whole}`, tookWords(span, bar.own),
    shortDuration(span.seconds));
  const isMarked = mark !== "" && one.width >= MARKED && (name !== "" || took === ""
    || one.width >= EDGES + LETTER * (took.length + 2));
  const more = one.more > 0 ? ` and ${one.more} more` : "";
  const act = (event: MouseEvent) =>
    one.more > 0 ? props.near(one.at) : props.open(one.at, event.detail === 1);
  return (
    <button
      type="button"
      class={`tl-bar tl-${bar.kind}${span.depth === 0 ? " tl-whole" : ""}${
        one.at === props.chosen ? " tl-chosen" : ""}${one.width < NARROW ? " tl-narrow" : ""}`}
      title={name === "" ? text + more : undefined}
      style={{
        left: `${one.left}px`,
        top: `${props.top}px`,
        width: `${one.width}px`,
        height: `${ROW - 2}px`,
      }}
      tabIndex={props.isChosen ? 0 : -1}
      aria-label={text + more}
      onClick={act}
      onFocus={() => props.choose(one.at)}
      onPointerEnter={() => props.point(one.at)}
      onPointerLeave={() => props.point(null)}
    >
      {isMarked && <span class={`tl-mark tl-${span.cache}`}>{mark}</span>}
      {name !== "" && <span class="tl-name">{span.name}</span>}{" "}
      {name !== "" && span.depth === 0 && <span class="tl-id">{span.compilation}</span>}
      {took !== "" && <span class="tl-took" data-took={took} />}
    </button>
  );
}

interface ScaleProps {
  layout: Layout;
  view: View;
  width: number;
}

function Scale({ layout, view, width }: ScaleProps) {
  const perSecond = width / (view.to - view.from);
  const place = (at: number) => (at - view.from) * perSecond;
  return (
    <div class="tl-scale" aria-hidden="true">
      {layout.stretches
        .filter(({ isWait, at, length }) => isWait && at < view.to && at + length > view.from)
        .map(({ at, length, from, to }) => (
          <div
            key={at}
            class="tl-wait"
            style={{ left: `${place(at)}px`, width: `${length * perSecond}px` }}
          >
            <span>{duration(to - from)}</span>
          </div>
        ))}
      {ticks(layout, view, width).map(({ at, label }) => (
        <div key={at} class="tl-tick" style={{ left: `${place(at)}px` }}>
          {place(at) < width - LABEL && <span>{label}</span>}
        </div>
      ))}
    </div>
  );
}

interface TipProps {
  layout: Layout;
  one: Drawn;
  top: number;
  width: number;
}

// The same as the bar's label, for those who see: it is no news to a screen reader.
function Tip({ layout, one, top, width }: TipProps) {
  const bar = layout.bars[one.at];
  if (bar === undefined) return null;
  const [name, ...rest] = told(
    bar.span,
    layout.lanes.length > 1 ? bar.rank : undefined,
    bar.own,
  ).split(" · ");
  const isRight = one.left > width / 2;
  const side = isRight
    ? { right: `${Math.max(width - one.left - one.width, 0)}px` }
    : { left: `${Math.max(one.left, 0)}px` };
  return (
    <div class="tl-tip" aria-hidden="true" style={{ top: `${top}px`, ...side }}>
      <strong>{name}</strong>
      {one.more > 0 && ` and ${one.more} more`}
      <div>{rest.join(" · ")}</div>
    </div>
  );
}

function headsAbove(layout: Layout, row: number): number {
  if (layout.lanes.length < 2) return 0;
  return layout.lanes.filter(({ first }) => first <= row).length * LANE_HEAD;
}

/** Returns the bar that stands for the chosen one: it may be drawn as part of another. */
function shownFor(layout: Layout, drawn: readonly Drawn[], chosen: number): number {
  const row = layout.bars[chosen]?.row;
  const before = drawn.filter((one) => one.row === row && one.at <= chosen).at(-1);
  return (before ?? drawn[0])?.at ?? -1;
}

function isInside(event: FocusEvent): boolean {
  const { currentTarget, relatedTarget } = event;
  return (
    currentTarget instanceof Node &&
    relatedTarget instanceof Node &&
    currentTarget.contains(relatedTarget)
  );
}
