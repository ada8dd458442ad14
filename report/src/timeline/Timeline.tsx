// When was what compiled: bars over a scale of seconds, nested by depth, a lane a rank.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Span } from "../contract";
import { Bars } from "./Bars";
import { useDrag, useWheel, useWidth } from "./gestures";
import { dearest, laidOut, type Layout, type RankSpans } from "./layout";
import { Legend } from "./Legend";
import { SpanTable } from "./SpanTable";
import { Strip } from "./Strip";
import { TraceLink } from "./TraceLink";
import { panned, showing, wholeView, zoomed, type View } from "./view";
import { neighbour, type Direction } from "./walk";

/** What the timeline is given. */
export interface TimelineProps {
  /** Of the rank whose page this is. */
  spans: readonly Span[];
  /** All ranks, where there are several; it is then these that are drawn. */
  ranks?: readonly RankSpans[];
  /** Opens the compilation at a position in a frame, of a rank. */
  onOpen(frame: string, at: number, rank: number): void;
  /** What the run recorded of each compilation. */
  about?(span: Span): ComponentChildren;
  /** The rank whose page this is. */
  rank?: number;
  /** The bars alone, for a page that leads to the rest. */
  brief?: boolean;
}

const STEP = 1.5; // of a zoom by key or button
const PAN = 0.25; // of the width, by key
const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "before",
  ArrowRight: "after",
  ArrowUp: "within",
  ArrowDown: "inner",
};

/** Draws when what was compiled. */
export function Timeline(props: TimelineProps) {
  const { spans, ranks, onOpen, about, rank = 0, brief = false } = props;
  const lanes = useMemo(
    () => (ranks !== undefined && ranks.length > 0 ? ranks : [{ rank: 0, spans }]),
    [spans, ranks],
  );
  const layout = useMemo(() => laidOut(lanes), [lanes]);
  if (layout.bars.length === 0) {
    return <p class="tl-none">No times of compiling are known for this run.</p>;
  }
  return (
    <section class="tl" aria-label="Timeline of compiling">
      <Picture {...{ layout, onOpen, about, rank, brief }} />
      {brief ? null : (
        <>
          <Help />
          <SpanTable layout={layout} onOpen={onOpen} />
          <TraceLink spans={spans} {...(ranks === undefined ? {} : { ranks })} />
        </>
      )}
    </section>
  );
}

interface PictureProps {
  layout: Layout;
  onOpen(frame: string, at: number, rank: number): void;
  about: ((span: Span) => ComponentChildren) | undefined;
  rank: number;
  brief: boolean;
}

function Picture({ layout, onOpen, about, rank, brief }: PictureProps) {
  const { seconds } = layout;
  const [view, setView] = useState<View>(() => wholeView(seconds));
  const [chosen, setChosen] = useState(() => dearest(layout));
  const [width, box] = useWidth();
  useEffect(() => {
    setView(wholeView(seconds));
    setChosen(dearest(layout));
  }, [layout, seconds]);
  useWheel(box, setView, seconds);
  const isDragged = useDrag(box, setView, seconds);

  const zoom = (factor: number) =>
    setView((old) => zoomed(old, factor, centre(layout, chosen, old), seconds));
  const showAll = () => setView(wholeView(seconds));
  const choose = (at: number) => {
    const bar = layout.bars[at];
    if (bar === undefined) return;
    setChosen(at);
    setView((old) => showing(old, bar, seconds));
  };
  const keys: Readonly<Record<string, () => void>> = {
    "+": () => zoom(STEP),
    "=": () => zoom(STEP),
    "-": () => zoom(1 / STEP),
    "0": showAll,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    const act = keys[event.key] ?? (direction && (() => go(direction, event.shiftKey)));
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const go = (direction: Direction, isPan: boolean) => {
    const sign = direction === "before" ? -1 : direction === "after" ? 1 : 0;
    if (isPan) setView((old) => panned(old, sign * PAN, seconds));
    else choose(neighbour(layout, chosen, direction));
  };
  const open = (at: number, isMouse: boolean) => {
    const bar = layout.bars[at];
    setChosen(at);
    // One press selects a bar; the strip below describes it and opens it.
    if (isMouse && !brief) return;
    if (bar === undefined || bar.span.frame === null || isDragged()) return;
    onOpen(bar.span.frame, bar.span.at, bar.rank);
  };
  const near = (at: number) => {
    const bar = layout.bars[at];
    if (bar === undefined || isDragged()) return;
    setChosen(at);
    setView((old) => zoomed(old, 8, bar.start, seconds));
  };
  return (
    <div onKeyDown={onKeyDown}>
      <div class="tl-head">
        <Legend layout={layout} />
        <ZoomButtons zoom={zoom} showAll={showAll} />
      </div>
      <div class="tl-box" ref={box} tabIndex={-1}>
        <Bars {...{ layout, view, width, chosen, choose: setChosen, open, near }} isTold={!brief} />
      </div>
      {!brief && <Strip layout={layout} at={chosen} {...{ about, rank, onOpen }} />}
    </div>
  );
}

interface ZoomProps {
  zoom(factor: number): void;
  showAll(): void;
}

function ZoomButtons({ zoom, showAll }: ZoomProps) {
  return (
    <span class="tl-zoom" role="group" aria-label="Zoom">
      <button type="button" aria-label="Zoom out" onClick={() => zoom(1 / STEP)}>
        −
      </button>
      <button type="button" aria-label="Zoom in" onClick={() => zoom(STEP)}>
        +
      </button>
      <button type="button" onClick={showAll}>
        All
      </button>
    </span>
  );
}

function Help() {
  return (
    <p class="tl-help">
      Ctrl and wheel or <kbd>+</kbd> <kbd>−</kbd> zoom, <kbd>0</kbd> shows all; drag or{" "}
      <kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd> move; arrows go from bar to bar,{" "}
      <kbd>Enter</kbd> or a double click opens the compilation.
    </p>
  );
}

/** Returns what stays where it is: the bar that one is at, if it can be seen. */
function centre(layout: Layout, chosen: number, view: View): number {
  const bar = layout.bars[chosen];
  const middle = bar === undefined ? -1 : bar.start + bar.span.seconds / 2;
  const isSeen = middle > view.from && middle < view.to;
  return isSeen ? middle : (view.from + view.to) / 2;
}
