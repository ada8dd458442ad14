// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { App } from "../src/App";
import { FILE, run } from "./run";
import { app, NO_PARTS, see } from "./shown";

const show = (data: ReturnType<typeof run>) => act(() => render(<App key={Math.random()} data={data} parts={NO_PARTS} />, app));

test("a finding in the row of a line names its function, without the reason that follows", async () => {
  const data = run();
  data.findings = [{ ...data.findings[0]!, subject: "Other.forward", title: "is not compiled: data-dependent size", line: { file: FILE, line: 4 } }];
  await show(data);
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  const summary = app.querySelector(".told .bad")?.closest("summary");
  expect(summary?.textContent).toBe("Other.forward is not compiled ▾");
  expect(summary?.title).toBe("Other.forward is not compiled: data-dependent size");
});
