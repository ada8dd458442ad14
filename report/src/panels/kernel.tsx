import { useMemo } from "preact/hooks";
import { computingOf } from "../idle";
import type { EntryPlace, Panel } from "../place";
import { select } from "../state";
import { LinkedCode } from "./file";

// The kernels are made above it, after a screen of imports; here they are called.
const CALL = /^\s*def call\(/;

/** The generated module that holds the selected kernel, or the first. */
export const kernel: Panel<EntryPlace> = {
  id: "kernel",
  title: () => "Generated code",
  applies: ({ context }) => (context.compilation.kernels ?? []).length > 0,
  View: ({ place }) => {
    const files = place.context.compilation.kernels ?? [];
    const { selection } = place.state;
    const computing = useMemo(() => computingOf(place), [place.kept, place.state.selection, place.context]);
    const [lit = ""] = computing;
    const at = files.find((one) => selection?.kind === "kernel"
      ? one.file === selection.file : lit.startsWith(`${one.file}:`)) ?? files[0];
    if (at === undefined) return null;
    return <>
      {files.length < 2 ? null : <div class="choice">
        <select aria-label="Generated module" value={at.file}
          onChange={({ currentTarget: { value: file } }) => {
            const name = files.find((one) => one.file === file)?.origins?.[0]?.kernel;
            select({ kind: "kernel", file, name: name ?? "call" });
          }}>
          {files.map(({ file, backward }) => <option key={file} value={file}>
            {file} ({backward ? "backward" : "forward"})</option>)}
        </select></div>}
      <LinkedCode place={place} file={at.file} opening={CALL} first={computing} />
    </>;
  },
};
