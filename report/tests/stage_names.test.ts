import { expect, test } from "vitest";
import { ofBackward } from "../src/stageNames";

test("a stage of the backward graph has one pair of brackets", () => {
  expect(ofBackward("Lowered (AFTER_POST_GRAD)")).toBe("Lowered (AFTER_POST_GRAD, backward)");
  expect(ofBackward("Captured")).toBe("Captured (backward)");
});
