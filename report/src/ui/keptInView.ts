// A line that a reader sees stays in view while its pane gets another size.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** Where a line is in the pane around it, in pixels from the top of that. */
export interface Standing { box: Element; from: number }

/** Whether all of a line of this height is in view, above the bar at the foot of the pane. */
export const isSeen = ({ box, from }: Standing, height: number): boolean =>
  from >= 0 && from + height <= box.clientHeight;

/**
 * Calls `show` if the pane around a text hides a line that it showed before it got another size.
 * A line that the reader scrolled away stays away.  `at` finds the line; null without one.
 */
export function useKeptInView(text: RefObject<HTMLElement | null>, at: () => Standing | null,
  height: number, show: () => void, changes: readonly unknown[]): void {
  useEffect(() => {
    const box = text.current?.closest(".scroll");
    if (!box || typeof ResizeObserver === "undefined" || at() === null) return;
    const look = () => { const found = at(); return found !== null && isSeen(found, height); };
    let was = look();
    const follow = () => { was = look(); };
    const observer = new ResizeObserver(() => {
      // A pane of a closed tab has no height.
      if (box.clientHeight < height) return;
      if (was && !look()) show();
      was = look();
    });
    observer.observe(box);
    box.addEventListener("scroll", follow, { passive: true });
    return () => { observer.disconnect(); box.removeEventListener("scroll", follow); };
  }, changes);
}
