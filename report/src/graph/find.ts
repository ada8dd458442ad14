import type { GraphNode } from "../contract";

/** Positions of the nodes in which all words are found, in order. */
export function found(nodes: readonly GraphNode[], query: string): number[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [];
  return nodes.flatMap((node, position) => {
    const text = [node.name, node.label, node.type, node.module, ...node.parameters]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word)) ? [position] : [];
  });
}
