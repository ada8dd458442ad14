import { useMemo } from "preact/hooks";
import { languageOf } from "../highlight";
import { kernelOfLine, kernelsByLine } from "../kernelLines";
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

/** The text of a file whose kernels are linked with what they come from. */
export function LinkedCode({ place, file: name }: { place: EntryPlace; file: string }) {
  const { model: { data }, context: { details } } = place;
  const text = textAt(data, data.files[name]);
  const kernels = useMemo(() => (details.kernel_data ?? []).filter((one) =>
    one.file === name), [details, name]);
  const where = useMemo(() => ({ lines: text.split("\n"),
    known: kernelsByLine(kernels) }), [text, kernels]);
  const linesOf = (lit: ReadonlySet<string>) => new Set(kernels.flatMap((one) =>
    lit.has(named(name, one.kernel)) ? one.shown : []));
  const at = (line: number | null): Selection | null => {
    const found = line === null ? null : kernelOfLine(where.lines, where.known, line);
    return found === null ? null : { kind: "kernel", file: name, name: found };
  };
  const picks = kernels.length === 0 ? {} : {
    point: (line: number | null) => point(at(line)),
    pick: (line: number) => select(at(line)),
  };
  return <Code label={name} text={text} language={languageOf(name)}
    lit={linesOf(place.lit.kernels)} kept={linesOf(place.kept.kernels)} {...picks} />;
}
