// Which kernel a line of a generated module belongs to.
import type { KernelData } from "./contract";

/** Kernels of one module, by the lines that define or call them. */
export function kernelsByLine(kernels: readonly KernelData[]): Map<number, string> {
  return new Map(kernels.flatMap(({ kernel, shown }) =>
    shown.map((line) => [line, kernel] as const)));
}

/**
 * The kernel that a line of a generated module defines or calls, or is in the
 * definition of: that ends with its text.
 */
export function kernelOfLine(
  lines: readonly string[], known: ReadonlyMap<number, string>, line: number,
): string | null {
  for (let at = line; at > 0; at--) {
    const found = known.get(at);
    // Calls are indented, and what stands below one is not within it.
    if (found !== undefined) return at === line || /^\S/.test(lines[at - 1] ?? "")
      ? found : null;
    if (at < line && lines[at - 1]?.startsWith("'''")) return null;
  }
  return null;
}
