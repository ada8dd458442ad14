import { Fragment } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Model } from "../model";
import type { State } from "../state";
import type { Row } from "../tree";
import { type Badge, badgeParts, badgeWords, isOpenAtFirst, treeRows } from "../tree";

/** What was compiled, as a tree. */
export function Tree({ model, state }: { model: Model; state: State }) {
  const [touched, touch] = useState<ReadonlyMap<string, boolean>>(new Map());
  const list = useRef<HTMLDivElement>(null);
  const above = useMemo(() => chain(model, state.frame), [model, state.frame]);
  const everything = useMemo(() => isOpenAtFirst(model), [model]);
  const rows = useMemo(() => treeRows(model, (key) => touched.get(key)
    ?? (everything || above.has(key.slice(key.lastIndexOf("/") + 1)))),
  [model, touched, everything, above]);
  const here = state.frame === null ? state.panel : `${state.frame}/${state.at}`;
  const now = rows.findIndex((row) => row.is === here);
  const [focused, focus] = useState<string | null>(null);
  const inTabOrder = rows.some((row) => row.key === focused) ? focused
    : rows[Math.max(now, 0)]?.key;
  useEffect(() => {
    reveal(list.current?.querySelector?.('[aria-selected="true"]'));
  }, [here]);

  const set = (row: Row, open: boolean) => touch(new Map(touched).set(row.key, open));
  const goTo = (at: number) => {
    const row = rows[at];
    if (row === undefined) return;
    focus(row.key);
    (list.current?.children[at] as HTMLElement | undefined)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = rows.findIndex((row) => row.key === inTabOrder);
    const row = rows[at];
    if (row === undefined) return;
    let parent = at - 1;
    while (parent > 0 && (rows[parent]?.level ?? 0) >= row.level) parent--;
    const keys: Record<string, () => void> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => row.open === false ? set(row, true) : goTo(at + 1),
      ArrowLeft: () => row.open === true ? set(row, false) : goTo(parent),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const [width, resize] = useState<number | null>(null);
  return <div class="side" style={width === null ? {} : { width: `${width}px` }}>
    <nav aria-label="What was compiled">
    <div ref={list} role="tree" aria-label="Functions and entries" onKeyDown={onKeyDown}>
      {rows.map((row) => <a key={row.key} role="treeitem" href={row.href}
        class={`item ${row.kind}${row.gap === undefined ? "" : " tall"}`} style={{ "--level": row.level }}
        title={[row.label, row.title ?? row.note, row.gap, ...row.badges.map(badgeWords)].filter(Boolean).join("\n")} aria-level={row.level}
        aria-expanded={row.open} aria-selected={row.is === here}
        tabIndex={row.key === inTabOrder ? 0 : -1} onFocus={() => focus(row.key)}>
        <span class="first"><span class="mark" aria-hidden="true" onClick={(event) => {
          if (row.open === undefined) return;
          event.preventDefault();
          set(row, !row.open);
        }}>{row.open === undefined ? "" : row.open ? "▾" : "▸"}</span>
        <span class="label">{row.kind === "function" ? <Dotted name={row.label} /> : row.label}</span>{row.badges.map((badge) =>
          <Fragment key={badge.text}>{" "}<BadgeView of={badge} /></Fragment>)}
        {row.note === "" ? null : <>{" "}<span class="soft note"><span>{row.note}</span></span></>}</span>
        {row.gap === undefined ? null : <>{" "}<span class="soft gap">{row.gap}</span></>}
      </a>)}
    </div>
    </nav>
    <Edge width={width} resize={resize} />
  </div>;
}

/** A name that wraps behind its dots first. */
const Dotted = ({ name }: { name: string }) => <>{name.split(/(?<=\w\.)/).map((part, at) =>
  <Fragment key={at}>{at > 0 && <wbr />}{part}</Fragment>)}</>;

/** A badge; of a break, its line always shows. */
function BadgeView({ of: badge }: { of: Badge }) {
  const [start, file, line] = badgeParts(badge.text);
  const room = file === "" ? {} : { minWidth: `${4 + 0.65 * line.length}em` };
  return <span class={`badge ${badge.kind}${line === "" ? "" : file === "" ? " line whole" : " line"}`} style={room} title={badgeWords(badge)}>
    {badge.kind === "warn" ? <span>{start}</span> : line === "" ? start : <><span>{start}</span><span class="file">{file}</span><span>{line}</span></>}</span>;
}

const FIRST = 300; // pixels
const STEP = 20;
const [LEAST, MOST] = [120, 700];

/** The right edge of the tree: dragged, or moved with the arrow keys. */
function Edge({ width, resize }: { width: number | null; resize: (width: number | null) => void }) {
  const edge = useRef<HTMLDivElement>(null);
  const to = (wanted: number) => resize(Math.max(LEAST, Math.min(MOST, wanted)));
  const now = () => edge.current?.parentElement?.clientWidth ?? width ?? FIRST;
  return <div ref={edge} class="divider" role="separator" tabIndex={0}
    aria-orientation="vertical" aria-label="Width of the tree"
    aria-valuenow={Math.round(width ?? FIRST)} aria-valuemin={LEAST} aria-valuemax={MOST}
    title="Drag, or press arrow keys; double click or Enter: as at first"
    onPointerDown={(event) => {
      if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
    }}
    onPointerMove={(event) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) to(event.clientX);
    }}
    onDblClick={() => resize(null)}
    onKeyDown={(event) => {
      const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
      if (by !== undefined) to(now() + by);
      else if (event.key === "Enter") resize(null);
      else return;
      event.preventDefault();
    }} />;
}

/** Scrolls the tree only: after `scrollIntoView` Tab would go on from there. */
function reveal(item: Element | null | undefined): void {
  const box = item?.closest("nav");
  if (!item || !box) return;
  const [own, around] = [item.getBoundingClientRect(), box.getBoundingClientRect()];
  if (own.top < around.top) box.scrollTop += own.top - around.top;
  else if (own.bottom > around.bottom) box.scrollTop += own.bottom - around.bottom;
}

/** A frame and those that it is the rest of. */
function chain(model: Model, id: string | null): Set<string> {
  const found = new Set<string>();
  for (let at = id; at !== null && !found.has(at);) {
    found.add(at);
    at = model.byId.get(at)?.resumes ?? null;
  }
  return found;
}
