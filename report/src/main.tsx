import { render } from "preact";
import { App } from "./App";
import { readData } from "./data";
import { startStore } from "./state";
import { restoreTheme } from "./theme";
import "./style.css";
import "./style/graph.css";
import "./style/guards.css";
import "./style/head.css";
import "./style/ranks.css";
import "./style/recompiles.css";
import "./style/timeline.css";

async function start(app: HTMLElement, stored: HTMLElement): Promise<void> {
  const ranks = document.getElementById("ranks")?.textContent ?? "null";
  const { data, parts } = await readData(stored.textContent ?? "", ranks);
  startStore();
  app.replaceChildren();
  render(<App data={data} parts={parts} />, app);
}

restoreTheme(); // before anything is drawn
const app = document.getElementById("app");
const stored = document.getElementById("data");
if (app !== null && stored !== null) void start(app, stored);
