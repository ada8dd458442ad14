// On paper there is no moving about: a graph is drawn whole there.

import { useLayoutEffect, useState } from "preact/hooks";
import type { Camera, Size } from "./camera";

/** What is in view, and the `viewBox` that the picture is scaled by; none on a screen. */
export interface Sight {
  camera: Camera;
  view: Size;
  viewBox?: string;
}

/** Returns what is in view: on paper everything. */
export function sightOf(isPaper: boolean, camera: Camera, view: Size, drawn: Size): Sight {
  if (!isPaper) return { camera, view };
  const { width, height } = drawn;
  return { camera: { x: 0, y: 0, zoom: 1 }, view: { width, height },
    viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}` };
}

/** Whether the page is being printed. */
export function usePaper(): boolean {
  const [isPaper, setPaper] = useState(false);
  // Before anything is painted: what is drawn may be printed at once.
  useLayoutEffect(() => {
    const paper = globalThis.matchMedia?.("print");
    if (paper === undefined) return undefined;
    const follow = () => setPaper(paper.matches);
    const begin = () => setPaper(true);
    follow();
    paper.addEventListener("change", follow);
    globalThis.addEventListener("beforeprint", begin);
    globalThis.addEventListener("afterprint", follow);
    return () => {
      paper.removeEventListener("change", follow);
      globalThis.removeEventListener("beforeprint", begin);
      globalThis.removeEventListener("afterprint", follow);
    };
  }, []);
  return isPaper;
}
