// The rows of the table, as plain data: one a compilation.

import type { Place } from "../contract";
import { conditionOf, filesOf, type Files } from "../guards/conditions";
import type { CodeLine, GuardGroup } from "../data";
import { differenceOf } from "../model";
import { LIMIT } from "./limit";
import type { CompilationData, Reason } from "./types";

/** A guard that failed, taken apart. */
export interface Failed {
  /** The condition or torch's sentence, without the place. */
  text: string;
  /** The entry it is of, `entry 3`; empty if torch does not say. */
  entry: string;
  /** Where the program needs it. */
  place: Place | null;
  /** The text of that line. */
  code: string;
}

export interface Row {
  /** Position of the compilation in its frame. */
  at: number;
  id: string;
  /** `entry 3`, or empty where none was made. */
  entry: string;
  /** The function that it was compiled for, if entries of several are in one cache; empty otherwise. */
  wrapped: string;
  /** The program's line whose call was compiled. */
  calledAt: CodeLine | undefined;
  /** Conditions of its own. */
  accepts: string[];
  difference: string;
  /** Which sizes and numbers may vary, in sentences that say what symbols stand for. */
  sizes: readonly string[];
  /** The guards that failed, that of the entry it is compared with before the others. */
  failed: Failed[];
  /** Calls that it served; null where they were not counted. */
  hits: number | null;
  /** null where torch did not measure. */
  seconds: number | null;
  outcome: Outcome;
  /** Why there is no entry. */
  refused: string;
}

/** `limit`: torch gave up on the function, as it had too many entries. */
export type Outcome = "entry" | "limit" | "skipped";

// torch's sentence, and behind it the place and the text of the line in parentheses.
const WITH_PLACE = /^(.*) \(([^\s:()]+):(\d+)(?:: (.*))?\)$/s;
const IN_DETAIL = /File "([^"\n]+)", line (\d+)|# ([^\n#]+):(\d+) in /g;
const STATE = "torch's own state";
const NO_PYTHON = "what torch does not print as Python";

/** `m.torch.Tensor is _…_c0.Tensor`: a global of a module, by a name that torch made up. */
const SAME_OBJECT = /^[\w.]+\.(\w+) is _…_c\d+\.\1$/;

/** Returns a row for each compilation of a function. */
export function rowsOf(compilations: readonly CompilationData[]): Row[] {
  const files = filesOf(compilations.flatMap(({ guards }) => guards ?? []));
  const entries = new Map(compilations.map((one) => [one.id, entryName(one)]));
  // All conditions of a single entry are its own: nothing was compared.
  const isCompared = compilations.filter(({ guard_groups: groups = [] }) => groups.length > 0).length > 1;
  return compilations.map((one, at) => ({
    at,
    id: one.id,
    entry: entryName(one),
    wrapped: one.wrapped ?? "",
    calledAt: one.called_at,
    accepts: acceptedBy(one, files, isCompared),
    difference: differenceOf(one),
    sizes: one.sizes ?? [],
    failed: telling(one).map((reason) => failedOf(reason, entries, files)),
    hits: one.hits ?? null,
    seconds: secondsOf(one),
    outcome: outcomeOf(one),
    refused: one.entry === undefined ? (one.skipped ?? "") : "",
  }));
}

function telling({ reason, recompiled_because: all = [] }: CompilationData): Reason[] {
  return reason === undefined ? all : [reason, ...all.filter((one) => one !== reason)];
}

/** Returns a failed guard taken apart; the file of its place is in torch's own words. */
function failedOf(
  reason: Reason,
  entries: ReadonlyMap<string, string>,
  files: Files,
): Failed {
  const [, text = reason.text, short = "", line = "", code = ""] =
    WITH_PLACE.exec(reason.text) ?? [];
  const named = files.get(short);
  const place =
    placeInDetail(reason.detail ?? "", Number(line)) ??
    (named === undefined ? null : { file: named, line: Number(line) });
  return { text, entry: entries.get(reason.failed ?? "") ?? "", place, code };
}

function placeInDetail(detail: string, line: number): Place | null {
  const found = [...detail.matchAll(IN_DETAIL)].map((match) => ({
    file: match[1] ?? match[3] ?? "",
    line: Number(match[2] ?? match[4]),
  }));
  return found.find((place) => place.line === line) ?? null;
}

/** Returns the conditions that only this entry has. Torch's state of a single entry is left out if it has others. */
function acceptedBy(one: CompilationData, files: Files, isCompared: boolean): string[] {
  const { guard_groups: groups = [], stack_names: names = {} } = one;
  // As in the texts of guards that failed.
  const named = (text: string) => text.replace(/___stack\d+/g, (name) => names[name] ?? name);
  const texts = (of: readonly GuardGroup[]) =>
    of.flatMap(({ own }) => own.map((text) => named(oneLine(conditionOf(text, files).text))));
  const told = texts(groups.filter(({ title }) => title !== STATE && title !== NO_PYTHON))
    .filter((text) => !SAME_OBJECT.test(text));
  return told.length > 0 && !isCompared ? told : [...told, ...texts(groups.filter(({ title }) => title === STATE))];
}

function entryName({ entry }: CompilationData): string {
  return entry === undefined ? "" : `entry ${entry.index}`;
}

function outcomeOf(one: CompilationData): Outcome {
  if (one.entry !== undefined) return "entry";
  return LIMIT.test(one.skipped ?? "") ? "limit" : "skipped";
}

function secondsOf({ metrics }: CompilationData): number | null {
  if (metrics === undefined || metrics.length === 0) return null;
  return metrics.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}
