// The data of the page comes in parts: what is looked at is unpacked, the rest is not.
import type { StoredGraph } from "./contract";
import { type CompilationDetails, type Data, type FrameDetails, withoutIds } from "./data";
import { type PackedLines, unpackedTexts } from "./lines";
import { familyOf } from "./model";
import { graphOf } from "./nodes";
import type { State } from "./state";

/**
 * JSON as it is; or, compressed by gzip and written in base64, as `packed` what is not
 * in its `texts`, and these as `PackedLines`, or as `lines` its text as the only one.
 */
export type Stored<T> = T | { packed: string; texts?: string } | { lines: string };

/** What belongs to a frame, or to none; numbers lead into its own `texts`. */
export interface Part {
  texts: string[];
  files?: Data["files"];
  sources?: Data["sources"];
  details?: Record<string, StoredFrame>;
}

/** The details of a frame; the nodes of its graphs are columns. */
type StoredEntry = Omit<CompilationDetails, "graph_data"> & { graph_data?: StoredGraph[] };
type StoredFrame = Omit<FrameDetails, "compilations"> & { compilations: StoredEntry[] };

export const REST = "rest";
/** The number of a text that is still packed. */
export const UNREAD = -1;

/** The parts of a page, each read once. */
export class Parts {
  private readonly reading = new Map<string, Promise<void>>();
  private readonly read = new Set<string>();
  private readonly partOf: ReadonlyMap<string, string>;

  /** `files` are named at once, so that they can be listed. */
  constructor(private readonly data: Data,
    files: Readonly<Record<string, readonly string[]>>,
    private readonly stored: Readonly<Record<string, Stored<Part>>>) {
    const pairs = Object.entries(files)
      .flatMap(([part, names]) => names.map((name) => [name, part] as const));
    this.partOf = new Map(pairs);
    for (const [name] of pairs) data.files[name] = UNREAD;
  }

  /** The parts that a state of the page shows and that are not read yet. */
  missing(state: State): string[] {
    return this.wanted(state).filter((name) => name in this.stored && !this.read.has(name));
  }

  async load(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => {
      const begun = this.reading.get(name) ?? this.one(name);
      this.reading.set(name, begun);
      return begun;
    }));
  }

  private async one(name: string): Promise<void> {
    const stored = this.stored[name];
    if (stored !== undefined) merge(this.data, await opened(stored));
    this.read.add(name);
  }

  private wanted({ frame, panel, file }: State): string[] {
    if (frame !== null) return [REST,
      ...familyOf(this.data.frames, frame).map((one) => one.id)];
    if (panel === "search") return Object.keys(this.stored);
    const part = file === null ? undefined : this.partOf.get(file);
    return part === undefined ? [] : [part];
  }
}

/** Puts a part into the data; its texts get the numbers that are free. */
export function merge(data: Data, part: Part): void {
  const by = data.texts.length;
  for (const text of part.texts) data.texts.push(text);
  for (const [name, number] of Object.entries(part.files ?? {}))
    data.files[name] = number + by;
  for (const [name, one] of Object.entries(part.sources ?? {}))
    data.sources[name] = { ...one, text: one.text + by };
  for (const [name, one] of Object.entries(part.details ?? {}))
    data.details[name] = moved(one, by, part.texts);
}

function moved(frame: StoredFrame, by: number, texts: readonly string[]): FrameDetails {
  const or = (number: number | null) => number === null ? null : number + by;
  return { ...frame, source: frame.source + by, own_source: or(frame.own_source),
    full_code: or(frame.full_code),
    compilations: frame.compilations.map((one) => movedEntry(one, by, texts)) };
}

function movedEntry({ graph_data: graphs, ...one }: StoredEntry, by: number,
  texts: readonly string[]): CompilationDetails {
  const groups = one.guard_groups?.map(({ title, own, common }) =>
    ({ title, own: own.map(withoutIds), common: common.map(withoutIds) }));
  const failing = one.failing?.map((each) => ({ ...each, text: withoutIds(each.text) }));
  return { ...one, ...(groups && { guard_groups: groups }), ...(failing && { failing }),
    ...(graphs === undefined ? {} : { graph_data: graphs.map((graph) => graphOf(graph, texts)) }),
    ...(one.text === undefined ? {} : { text: one.text + by }),
    ...(one.guard_text === undefined ? {} : { guard_text: one.guard_text + by }) };
}

/** Reads what is stored, which is compressed where a page is large. */
export async function opened<T extends object>(stored: Stored<T>): Promise<T> {
  if ("lines" in stored) {
    // The lines are ours: joined, they are the JSON.
    const [json = ""] = await textsOf(stored.lines);
    return JSON.parse(json.replaceAll("\n", "")) as T;
  }
  if (!("packed" in stored)) return stored;
  const [json, texts] = await Promise.all([unpacked(stored.packed),
    stored.texts === undefined ? null : textsOf(stored.texts)]);
  return { ...JSON.parse(json) as T, ...(texts === null ? {} : { texts }) };
}

async function textsOf(packed: string): Promise<string[]> {
  return unpackedTexts(JSON.parse(await unpacked(packed)) as PackedLines);
}

async function unpacked(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}
