import type { ComponentChildren } from "preact";
import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";

export interface Part { id: string; weight: number; view: ComponentChildren }

const STEP = 0.1; // of a part, for a press of an arrow key
const LEAST = 0.25;

/** Parts side by side; what is between two of them can be moved. */
export function Split({ parts }: { parts: readonly Part[] }) {
  const [weights, set] = useState<Readonly<Record<string, number>>>({});
  const box = useRef<HTMLDivElement>(null);
  const weight = (part: Part) => weights[part.id] ?? part.weight;
  const move = (left: Part, right: Part, by: number) => {
    const both = weight(left) + weight(right);
    const next = Math.min(both - LEAST, Math.max(LEAST, weight(left) + by));
    set({ ...weights, [left.id]: next, [right.id]: both - next });
  };
  const drag = (left: Part, right: Part) => (event: PointerEvent) => {
    const width = box.current?.clientWidth ?? 0;
    if (event.buttons !== 1 || width === 0) return;
    const total = parts.reduce((sum, part) => sum + weight(part), 0);
    move(left, right, event.movementX / width * total);
  };
  return <div class="split" ref={box}>
    {parts.map((part, at) => {
      const before = parts[at - 1];
      return <Fragment key={part.id}>
        {before === undefined ? null : <div class="divider" role="separator" tabIndex={0}
          aria-orientation="vertical" aria-label="Width of the panes"
          aria-valuenow={Math.round(100 * weight(before) / (weight(before) + weight(part)))}
          onPointerDown={(event) =>
            event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag(before, part)}
          onKeyDown={(event) => {
            const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
            if (by !== undefined) move(before, part, by);
          }} />}
        <div class="part" style={{ flexGrow: weight(part) }}>{part.view}</div>
      </Fragment>;
    })}
  </div>;
}
