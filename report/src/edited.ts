// The edits of `depyf cure` that the program of this run has.  Pure.
import type { CodeLine, Data } from "./data";

/** Whether this is a run with edits: its lines are not those of the files as they are. */
export const isWithEdits = ({ cure_files: files }: Pick<Data, "cure_files">): boolean => files?.before !== undefined;

/** Whether an edit changed a file. */
export const isEdited = ({ edited = [] }: Pick<Data, "edited">, file: string): boolean =>
  edited.some((one) => one.file === file);

/** A function that runs as Python because of an edit, and its line. */
export interface Plain { name: string; at: CodeLine }

/** The functions that edits took out of compiled code: torch meets none of them. */
export const plainFunctions = ({ edited = [] }: Pick<Data, "edited">): Plain[] =>
  edited.flatMap(({ file, plain }) => plain.map(({ name, line }) => ({ name, at: { file, line } })));
