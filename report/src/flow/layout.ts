// The flow chart as boxes and arrows: a column per function, down through its entries.
import type { Compilation, Frame } from "../data";
import type { Model } from "../model";
import { bareTitle, capturedText, count, entriesOf, innermost, isResume, otherNumbers, place, prefixesOf, recompiledWords, resumeWords,
  secondsOf, titleOf, whereOf } from "../model";
import { LIMIT } from "../recompiles/limit";
import { address } from "../state";

export type Kind = "call" | "guard" | "code" | "graph" | "out" | "miss";
export interface Box { kind: Kind; x: number; y: number; label: string; sub: string;
  href: string | null;
  /** Whether it is the entry that the page shows. */
  isOpen?: boolean }
export interface Arrow { path: string; head: string }
export interface Word { x: number; y: number; text: string; end: boolean }
export interface Chart { boxes: Box[]; arrows: Arrow[]; words: Word[]; width: number;
  height: number;
  /** Pixels of a box. */
  across: number }

export const SIZE = { height: 42, across: 74, down: 22 };
const WIDTH = { least: 196, most: 290 }; // pixels of a box
const LETTER = { label: 7.25, sub: 7 }; // pixels, at most, in a box
const OUT = 84; // pixels of a box with one word
const INTO = 30; // pixels from the left of a box to where "no" comes into it
const TIPS = 22; // pixels, that a test has less room for words
const ROW = SIZE.height + SIZE.down;
const CHARACTER = 6.5; // pixels, at most, of the words beside boxes
const BESIDE = { letters: 46, lines: 3, down: 15 }; // of the words beside a box
const MOST_ENTRIES = 8; // of a function; the rest is told as a number

interface Point { x: number; y: number }
type Arrive = (call: Point) => void;

/** The entry that the page shows, by its frame and position. */
export interface Opened { frame: string; at: number }

/** Returns what a call of a function goes through; the entry that is open is marked, and never folded. */
export function flowChart(model: Model, root: Frame, open: Opened | null = null): Chart {
  const drawn = (width: number) => {
    const chart = new Drawing(model, width, open);
    chart.column(root, 30, 8, null);
    return chart.done();
  };
  const first = drawn(WIDTH.least);
  const wanted = Math.max(...first.boxes.map(widthFor));
  return wanted <= WIDTH.least ? first : drawn(Math.min(wanted, WIDTH.most));
}

/** How wide a box is drawn; `return` is not as wide as the others. */
export const widthOf = ({ kind }: Pick<Box, "kind">, across: number): number => kind === "out" ? OUT : across;

const tips = (kind: Kind) => kind === "guard" ? TIPS : 0;

const widthFor = ({ kind, label, sub }: Box): number => Math.ceil(tips(kind)
  + Math.max(label.length * LETTER.label, sub.length * LETTER.sub));

/** A text of a box, as much of it as there is room for. */
export function fitted({ kind, label, sub }: Box, what: "label" | "sub", width: number): string {
  const most = Math.floor((width - tips(kind)) / LETTER[what]);
  return cut(what === "label" ? label : sub, most);
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** Words in a few lines; what is left over is cut. */
function inLines(text: string): string[] {
  const found: string[] = [];
  for (const word of text.split(" ")) {
    const last = found.at(-1);
    if (last !== undefined && last.length + word.length < BESIDE.letters) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found.length <= BESIDE.lines ? found.map((one) => cut(one, BESIDE.letters))
    : [...found.slice(0, BESIDE.lines - 1), cut(found.slice(BESIDE.lines - 1).join(" "), BESIDE.letters)];
}

class Drawing {
  readonly boxes: Box[] = [];
  readonly arrows: Arrow[] = [];
  readonly words: Word[] = [];
  readonly drawn = new Set<string>();

  private readonly step: number;

  constructor(readonly model: Model, readonly across: number, readonly open: Opened | null) {
    this.step = across + SIZE.across;
  }

  done(): Chart {
    const { boxes, arrows, words } = this;
    return { boxes, arrows, words, across: this.across,
      width: Math.max(...boxes.map((box) => box.x + widthOf(box, this.across)),
        ...words.map(({ x, text }) => x + text.length * CHARACTER)) + 20,
      height: Math.max(...boxes.map((box) => box.y)) + SIZE.height + 16 };
  }

  /** Draws a function with its call at (x, y); returns the y below all of it. */
  column(frame: Frame, x: number, y: number, arrive: Arrive | null): number {
    const again = this.drawn.has(frame.id);
    const note = isResume(frame)
      ? [resumeWords(frame), otherNumbers(this.model.data.frames, frame)].filter(Boolean).join("; ")
      : whereOf(frame);
    const call = this.box("call", x, y,
      isResume(frame) ? titleOf(frame) : `call ${bareTitle(frame)}`,
      again ? "drawn already" : note, address({ frame: frame.id, panel: "code" }));
    arrive?.(call);
    if (again) return y + ROW;
    this.drawn.add(frame.id);
    return this.entries(frame, call);
  }

  private entries(frame: Frame, call: Point): number {
    const all = entriesOf(frame);
    const isOpen = (at: number) => this.isOpen(frame, at);
    const shown = shownOf(groupsOf(all, isOpen), isOpen);
    const { x } = call;
    let below = call.y + ROW;
    let above: Point | null = null;
    const next = (box: Point) => {
      if (above) this.past(above, box);
      else this.down(call, box, "");
      above = box;
    };
    for (const [one, ...equal] of shown) {
      if (one === undefined) continue;
      const entry = this.entry(frame, one.compilation, one.at, x, below);
      next(entry.test);
      below = entry.below;
      const [first] = equal;
      if (first === undefined) continue;
      const name = `entry ${one.compilation.entry?.index}`;
      next(this.box("guard", x, below, `${equal.length} more like ${name}`, secondsText(equal) || "other guards",
      address({ frame: frame.id, at: first.at, panel: "recompiles" })));
      below += ROW;
    }
    const drawn = shown.flat().length;
    if (drawn < all.length) {
      next(this.box("guard", x, below,
        `${all.length - drawn} more entries`, "in the tree on the left", null));
      below += ROW;
    }
    next(this.miss(frame, x, below, above !== null));
    return below + ROW;
  }

  /** What a call runs that fits no entry; this is also where the page shows a refused compilation. */
  private miss(frame: Frame, x: number, y: number, isAfter: boolean): Point {
    const all = frame.compilations ?? [];
    const refused = all.flatMap((one, at) => one.entry === undefined ? [at] : []);
    const at = refused.find((one) => this.isOpen(frame, one)) ?? refused.find((one) => all[one]?.skipped);
    const skipped = all[at ?? -1]?.skipped ?? "";
    const isLimit = all.some((one) => LIMIT.test(one.skipped ?? ""));
    const [label, sub] = isLimit ? ["runs as it is", "the recompile limit is reached"]
      : isAfter && skipped === "" ? ["compile again,", "or run the original"] : ["runs as it is", skipped];
    const isOpen = at !== undefined && this.isOpen(frame, at);
    return this.box("miss", x, y, isOpen ? `${label} (open)` : label, sub,
      at === undefined || !isAfter ? null : address({ frame: frame.id, at, panel: "recompiles" }), isOpen);
  }

  private isOpen(frame: Frame, at: number): boolean {
    return this.open?.frame === frame.id && this.open.at === at;
  }

  private entry(frame: Frame, compilation: Compilation, at: number, x: number, y: number) {
    const { entry, hits, reason } = compilation;
    const href = (panel: string) => address({ frame: frame.id, at, panel });
    const links = compilation.resume_functions ?? [];
    // Beside it where nothing else stands there: a box holds only the beginning.  One resume
    // function stands lower.
    const isBeside = reason !== undefined && links.length < 2;
    if (isBeside) inLines(recompiledWords(frame, compilation)).forEach((line, number) =>
      this.word(x + this.across + 10, y + 12 + BESIDE.down * number, line));
    const isOpen = this.isOpen(frame, at);
    const test = this.box("guard", x, y, `entry ${entry?.index}${isOpen ? " (open)" : ""}: guards hold?`,
      reason === undefined || isBeside ? count((compilation.guards ?? []).length, "guard")
        : reason.text, href(reason === undefined ? "guards" : "recompiles"), isOpen);
    let last = this.box("code", x, y + ROW, "transformed code",
      [entry?.quality === "exact" ? "" : entry?.quality, secondsText([{ compilation }]),
        hits === undefined ? "" : count(hits, "hit")].filter(Boolean).join(", "),
      href("code"));
    this.down(test, last, "yes");
    let below = y + 2 * ROW;
    for (const { kind, label, sub, to } of steps(this.model, frame, at)) {
      const box = this.box(kind, x, below, label, sub, to ?? href("code"));
      this.down(last, box, "");
      last = box;
      below += ROW;
    }
    if (links.length === 0)
      this.over(last, this.box("out", x + this.step, last.y, "return", "", null), "", 0);
    const beside = this.resumes(frame, compilation, at, test, last);
    return { test, below: Math.max(below, beside) + 6 };
  }

  /** Draws the rest of a function beside its entry; returns the y below it. */
  private resumes(
    frame: Frame, compilation: Compilation, at: number, test: Point, last: Point,
  ): number {
    const links = compilation.resume_functions ?? [];
    const arms = this.model.data.details[frame.id]?.compilations[at]?.arms ?? {};
    let beside = Math.max(test.y, last.y - (links.length > 1 ? ROW : 0));
    links.forEach((resume, lane) => {
      const arrive: Arrive = (call) => this.over(last, call, arms[resume.name] ?? "", lane);
      const target = resume.frame === undefined ? undefined
        : this.model.byId.get(resume.frame);
      if (target) beside = this.column(target, last.x + this.step, beside, arrive);
      else {
        arrive(this.box("miss", last.x + this.step, beside, resume.name, "not compiled", null));
        beside += ROW;
      }
    });
    return links.length ? beside : 0;
  }

  private box(
    kind: Kind, x: number, y: number, label: string, sub: string, href: string | null, isOpen = false,
  ): Point {
    this.boxes.push({ kind, x, y, label, sub, href, ...(isOpen ? { isOpen } : {}) });
    return { x, y };
  }

  private arrow(path: string, x: number, y: number, across: boolean): void {
    const corners = across ? [[-7, -4], [-7, 4]] : [[-4, -7], [4, -7]];
    this.arrows.push({ path, head: `M${x} ${y}${corners.map(([a = 0, b = 0]) =>
      `L${x + a} ${y + b}`).join("")}Z` });
  }

  private word(x: number, y: number, text: string, end = false): void {
    if (text) this.words.push({ x, y, text, end });
  }

  private down(from: Point, to: Point, label: string): void {
    const x = from.x + this.across / 2;
    this.arrow(`M${x} ${from.y + SIZE.height}V${to.y}`, x, to.y, false);
    this.word(x + 7, from.y + SIZE.height + 14, label);
  }

  private over(from: Point, to: Point, label: string, lane: number): void {
    const [x1, y1] = [from.x + this.across, from.y + SIZE.height / 2];
    const [x2, y2] = [to.x, to.y + SIZE.height / 2];
    this.arrow(y1 === y2 ? `M${x1} ${y1}H${x2}`
      : `M${x1} ${y1}H${x1 + 14 + 7 * lane}V${y2}H${x2}`, x2, y2, true);
    this.word(x2 - 10, y2 - 5, label, true);
  }

  /**
   * "no": down the left side, past what the entry above holds, and onto the next test from above:
   * where its own "no" leaves at the left, both lines would look like one.
   */
  private past(from: Point, to: Point): void {
    const y = from.y + SIZE.height / 2;
    const [left, into] = [from.x - 16, to.x + INTO];
    this.arrow(`M${from.x} ${y}H${left}V${to.y - SIZE.down / 2}H${into}V${to.y}`, into, to.y, false);
    this.word(left + 4, y - 5, "no");
  }
}

type Numbered = ReturnType<typeof entriesOf>[number];
const ALIKE = 3; // entries of which all but the first are folded

/** Neighbours that do the same for other guards, together; a few, and the one that is open, stand for themselves. */
function groupsOf(all: readonly Numbered[], isOpen: (at: number) => boolean): Numbered[][] {
  const form = ({ compilation }: Numbered) => JSON.stringify([compilation.captured_lines,
    (compilation.graph_breaks ?? []).map(innermost), compilation.entry?.quality,
    prefixesOf(compilation).length,
    (compilation.resume_functions ?? []).map(({ co_name }) => co_name)]);
  const found: Numbered[][] = [];
  for (const one of all) {
    const last = found.at(-1);
    if (last?.[0] !== undefined && !isOpen(last[0].at) && !isOpen(one.at) && form(last[0]) === form(one)) last.push(one);
    else found.push([one]);
  }
  return found.flatMap((group) => group.length < ALIKE ? group.map((one) => [one]) : [group]);
}

/** As many groups as are drawn, with that of the entry that is open. */
function shownOf(groups: Numbered[][], isOpen: (at: number) => boolean): Numbered[][] {
  if (groups.length <= MOST_ENTRIES) return groups;
  const first = groups.slice(0, MOST_ENTRIES - 1);
  const open = groups.slice(MOST_ENTRIES - 1).filter(([one]) => one !== undefined && isOpen(one.at));
  return open.length === 0 ? first : [...first.slice(0, -1), ...open];
}

const secondsText = (all: readonly { compilation: Compilation }[]): string => {
  const seconds = all.reduce((sum, one) => sum + secondsOf(one.compilation), 0);
  return seconds === 0 ? "" : `${seconds.toFixed(1)} s compiling`;
};

/** What the transformed code of an entry does, up to where it returns or breaks. */
function steps(model: Model, frame: Frame, at: number): Step[] {
  const compilation = frame.compilations?.[at] ?? { id: "" };
  const found: Step[] = prefixesOf(compilation)
    .map((label) => ({ kind: "graph", label, sub: capturedText(compilation) }));
  const broke = compilation.graph_breaks?.[0];
  if ((compilation.resume_functions ?? []).length > 0 && broke !== undefined) {
    const line = innermost(broke);
    found.push({ kind: "guard", label: line?.text || "graph break",
      sub: line ? `break at ${place(line.file, line.line)}` : broke.reason ?? "" }, ...called(model, frame, at));
  }
  return found;
}

interface Step { kind: Kind; label: string; sub: string; to?: string }

/** The call of another function in which the graph broke, and whether that is compiled. */
function called(model: Model, frame: Frame, at: number): Step[] {
  const { frame: id = "", refused } = model.data.details[frame.id]?.compilations[at]?.calls ?? {};
  const other = model.byId.get(id);
  if (other === undefined) return [];
  const label = `call ${bareTitle(other)}`;
  if (refused !== undefined) return [{ kind: "miss", label, sub: "not compiled: recompile limit reached",
    to: address({ frame: id, at: refused, panel: "recompiles" }) }];
  return [entriesOf(other).length > 0 ? { kind: "call", label, sub: "compiled by itself", to: address({ frame: id, panel: "flow" }) }
    : { kind: "miss", label, sub: "not compiled", to: address({ frame: id, panel: "details" }) }];
}
