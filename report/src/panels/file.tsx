import { useMemo } from "preact/hooks";
import { languageOf } from "../highlight";
import { kernelOfLine, linesNaming } from "../kernelLines";
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
  const { model: { data }, context: { compilation } } = place;
  const text = textAt(data, data.files[name]);
  const kernel = (compilation.kernels ?? []).find((one) => one.file === name);
  const names = (kernel?.origins ?? []).map((origin) => origin.kernel);
  const where = useMemo(() => linesNaming(text, names), [text, names.join(" ")]);
  const linesOf = (lit: ReadonlySet<string>) => new Set(names.flatMap((one) =>
    lit.has(named(name, one)) ? where.get(one) ?? [] : []));
  const at = (line: number | null): Selection | null => {
    const found = line === null ? null : kernelOfLine(text, names, line);
    return found === null ? null : { kind: "kernel", file: name, name: found };
  };
  const picks = names.length === 0 ? {} : {
    point: (line: number | null) => point(at(line)),
    pick: (line: number) => select(at(line)),
  };
  return <Code label={name} text={text} language={languageOf(name)}
    lit={linesOf(place.lit.kernels)} kept={linesOf(place.kept.kernels)} {...picks} />;
}
