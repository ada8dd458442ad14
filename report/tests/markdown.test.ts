import { expect, test } from "vitest";
import { markdownTable } from "../src/markdown";

test("a table is Markdown with numbers at the right", () => {
  expect(markdownTable(["Function", "Hits"], [["f", "12"]], [false, true]))
    .toBe("| Function | Hits |\n|---|---:|\n| f | 12 |\n");
});

test("no cell breaks out of the table", () => {
  const [, , row] = markdownTable(["a", "b"], [["x | y\nz", "\\|"]]).split("\n");
  expect(row).toBe("| x \\| y z | \\\\\\| |");
});
