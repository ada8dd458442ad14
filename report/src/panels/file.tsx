import { useMemo } from "preact/hooks";
import { languageOf } from "../highlight";
import { selectionAt, writtenIn } from "../fileLines";
import type { Lit } from "../links";
import { stageOf, textAt } from "../model";
import type { EntryPlace, Panel } from "../place";
import { point, select, type Selection } from "../state";
import { Code } from "../ui/Code";
import { FileText } from "../ui/FileText";
import { named } from "../web";

/** A graph or a generated module, as text. */
export const file: Panel<EntryPlace> = {
  id: "file",
  title: ({ state }) => state.file ?? "",
  applies: ({ state, model }) => state.file !== null && state.file in model.data.files,
  View: ({ place }) => {
    const name = place.state.file ?? "";
    return <FileText file={name} note={stageOf(place.model.data, name)}>
      <LinkedCode place={place} file={name} /></FileText>;
  },
};

/** The first of `lines` behind the line that fits, or that line; from 1. */
export function firstBehind(
  text: string, fits: RegExp, lines: readonly number[],
): number | undefined {
  const at = text.split("\n").findIndex((line) => fits.test(line)) + 1;
  return at === 0 ? undefined
    : lines.filter((line) => line > at).sort((a, b) => a - b)[0] ?? at;
}

/** The text of a file whose nodes or kernels are linked with what they come from. */
export function LinkedCode({ place, file: name, opening, first }: {
  place: EntryPlace; file: string;
  /** The line behind which the first linked one is what a reader wants to see. */
  opening?: RegExp;
  /** The kernels to bring into view first, of those that are selected. */
  first?: ReadonlySet<string>;
}) {
  const { model: { data }, context: { details }, lit, kept } = place;
  const text = textAt(data, data.files[name]);
  const written = useMemo(() => writtenIn(details, name, text), [details, name, text]);
  const open = useMemo(() => opening === undefined ? undefined
    : firstBehind(text, opening, [...written.lines.values()].flat()),
  [opening, text, written]);
  const linesOf = ({ nodes, kernels, others }: Lit) => {
    const names = written.kind === "node" ? nodes : kernels;
    return new Set([...written.lines].flatMap(([one, lines]) => {
      const key = named(name, one);
      return names.has(key) ? lines.filter((line) => !others.get(key)?.has(line)) : [];
    }));
  };
  const at = (line: number | null): Selection | null =>
    line === null ? null : selectionAt(written, name, text, line);
  const picks = written.lines.size === 0 ? {} : {
    point: (line: number | null) => point(at(line)),
    pick: (line: number) => select(at(line)),
  };
  return <Code label={name} text={text} language={languageOf(name)}
    lit={linesOf(lit)} kept={linesOf(kept)}
    {...first === undefined ? {} : { reveals: linesOf({ ...kept, kernels: first }) }} open={open} {...picks} />;
}
