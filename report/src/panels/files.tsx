import { isInstalled } from "../callOrder";
import { languageOf } from "../highlight";
import { isOfProgram, NOTHING, stageOf, textAt } from "../model";
import type { Panel } from "../place";
import { address, type State } from "../state";
import { Code } from "../ui/Code";
import { FileText } from "../ui/FileText";
import { Table } from "../ui/Table";

const selectedIn = ({ selection }: State): ReadonlySet<number> =>
  new Set(selection?.kind === "source" ? [selection.line] : []);

/** Every file in the directory that is not of the page, readable in place. */
export const files: Panel = {
  id: "files",
  title: ({ state }) => state.file ?? "Files",
  applies: () => true,
  View: ({ place: { model, state } }) => state.file === null
    ? <div class="page"><h2>Files</h2>
      <Table caption="Graphs and kernels, as text; files of your program that findings name" rows={Object.keys(model.data.files)}
        columns={[
          { title: "File", text: (file) => file, view: (file) =>
            <a href={address({ panel: "files", file })}>{file}</a> },
          { title: "What it is", text: (file) => stageOf(model.data, file) },
        ]} /></div>
    : <FileText file={state.file} note={stageOf(model.data, state.file)}>
      <Code label={state.file} language={languageOf(state.file)} kept={selectedIn(state)}
        isWhole={isOfProgram(state.file) && !isInstalled(state.file)}
        text={state.file in model.data.files
          ? textAt(model.data, model.data.files[state.file]) : NOTHING} /></FileText>,
};
