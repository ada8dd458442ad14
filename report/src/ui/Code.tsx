import { Component, type VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Language, Line } from "../highlight";
import { usePaper } from "../graph/paper";
import { type Prologue, prologuesOf } from "../prologues";
import { colouring, highlighted, knownLines, plainLines } from "../highlight";
import { isSeen, type Standing, useKeptInView } from "./keptInView";

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
  /** Of these the lines of which the first is brought into view; by default all. */
  reveals?: ReadonlySet<number>;
  /** Lines that are selected, where they are more than those. */
  selected?: ReadonlySet<number>;
  /** Whether nothing is folded at first: a file of the user's own. */
  isWhole?: boolean;
  /** The line that a text begins at to the eye, while none is lit. */
  open?: number | undefined;
  point?: (line: number | null) => void;
  /** `isSecond`: with Shift, beside what is selected. */
  pick?: (line: number, isSecond: boolean) => void;
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
    notes = UNMARKED, lit = NONE, kept = NONE, selected = kept, isWhole = false, reveals = kept, open, point, pick } = props;
  const lines = useLines(text, language);
  const [folds, toggle] = useFolds(text, first, marks, kept, isWhole);
  const pre = useRef<HTMLPreElement>(null);
  const blocks = useMemo(() => Array.from({ length: Math.ceil(lines.length / BLOCK) },
    (_, at) => lines.slice(at * BLOCK, (at + 1) * BLOCK)), [lines]);
  const litIn = byBlock(lit, first);
  const selectedIn = byBlock(selected, first);
  const target = reveals.size > 0 ? least(reveals) : kept.size > 0 ? least(kept) : null;
  const at = () => target === null ? null : standing(pre.current, target, first, folds);
  useEffect(() => reveal(at()), [target, text]);
  useKeptInView(pre, at, ROW, () => reveal(at()), [target, text, folds]);
  useEffect(() => {
    if (open !== undefined && target === null) reveal(standing(pre.current, open, first, folds), 1 / 6);
  }, [open, text]);
  const pointed = useRef<number | null>(null);
  const over = (event: MouseEvent) => {
    const line = numberOf(event.target);
    if (line !== pointed.current) point?.(pointed.current = line);
  };
  const events = pick === undefined ? {} : {
    onMouseOver: over,
    // Shift would select the text between.
    onMouseDown: (event: MouseEvent) => { if (event.shiftKey) event.preventDefault(); },
    onMouseLeave: () => point?.(pointed.current = null),
    onClick: (event: MouseEvent) => {
      const line = numberOf(event.target);
      if (line !== null && (event.shiftKey || getSelection()?.isCollapsed !== false)) pick(line, event.shiftKey);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const last = first + lines.length - 1;
      const next = Math.min(last, Math.max(first, target === null ? first : target + by));
      const over = folds.find((one) => one.isClosed && next >= one.first && next <= one.last);
      pick(over === undefined ? next : by > 0 ? Math.min(last, over.last + 1) : over.first - 1, false);
    },
  };
  return <pre ref={pre} class={pick ? "code picks" : "code"} tabIndex={0} role="group"
    aria-label={label} {...events}>
    {blocks.map((block, at) => {
      const from = first + at * BLOCK;
      return <Block key={at} lines={block} from={from} marks={marks} notes={notes}
        folds={folds} toggle={toggle} lit={litIn.get(at) ?? ""} selected={selectedIn.get(at) ?? ""} eager={at < AT_ONCE} />;
    })}
  </pre>;
}

/** A run of lines, and whether it is folded away. */
type Folded = Prologue & { isClosed: boolean };
type Folds = readonly Folded[];
const UNFOLDED: Folds = [];

/** What can be folded; what is selected is open, and on paper everything is. */
function useFolds(text: string, first: number, marks: ReadonlyMap<number, string>,
  kept: ReadonlySet<number>, isWhole: boolean): [Folds, (first: number) => void] {
  const [touched, touch] = useState<ReadonlyMap<number, Touched>>(new Map());
  const runs = useMemo(() => prologuesOf(text, first, marks), [text, first, marks]);
  const isPaper = usePaper();
  const open = runs.map((one) => {
    const before = touched.get(one.first);
    const holds = [...kept].some((line) => line >= one.first && line <= one.last);
    return (before?.isOpen ?? isWhole) || (holds && before?.kept !== kept);
  });
  const folds = useMemo(() => runs.length === 0 || isPaper ? UNFOLDED
    : runs.map((one, at) => ({ ...one, isClosed: open[at] === false })),
  [runs, isPaper, open.join()]);
  return [folds, (line) => touch(new Map(touched).set(line,
    { isOpen: folds.find((one) => one.first === line)?.isClosed === true, kept }))];
}

/** What the reader did to a run of lines, and what was selected then. */
interface Touched { isOpen: boolean; kept: ReadonlySet<number> }

/** Whether a line is folded away. */
const isHidden = (folds: Folds, line: number): boolean =>
  folds.some((one) => one.isClosed && line >= one.first && line <= one.last);

/** The rows of a text before a line: heads of what is folded are rows, too. */
function rowsBetween(folds: Folds, from: number, to: number): number {
  const inside = (one: Folded) => Math.max(0,
    Math.min(to, one.last + 1) - Math.max(from, one.first));
  return folds.reduce((sum, one) => sum - (one.isClosed ? inside(one) : 0)
    + (one.first >= from && one.first < to ? 1 : 0), to - from);
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
  folds: Folds;
  toggle: (first: number) => void;
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
    const { lines, from, marks, notes, folds, lit, selected } = this.props;
    return next.folds !== folds || next.lines !== lines || next.from !== from || next.marks !== marks
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

  /** Rows as they were drawn last: what is the same object is not compared again. */
  known = new Map<number, readonly [kind: string, line: Line, drawn: VNode]>();
  row(line: Line, number: number, kind: string): VNode {
    const known = this.known.get(number);
    if (known?.[0] === kind && known[1] === line) return known[2];
    const drawn = row(line, number, kind);
    this.known.set(number, [kind, line, drawn]);
    return drawn;
  }

  override render({ lines, from, marks, notes, folds, toggle, lit, selected }: BlockProps) {
    const height = `${rowsBetween(folds, from, from + lines.length) * ROW}px`;
    const style = { containIntrinsicHeight: `auto ${height}`,
      ...(this.state.near ? {} : { height }) };
    const [on, chosen] = [lit, selected].map((one) => new Set(one.trim().split(" ")));
    const kind = (at: number) => [marks.get(at), on?.has(String(at)) && "linked",
      chosen?.has(String(at)) && "kept"].filter(Boolean).map((one) => ` ${one}`).join("");
    return <div class="block" style={style} ref={(node) => { this.element = node; }}>
      {this.state.near ? lines.flatMap((line, at) => {
        const number = from + at;
        const fold = folds.find((one) => one.first === number);
        const note = notes.get(number);
        return [...(fold === undefined ? [] : [head(fold, toggle)]),
          ...(isHidden(folds, number) ? [] : [this.row(line, number, kind(number))]),
          ...(note === undefined ? [] : [noteRow(number, note)])];
      }) : null}
    </div>;
  }
}

const head = (fold: Folded, toggle: (first: number) => void): VNode =>
  <div key={`fold ${fold.first}`} class="row fold">
    <button type="button" class="bare" aria-expanded={!fold.isClosed}
      onClick={(event) => { event.stopPropagation(); toggle(fold.first); }}>
      {fold.isClosed ? "▸" : "▾"} {fold.label}</button></div>;

const noteRow = (number: number, note: string): VNode =>
  <div key={`note ${number}`} class="row note" title={note}>{note}</div>;

const COMMENT = "c"; // as in highlight.ts
const INDENT = 4; // of a comment that stands below its line

function row(line: Line, number: number, kind: string): VNode {
  const drawn = line.map(([paint, text]) => paint === "" ? text : <span class={paint}>{text}</span>);
  if (line.at(-1)?.[0] !== COMMENT)
    return <div key={number} class={`row${kind}`} data-n={number}>{line.length === 0 ? "\n" : drawn}</div>;
  // A comment that does not fit stands below its line: only code needs a scroll sideways.
  const code = line.slice(0, -1).map(([, text]) => text).join("");
  const blanks = code.length - code.trimEnd().length;
  const indent = code.trim() === "" ? code.length : code.length - code.trimStart().length + INDENT;
  return <div key={number} class={`row said${kind}`} data-n={number} style={{ "--in": String(indent) }}>
    {code.trim() === "" ? drawn : <><span class="stays">{withoutEnd(drawn.slice(0, -1), blanks)}</span>
      {code.slice(code.length - blanks)}{drawn.at(-1)}</>}
  </div>;
}

/** What is drawn of a line, without the blanks at its end. */
function withoutEnd(drawn: readonly (string | VNode)[], blanks: number): (string | VNode)[] {
  const last = drawn.at(-1);
  return typeof last === "string" ? [...drawn.slice(0, -1), last.slice(0, last.length - blanks)] : [...drawn];
}

function numberOf(target: EventTarget | null): number | null {
  const found = target instanceof Element ? target.closest("[data-n]") : null;
  return found === null ? null : Number(found.getAttribute("data-n"));
}

/** Where a line of a text is in the pane around it. */
function standing(pre: HTMLPreElement | null, line: number, first: number, folds: Folds): Standing | null {
  const box = pre?.closest(".scroll");
  const block = pre?.children[Math.floor((line - first) / BLOCK)];
  if (!box || !block) return null;
  const at = block.querySelector(`[data-n="${line}"]`)?.getBoundingClientRect().top
    ?? block.getBoundingClientRect().top
      + rowsBetween(folds, line - (line - first) % BLOCK, line) * ROW;
  return { box, from: at - box.getBoundingClientRect().top };
}

/** Scrolls the pane so that the line is in view, at `part` of its height; a line that is wholly seen stays where it was clicked. */
function reveal(line: Standing | null, part = 1 / 3): void {
  if (line !== null && !isSeen(line, ROW)) line.box.scrollTop += line.from - line.box.clientHeight * part;
}
