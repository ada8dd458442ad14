import type { Context } from "../../model";
import { differenceOf, entryName, failedWords, innermost, place, resumeNote, resumeWords } from "../../model";
import type { Finding, GraphBreak } from "../../data";
import { address } from "../../state";
import { Edit } from "../../ui/Edit";
import { Fold } from "../../ui/Fold";
import { Bullets, LineRef, Rich } from "../../ui/Rich";

/** Why torch compiled again; told against the nearest entry. */
export function Recompiled({ context: { compilation, frame } }: { context: Context }) {
  const { reason } = compilation;
  if (reason === undefined) return null;
  return <article class="finding again">
    <b>{compilation.entry === undefined ? `R${entryName(compilation).slice(1)}` : "Recompiled"}</b>, {failedWords(frame, compilation)}
    {compilation.difference
      ? <div>It is <Rich text={differenceOf(compilation)} />.</div> : null}
  </article>;
}

/** Where the graph ended before the function did. */
export const Breaks = ({ context }: { context: Context }) => <>
  {(context.compilation.graph_breaks ?? []).map((event, at) =>
    <Break key={at} context={context} event={event} />)}</>;

function Break({ context, event }: { context: Context; event: GraphBreak }) {
  const line = innermost(event);
  const [advice, { hints = [] }] = [cures(context, event), event];
  return <article class="finding">
    <b>Graph break</b>{line ? ` at ${place(line.file, line.line)}` : ""}
    {line?.text ? <div class="at"><LineRef context={context} line={line} /></div> : null}
    <div><Rich text={event.reason} /></div>
    {advice.map((one, key) => <div key={key}><Edit of={one} />
      {one.note ? <Rich text={one.note} /> : null}</div>)}
    {event.explanation ? <div class="soft lines"><Rich text={event.explanation} /></div>
      : null}
    {hints.length === 0 ? null : advice.length === 0 ? <Bullets items={hints} />
      : <Fold label="Torch's own hint">{() => <Bullets items={hints} />}</Fold>}
    {/^https:\/\//.test(event.link ?? "")
      ? <a href={event.link ?? ""} rel="noreferrer">torch's page on it</a> : null}
  </article>;
}

/** The findings that tell what to change at the line of a break. */
function cures({ model }: Context, event: GraphBreak): Finding[] {
  const lines = event.user_stack ?? [];
  return model.data.findings.filter(({ edit, diff, line }) => (edit || diff) && line !== undefined
    && lines.some((one) => one.file === line.file && one.line === line.line));
}

/** The functions that hold the rest of this one. */
export function Resumes({ context }: { context: Context }) {
  const { compilation, details, model } = context;
  const links = compilation.resume_functions ?? [];
  if (links.length === 0) return null;
  return <>
    <h2>Goes on in</h2>
    <ul>{links.map((resume) => {
      const child = resume.frame === undefined ? undefined : model.byId.get(resume.frame);
      const arm = details.arms?.[resume.name];
      return <li key={resume.name}>{arm ? `${arm} → ` : ""}
        {child === undefined
          ? <>{resume.name}<span class="soft"> never called, or left as it is</span></>
          : <><a href={address({ frame: child.id, panel: "code" })}>{resume.name}</a>
            <span class="soft" title={resumeNote(child)}> {resumeWords(child)}</span></>}</li>;
    })}</ul>
  </>;
}
