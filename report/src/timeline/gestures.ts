// Wheel and pointer: how the view of the timeline is moved by hand.

import { useEffect, useRef, useState } from "preact/hooks";
import { panned, zoomed, type View } from "./view";

const WHEEL = 0.002; // of the exponent, for a pixel that the wheel turned

/** The element that the view is moved in. */
export type Box = { current: HTMLDivElement | null };
/** Changes the view. */
export type SetView = (change: (old: View) => View) => void;

/** Returns the width of a box, as it changes, and the box. */
export function useWidth(): [number, Box] {
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

/**
 * Zooms and moves by the wheel.  One without Ctrl scrolls the page, but for one who
 * works in the timeline.
 */
export function useWheel(box: Box, setView: SetView, seconds: number): void {
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
export function useDrag(box: Box, setView: SetView, seconds: number): () => boolean {
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
