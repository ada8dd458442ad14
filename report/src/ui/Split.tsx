import type { ComponentChildren } from "preact";
import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import { go } from "../state";
import { moved, shareOf, type Weighed, weightIn, type Widths, withoutWidths }
  from "../widths";

export interface Part extends Weighed { view: ComponentChildren }

const STEP = 0.1; // of a part, for a press of an arrow key
const FAR = 99;
const MOVES: Readonly<Record<string, number>> =
  { ArrowLeft: -STEP, ArrowRight: STEP, Home: -FAR, End: FAR };

/** Where a drag began, and what the widths were. */
interface Grip { x: number; widths: Widths }

/** Parts side by side; what is between two can be moved, and the address keeps it. */
export function Split({ parts, widths: kept }:
  { parts: readonly Part[]; widths: Widths }) {
  // While one drags, no address is written: browsers limit how often that may be done.
  const [dragged, drag] = useState<Widths | null>(null);
  const grip = useRef<Grip | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const widths = dragged ?? kept;
  const keep = (next: Widths) => {
    drag(null);
    go({ widths: next }, true);
  };
  const pull = (left: Part, right: Part) => (event: PointerEvent) => {
    const width = box.current?.clientWidth ?? 0;
    const from = grip.current;
    if (from === null || width === 0) return;
    const total = parts.reduce((sum, part) => sum + weightIn(from.widths, part), 0);
    drag(moved(from.widths, left, right, (event.clientX - from.x) / width * total));
  };
  const release = () => {
    grip.current = null;
    if (dragged !== null) keep(dragged);
  };
  const press = (left: Part, right: Part) => (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    if (by !== undefined) keep(moved(widths, left, right, by));
    else if (event.key === "Enter") keep(withoutWidths(widths, left, right));
    else return;
    event.preventDefault();
  };
  return <div class="split" ref={box}>
    {parts.map((part, at) => {
      const before = parts[at - 1];
      return <Fragment key={part.id}>
        {before === undefined ? null : <Divider share={shareOf(widths, before, part)}
          onDown={(event) => { grip.current = { x: event.clientX, widths }; }}
          onMove={pull(before, part)} onUp={release} onKey={press(before, part)}
          onReset={() => keep(withoutWidths(widths, before, part))} />}
        <div class="part" style={{ flexGrow: weightIn(widths, part) }}>{part.view}</div>
      </Fragment>;
    })}
  </div>;
}

interface DividerProps {
  share: { now: number; min: number; max: number };
  onDown: (event: PointerEvent) => void;
  onMove: (event: PointerEvent) => void;
  onUp: () => void;
  onKey: (event: KeyboardEvent) => void;
  onReset: () => void;
}

function Divider({ share, onDown, onMove, onUp, onKey, onReset }: DividerProps) {
  return <div class="divider" role="separator" tabIndex={0} aria-orientation="vertical"
    aria-label="Width of the pane before" aria-valuenow={share.now}
    aria-valuemin={share.min} aria-valuemax={share.max}
    title="Drag, or press arrow keys; double click or Enter: as at first"
    onPointerDown={(event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      onDown(event);
    }}
    onPointerMove={onMove} onLostPointerCapture={onUp} onKeyDown={onKey}
    onDblClick={onReset} />;
}
