// The lines of text of what is seen, and the room they take.

import type { GraphData, GraphNode } from "../contract";
import { kindOf, shortLabel } from "./labels";
import { at, tally } from "./lists";
import { counted, sizeOf } from "./marks";
import type { Marks } from "./marks";
import type { Inputs } from "./inputs";
import type { Leaf } from "./scene";

export type Tone = "head" | "code" | "soft";

export interface Line {
  tone: Tone;
  text: string;
  /** Before it was cut. */
  whole: string;
}

export type Look = "input" | "operator" | "output" | "group";

export interface Face {
  look: Look;
  lines: Line[];
  /** Beside the node: what is saved for backward, or returned. */
  stub: { tone: "saved" | "returned"; text: string } | null;
  badge: string;
  width: number;
  height: number;
  /** With the stub. */
  room: number;
  label: string;
}

/** Widths of a letter in px, as wide as fonts of people's systems have them. */
const LETTER: Record<Tone, number> = { head: 7.9, code: 7.25, soft: 7 };
export const LEADING = 17;
export const PAD_X = 10;
export const PAD_Y = 6;
const LONGEST: Record<Tone, number> = { head: 36, code: 34, soft: 38 };
const KINDS = 3;
const STUB_GAP = 18;
const BADGE_GAP = 8;
const LEAST = 72;

/** Widths are estimates: the same picture wherever it is made. */
export function widthOf(text: string, tone: Tone): number {
  return text.length * LETTER[tone];
}

function line(tone: Tone, whole: string): Line {
  const longest = LONGEST[tone];
  const text = whole.length > longest ? `${whole.slice(0, longest - 1)}…` : whole;
  return { tone, text, whole };
}

export class Faces {
  private readonly writtenHere = new Map<number, GraphNode[]>();

  constructor(
    private readonly graph: GraphData,
    private readonly marks: Marks,
    inputs: Inputs,
  ) {
    for (const [input, user] of inputs.writtenIn) {
      const list = this.writtenHere.get(user) ?? [];
      list.push(at(graph.nodes, input));
      this.writtenHere.set(user, list);
    }
  }

  /** Returns how a leaf looks. */
  of(leaf: Leaf): Face {
    const lines = leaf.part === null ? this.nodeLines(leaf.node) : this.groupLines(leaf);
    const kept = lines.filter((one) => one.text !== "");
    const stub = this.stubOf(leaf);
    const look = leaf.part === null ? at(this.graph.nodes, leaf.node).kind : "group";
    const badge = this.badgeOf(leaf);
    // The badge stands behind the first line.
    const beside = badge === "" ? 0 : BADGE_GAP + widthOf(badge, "head");
    const text = Math.max(...kept.map((one, number) =>
      widthOf(one.text, one.tone) + (number === 0 ? beside : 0)), 0);
    const width = Math.round(Math.max(LEAST, text + 2 * PAD_X));
    return {
      look,
      lines: kept,
      stub,
      badge,
      width,
      height: kept.length * LEADING + 2 * PAD_Y,
      room: width + (stub === null ? 0 : STUB_GAP + widthOf(stub.text, "soft")),
      // As it is seen, then what was cut: a label has to begin with the words that are seen.
      label: [...kept.map((one) => one.text), badge, stub?.text ?? "",
        ...kept.filter((one) => one.text !== one.whole).map((one) => one.whole)].filter(Boolean).join(", "),
    };
  }

  private nodeLines(position: number): Line[] {
    const node = at(this.graph.nodes, position);
    if (node.kind === "output") {
      return [line("code", "return"), line("soft", counted(node.takes.length, "value"))];
    }
    const name = node.label === node.name ? node.type : `${node.name}: ${node.type}`;
    const value = line("soft", node.type === "" ? node.name : name);
    if (node.kind === "input") return [line("code", node.label), line("soft", node.type)];
    const given = [
      ...node.parameters,
      ...(this.writtenHere.get(position) ?? []).map((one) => `${lastOf(one.label)} ${shapeOf(one.type)}`),
    ];
    return [line("code", shortLabel(node.label)), value, line("soft", given.join(", "))];
  }

  private groupLines(leaf: Leaf): Line[] {
    const part = leaf.part;
    if (part === null) return [];
    const inside = part.members.length > 0 ? at(part.members, 0).nodes : part.nodes;
    const operators = inside
      .map((one) => at(this.graph.nodes, one))
      .filter((one) => one.kind === "operator");
    const kinds = tally(operators.map((one) => kindOf(one.label)));
    const shown = kinds.slice(0, KINDS).map(([kind, count]) => (count > 1 ? `${kind} ×${count}` : kind));
    const more = kinds.length > KINDS ? ", …" : "";
    const layers = part.period > 1 ? `${counted(part.period, "layer")}, ` : "";
    const each = part.members.length > 0 ? " each" : "";
    return [
      line("head", titleOf(leaf)),
      line("soft", layers + counted(operators.length, "operator") + each),
      { ...line("soft", shown.join(", ") + more), whole: kinds.map((one) => one.join(" ×")).join(", ") },
    ];
  }

  private stubOf(leaf: Leaf): Face["stub"] {
    const mine = nodesOf(leaf);
    const names = mine.map((one) => at(this.graph.nodes, one).name);
    const saved = names.filter((name) => this.marks.saved.has(name));
    if (saved.length > 0) {
      const sizes = saved.map((name) => this.marks.saved.get(name));
      const known = sizes.filter((one) => one !== undefined);
      const bytes = known.reduce((sum, one) => sum + one, 0);
      const size = known.length > 0 ? ` ${sizeOf(bytes)}` : "";
      const count = saved.length > 1 ? `${saved.length} ` : "";
      return { tone: "saved", text: `${count}saved${size}` };
    }
    const returned = mine.filter((one) => this.marks.returned.has(one));
    if (returned.length === 0) return null;
    const count = returned.length > 1 ? `${returned.length} ` : "";
    return { tone: "returned", text: `${count}returned` };
  }

  private badgeOf(leaf: Leaf): string {
    const added = nodesOf(leaf).filter((one) => this.marks.added.has(at(this.graph.nodes, one).name));
    if (added.length === 0) return "";
    return leaf.part === null ? "new" : `${added.length} new`;
  }
}

/** A node of the one layer that is shown for all speaks for itself. */
function nodesOf(leaf: Leaf): readonly number[] {
  return leaf.part === null ? [leaf.node] : leaf.nodes;
}

/** The last part of a path, as parameters are written: the module around has the rest. */
const lastOf = (label: string): string => label.slice(label.lastIndexOf(".") + 1);

function shapeOf(type: string): string {
  const start = type.indexOf("[");
  return start < 0 ? type : type.slice(start);
}

/** `layers.0 … layers.11 ×12`. */
export function titleOf(leaf: Pick<Leaf, "part">): string {
  const part = leaf.part;
  if (part === null) return "";
  return part.members.length > 0 ? `${part.title} ×${part.members.length}` : part.title;
}
