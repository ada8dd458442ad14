import { Component, type ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Language, Line } from "../highlight";
import { colouring, highlighted, knownLines, plainLines } from "../highlight";

interface Props {
  text: string;
  label: string;
  language?: Language;
  /** The number of its first line. */
  first?: number;
  /** How lines are marked: `covered`, `broken`. */
  marks?: ReadonlyMap<number, string>;
  /** What is said below a line. */
  notes?: ReadonlyMap<number, string>;
  lit?: ReadonlySet<number>;
  /** Lines that are lit for good: the first of them is brought into view. */
  kept?: ReadonlySet<number>;
  /** Lines that are selected, where they are more than those. */
  selected?: ReadonlySet<number>;
  /** The line that a text begins at to the eye, while none is lit. */
  open?: number | undefined;
  point?: (line: number | null) => void;
  pick?: (line: number) => void;
}

const NONE: ReadonlySet<number> = new Set();
const UNMARKED: ReadonlyMap<number, string> = new Map();
const BLOCK = 100; // lines that are drawn together
const AT_ONCE = 4; // blocks that are drawn before they are looked at
const ROW = 18; // pixels, as in style.css
const STEP = 20; // milliseconds of colouring a long text between events
const SOON = 30_000; // characters; a longer text is shown first, and coloured then

/** A text as numbered, coloured lines. */
export function Code(props: Props) {
  const { text, label, language = "python", first = 1, marks = UNMARKED,
    notes = UNMARKED, lit = NONE, kept = NONE, selected = kept, open, point, pick } = props;
  const lines = useLines(text, language);
  const pre = useRef<HTMLPreElement>(null);
  const blocks = useMemo(() => Array.from({ length: Math.ceil(lines.length / BLOCK) },
    (_, at) => lines.slice(at * BLOCK, (at + 1) * BLOCK)), [lines]);
  const litIn = byBlock(lit, first);
  const selectedIn = byBlock(selected, first);
  const target = kept.size === 0 ? null : least(kept);
  useEffect(() => {
    if (target !== null && pre.current !== null) reveal(pre.current, target, first);
  }, [target, text]);
  useEffect(() => {
    if (open === undefined || target !== null || pre.current === null) return;
    reveal(pre.current, open, first, 1 / 6);
  }, [open, text]);
  const pointed = useRef<number | null>(null);
  const over = (event: MouseEvent) => {
    const line = numberOf(event.target);
    if (line !== pointed.current) point?.(pointed.current = line);
  };
  const events = pick === undefined ? {} : {
    onMouseOver: over,
    onMouseLeave: () => point?.(pointed.current = null),
    onClick: (event: MouseEvent) => {
      const line = numberOf(event.target);
      if (line !== null && getSelection()?.isCollapsed !== false) pick(line);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const last = first + lines.length - 1;
      pick(Math.min(last, Math.max(first, target === null ? first : target + by)));
    },
  };
  return <pre ref={pre} class={pick ? "code picks" : "code"} tabIndex={0} role="group"
    aria-label={label} {...events}>
    {blocks.map((block, at) => {
      const from = first + at * BLOCK;
      return <Block key={at} lines={block} from={from} marks={marks} notes={notes}
        lit={litIn.get(at) ?? ""} selected={selectedIn.get(at) ?? ""} eager={at < AT_ONCE} />;
    })}
  </pre>;
}

const least = (lines: ReadonlySet<number>): number =>
  [...lines].reduce((a, b) => Math.min(a, b));

function useLines(whole: string, language: Language): readonly Line[] {
  const [finished, finish] = useState("");
  const text = useMemo(() => whole.trimEnd(), [whole]);
  const { lines, plain } = useMemo(() => {
    const known = knownLines(text, language);
    if (known !== undefined) return { lines: known, plain: false };
    return text.length > SOON ? { lines: plainLines(text), plain: true }
      : { lines: highlighted(text, language), plain: false };
  }, [text, language, finished === text]);
  useEffect(() => {
    if (!plain) return undefined;
    const steps = colouring(text, language);
    const step = () => {
      const until = performance.now() + STEP;
      while (performance.now() < until)
        if (steps.next().done) return finish(text);
      timer = setTimeout(step, 0);
    };
    let timer = setTimeout(step, STEP);
    return () => clearTimeout(timer);
  }, [text, language, plain]);
  return lines;
}

/** The lines that are lit, by block and as text: blocks compare it. */
function byBlock(lit: ReadonlySet<number>, first: number): Map<number, string> {
  const found = new Map<number, string>();
  for (const line of lit) {
    const block = Math.floor((line - first) / BLOCK);
    found.set(block, `${found.get(block) ?? ""} ${line}`);
  }
  return found;
}

interface BlockProps {
  lines: readonly Line[];
  from: number;
  marks: ReadonlyMap<number, string>;
  notes: ReadonlyMap<number, string>;
  lit: string;
  selected: string;
  eager: boolean;
}

/** Some lines: drawn when they come near the window, and again only if they change. */
class Block extends Component<BlockProps, { near: boolean }> {
  override state = { near: this.props.eager || typeof IntersectionObserver === "undefined" };
  element: HTMLElement | null = null;
  observer: IntersectionObserver | null = null;
  show = () => this.setState({ near: true });

  override componentDidMount() {
    if (this.state.near || this.element === null) return;
    this.observer = new IntersectionObserver((found) => {
      if (found.some((one) => one.isIntersecting)) this.show();
    }, { rootMargin: "800px" });
    this.observer.observe(this.element);
    addEventListener("beforeprint", this.show);
  }

  override shouldComponentUpdate(next: BlockProps, state: { near: boolean }) {
    const { lines, from, marks, notes, lit, selected } = this.props;
    return next.lines !== lines || next.from !== from || next.marks !== marks
      || next.notes !== notes || next.lit !== lit || next.selected !== selected || state.near !== this.state.near;
  }

  override componentDidUpdate() {
    if (this.state.near) this.stop();
  }

  override componentWillUnmount() {
    this.stop();
  }

  stop() {
    this.observer?.disconnect();
    if (this.observer !== null) removeEventListener("beforeprint", this.show);
    this.observer = null;
  }

  override render({ lines, from, marks, notes, lit, selected }: BlockProps) {
    const height = `${lines.length * ROW}px`;
    const style = { containIntrinsicHeight: `auto ${height}`,
      ...(this.state.near ? {} : { height }) };
    const [on, chosen] = [lit, selected].map((one) => new Set(one.trim().split(" ")));
    const kind = (at: number) => [marks.get(at), on?.has(String(at)) && "linked",
      chosen?.has(String(at)) && "kept"].filter(Boolean).map((one) => ` ${one}`).join("");
    return <div class="block" style={style} ref={(node) => { this.element = node; }}>
      {this.state.near ? lines.map((line, at) =>
        row(line, from + at, kind(from + at), notes.get(from + at))) : null}
    </div>;
  }
}

function row(
  line: Line, number: number, kind: string, note: string | undefined,
): ComponentChildren {
  const code = <div key={number} class={`row${kind}`} data-n={number}>
    {line.length === 0 ? "\n" : line.map(([paint, text]) =>
      paint === "" ? text : <span class={paint}>{text}</span>)}
  </div>;
  return note === undefined ? code
    : [code, <div key={`note ${number}`} class="row note">{note}</div>];
}

function numberOf(target: EventTarget | null): number | null {
  const found = target instanceof Element ? target.closest("[data-n]") : null;
  return found === null ? null : Number(found.getAttribute("data-n"));
}

/** Scrolls the pane around a text so that a line of it is in view, at `part` of its height. */
function reveal(pre: HTMLPreElement, line: number, first: number, part = 1 / 3): void {
  const box = pre.closest(".scroll");
  const block = pre.children[Math.floor((line - first) / BLOCK)];
  if (!box || !block) return;
  const at = block.querySelector(`[data-n="${line}"]`)?.getBoundingClientRect().top
    ?? block.getBoundingClientRect().top + ((line - first) % BLOCK) * ROW;
  const { top, height } = box.getBoundingClientRect();
  const from = at - top;
  if (from < 2 * ROW || from > height - 2 * ROW) box.scrollTop += from - height * part;
}
