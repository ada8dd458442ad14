import type { SVGAttributes } from "preact";
import { useRef } from "preact/hooks";
import type { Moves } from "./camera";

type Handlers = Pick<
  SVGAttributes<SVGSVGElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onClickCapture"
>;

const NEAR = 4;

/** Handlers that move a camera with the pointer; what was a drag is no click. */
export function useDrag(move: Moves["move"]): Handlers {
  const from = useRef<{ x: number; y: number; far: boolean } | null>(null);
  const dragged = useRef(false);
  return {
    onPointerDown: (event) => {
      dragged.current = false;
      if (event.button === 0) from.current = { x: event.clientX, y: event.clientY, far: false };
    },
    onPointerMove: (event) => {
      const last = from.current;
      if (last === null) return;
      if (event.buttons === 0) return void (from.current = null);
      const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
      if (!last.far && Math.hypot(dx, dy) < NEAR) return;
      if (!last.far) event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = true;
      from.current = { x: event.clientX, y: event.clientY, far: true };
      move((one) => ({ ...one, x: one.x + dx, y: one.y + dy }));
    },
    onPointerUp: () => {
      from.current = null;
    },
    onClickCapture: (event) => {
      if (dragged.current) event.stopPropagation();
      dragged.current = false;
    },
  };
}
