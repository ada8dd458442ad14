// Which groups are open, as the reader opens and closes them.

import { useCallback, useState } from "preact/hooks";
import { at } from "./lists";
import type { Outline, Part } from "./outline";
import { ROOT_ID, leavesIn, openAtFirst, openedFor, openedTo, openingOf } from "./scene";
import type { Opening, Openings } from "./scene";

/** As many nodes and groups are seen at first, which a reader can take in. */
const MOST_AT_FIRST = 40;
/** More of what is selected are not opened together: laying them out takes too long. */
const MOST_SELECTED = 150;
/** More in one picture would keep the reader waiting for it. */
const MOST = 2500;

export interface Groups {
  open: Openings;
  toggle: (part: Part) => void;
  set: (part: Part, opening: Opening | null) => void;
  /** Opens what a node is hidden in. */
  reveal: (node: number) => void;
  /** Opens what some nodes are hidden in, and closes everything else. */
  show: (nodes: readonly number[]) => void;
  openAll: () => void;
  closeAll: () => void;
}

/** The open groups of a graph. */
export function useGroups({ root }: Outline, selected: readonly number[]): Groups {
  const [open, setOpen] = useState<Openings>(() => selected.length > 0
    ? holding(root, selected) : openAtFirst(root, MOST_AT_FIRST));
  const set = useCallback((part: Part, opening: Opening | null) => {
    if (part.id === ROOT_ID) return;
    setOpen((before) => {
      const after = new Map(before);
      if (opening === null) after.delete(part.id);
      else after.set(part.id, opening);
      return after;
    });
  }, []);
  return {
    open,
    set,
    toggle: (part) => set(part, open.has(part.id) ? null : openingOf(part)),
    reveal: (node) => setOpen((before) => openedTo(root, node, before)),
    show: (nodes) => setOpen(holding(root, nodes)),
    openAll: () => setOpen(openAtFirst(root, MOST)),
    closeAll: () => setOpen(new Map(onlyWay(root))),
  };
}

/** What holds the nodes, or of very many the first. */
function holding(root: Part, nodes: readonly number[]): Openings {
  const way = onlyWay(root);
  const open = new Map([...way, ...openedFor(root, nodes)]);
  return leavesIn(root, open) <= MOST_SELECTED ? open
    : new Map([...way, ...openedFor(root, nodes.slice(0, 1))]);
}

/** What has to be open for more than one group to be seen. */
function onlyWay(root: Part): [string, Opening][] {
  const way: [string, Opening][] = [];
  let part = root;
  while (part.parts.length === 1 && part.direct.length === 0) {
    part = at(part.parts, 0);
    way.push([part.id, openingOf(part)]);
  }
  return way;
}
