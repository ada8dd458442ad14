import { expect, test } from "vitest";
import { arrows } from "../src/tried";

test("values before and after have an arrow between them, which code keeps as it is", () => {
  expect(arrows("graph breaks 3 -> 0, 15.1 s -> 18.4 s compiling"))
    .toBe("graph breaks 3\u00a0→\u00a00, 15.1\u00a0s\u00a0→\u00a018.4 s compiling");
  expect(arrows("`loss 1` -> nothing: `def f() -> int`")).toBe("`loss 1` → nothing: `def f() -> int`");
});
