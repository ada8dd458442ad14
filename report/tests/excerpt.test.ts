import { expect, test } from "vitest";
import { excerpt } from "../src/excerpt";

test("a line that is cut around what was found has whole words, and says that it is cut", () => {
  const line = "            expert_hit = torch.greater(expert_mask.sum(dim=(-1, -2)), 0).nonzero()";
  const from = line.indexOf("nonzero");
  expect(excerpt(line, from, from + 7)).toEqual(["… = torch.greater(expert_mask.sum(dim=(-1, -2)), 0).", "nonzero", "()"]);
  expect(excerpt("a nonzero b", 2, 9)).toEqual(["a ", "nonzero", " b"]);
  const [, , after] = excerpt(`x ${"words ".repeat(60)}`, 0, 1);
  expect(after).toMatch(/^( words)+ …$/);
});

test("a word that what was found is a part of stays, however long it is", () => {
  const line = `${"a".repeat(300)}needle${"b".repeat(300)}`;
  expect(excerpt(line, 300, 306)).toEqual([`…${"a".repeat(60)}`, "needle", `${"b".repeat(200)}…`]);
});
