import { textAt } from "../model";
import type { EntryPlace, Panel } from "../place";
import { Code } from "../ui/Code";
import { FileText } from "../ui/FileText";

/** The function from call to return: all entries, guards and resume functions. */
export const full: Panel<EntryPlace> = {
  id: "full",
  title: () => "Full code",
  applies: ({ model, context: { root } }) =>
    typeof model.data.details[root.id]?.full_code === "number",
  View: ({ place: { model, context: { root } } }) => {
    const file = root.full_code ?? "";
    return <FileText file={file}><Code label={file}
      text={textAt(model.data, model.data.details[root.id]?.full_code)} /></FileText>;
  },
};
