import type { GraphFile } from "../../data";
import type { Context } from "../../model";
import { shortName } from "../../fused";
import { ofBackward } from "../../stageNames";
import { address } from "../../state";
import { howKnown, originLines } from "../kernels";

/** The graphs of an entry, from what was captured to what was lowered. */
export function Graphs({ context }: { context: Context }) {
  const { compilation, details, model } = context;
  const graphs = compilation.graphs ?? [];
  if (graphs.length === 0) return null;
  const name = (graph: GraphFile) => {
    const title = details.titles[graph.stage] ?? "";
    return `${graph.prefix} · ${graph.backward && graph.stage !== "Backward_graph" ? ofBackward(title) : title}`;
  };
  return <>
    <h2>Graphs</h2>
    <ul>{graphs.map((graph) => <li key={graph.file}>
      <FileLink context={context} file={graph.file} label={name(graph)} />
      <span class="soft"> {model.data.stages[graph.stage]}</span></li>)}</ul>
  </>;
}

/** The kernels of an entry, each with what it comes from. */
export function Kernels({ context }: { context: Context }) {
  const kernels = context.compilation.kernels ?? [];
  if (kernels.length === 0) return null;
  return <>
    <h2>Kernels</h2>
    <ul>{kernels.map((kernel) => <li key={kernel.file}>
      <FileLink context={context} file={kernel.file} label={`${kernel.prefix} · `
        + (kernel.backward ? "backward " : "")
        + (kernel.names.map(shortName).join(", ") || kernel.language || "library calls only")} />
      {(kernel.origins ?? []).length === 0 ? null : <ul>{kernel.origins.map((origin) =>
        <li key={origin.kernel}><code title={origin.kernel}>{shortName(origin.kernel)}</code>
          <span class="soft"> {origin.nodes.length === 0
            ? "torch did not record its origin"
            : `from ${originLines(origin)} (${origin.nodes.join(", ")})`
              + (origin.how === "inferred" ? `, ${howKnown(origin)}` : "")}</span>
        </li>)}</ul>}
    </li>)}</ul>
  </>;
}

const FileLink = ({ context: { frame, at }, file, label }:
  { context: Context; file: string; label: string }) => <>
  <a href={address({ frame: frame.id, at, panel: "file", file })}>{label}</a>
  {" "}<a href={encodeURIComponent(file)} class="soft" title={`open ${file}`}>↗</a></>;
