// When was what compiled: bars over a scale of seconds, nested by depth, a lane a rank.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Span } from "../contract";
import { Bars } from "./Bars";
import { laidOut, type Layout, type RankSpans } from "./layout";
import { Legend } from "./Legend";
import { SpanTable } from "./SpanTable";
import { TraceLink } from "./TraceLink";
import { panned, showing, wholeView, zoomed, type View } from "./view";
import { neighbour, type Direction } from "./walk";

/** What the timeline is given. */
export interface TimelineProps {
  /** Of the rank whose page this is. */
  spans: readonly Span[];
  /** All ranks, where there are several; it is then these that are drawn. */
  ranks?: readonly RankSpans[];
  /** Opens the compilation at a position in a frame. */
  onOpen(frame: string, at: number): void;
}

const STEP = 1.5; // of a zoom by key or button
const WHEEL = 0.002; // of the exponent, for a pixel that the wheel turned
const PAN = 0.25; // of the width, by key
const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "before",
  ArrowRight: "after",
  ArrowUp: "within",
  ArrowDown: "inner",
};

/** Draws when what was compiled. */
export function Timeline({ spans, ranks, onOpen }: TimelineProps) {
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
      <Picture layout={layout} onOpen={onOpen} />
      <SpanTable layout={layout} onOpen={onOpen} />
      <TraceLink spans={spans} {...(ranks === undefined ? {} : { ranks })} />
    </section>
  );
}

interface PictureProps {
  layout: Layout;
  onOpen(frame: string, at: number): void;
}

function Picture({ layout, onOpen }: PictureProps) {
  const { seconds } = layout;
  const [view, setView] = useState<View>(() => wholeView(seconds));
  const [chosen, setChosen] = useState(0);
  const [width, box] = useWidth();
  useEffect(() => {
    setView(wholeView(seconds));
    setChosen(0);
  }, [layout, seconds]);
  useWheel(box, setView, seconds);
  const isDragged = useDrag(box, setView, seconds);

  const zoom = (factor: number) =>
    setView((old) => zoomed(old, factor, centre(layout, chosen, old), seconds));
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
    "0": () => setView(wholeView(seconds)),
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
  const open = (at: number) => {
    const span = layout.bars[at]?.span;
    setChosen(at);
    if (span?.frame != null && !isDragged()) onOpen(span.frame, span.at);
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
        <span class="tl-zoom" role="group" aria-label="Zoom">
          <button type="button" aria-label="Zoom out" onClick={() => zoom(1 / STEP)}>
            −
          </button>
          <button type="button" aria-label="Zoom in" onClick={() => zoom(STEP)}>
            +
          </button>
          <button type="button" onClick={() => setView(wholeView(seconds))}>
            All
          </button>
        </span>
      </div>
      <div class="tl-box" ref={box} tabIndex={-1}>
        <Bars {...{ layout, view, width, chosen, choose: setChosen, open, near }} />
      </div>
      <p class="tl-help">
        Ctrl and wheel or <kbd>+</kbd> <kbd>−</kbd> zoom, <kbd>0</kbd> shows all; drag or{" "}
        <kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd> move; arrows go from bar to bar,{" "}
        <kbd>Enter</kbd> opens the compilation.
      </p>
    </div>
  );
}

/** Returns what stays where it is: the bar that one is at, if it can be seen. */
function centre(layout: Layout, chosen: number, view: View): number {
  const bar = layout.bars[chosen];
  const middle = bar === undefined ? -1 : bar.start + bar.span.seconds / 2;
  const isSeen = middle > view.from && middle < view.to;
  return isSeen ? middle : (view.from + view.to) / 2;
}

type Box = { current: HTMLDivElement | null };
type SetView = (change: (old: View) => View) => void;

function useWidth(): [number, Box] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(900);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setWidth(Math.max(element.clientWidth, 100));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [width, box];
}

// A wheel without Ctrl scrolls the page, but for one who works in the timeline.
function useWheel(box: Box, setView: SetView, seconds: number): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent) => {
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const isOurs = event.ctrlKey || element.contains(document.activeElement);
      if (!isSideways && !isOurs) return;
      event.preventDefault();
      const { left, width } = element.getBoundingClientRect();
      const share = (event.clientX - left) / width;
      const moved = event.deltaX === 0 ? event.deltaY : event.deltaX;
      setView((old) =>
        isSideways
          ? panned(old, moved / width, seconds)
          : zoomed(
              old,
              Math.exp(-event.deltaY * WHEEL),
              old.from + share * (old.to - old.from),
              seconds,
            ),
      );
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [box, setView, seconds]);
}

/** Moves the view with the pointer; returns whether the press just ended was a drag. */
function useDrag(box: Box, setView: SetView, seconds: number): () => boolean {
  const moved = useRef(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let last: number | null = null;
    const onDown = (event: PointerEvent) => {
      moved.current = 0;
      last = event.button === 0 ? event.clientX : null;
    };
    const onMove = (event: PointerEvent) => {
      if (last === null) return;
      const by = event.clientX - last;
      last = event.clientX;
      moved.current += Math.abs(by);
      setView((old) => panned(old, -by / element.clientWidth, seconds));
    };
    const onUp = () => {
      last = null;
      // The click that ends a drag comes first; a later one, by key, is a click.
      setTimeout(() => (moved.current = 0));
    };
    element.addEventListener("pointerdown", onDown);
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onUp);
    return () => {
      element.removeEventListener("pointerdown", onDown);
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onUp);
    };
  }, [box, setView, seconds]);
  return () => moved.current > 4;
}
