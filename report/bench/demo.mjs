// Writes a page that shows one graph; see demo.tsx.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [out, ...given] = process.argv.slice(2);
const options = Object.fromEntries(given.filter((one) => one.includes("=")).map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]));
const [graph, before] = given.filter((one) => !one.includes("=")).map((one) => JSON.parse(readFileSync(one, "utf8")));
const made = await build({
  entryPoints: [fileURLToPath(new URL("demo.tsx", import.meta.url))],
  bundle: true, logLevel: "error", write: false, format: "iife", target: "es2022", minify: true, charset: "ascii",
  jsx: "automatic", jsxImportSource: "preact",
});
const style = readFileSync(new URL("../src/style/graph.css", import.meta.url), "utf8");
const data = JSON.stringify({ graph, before, lit: options.lit?.split(","), theme: options.theme });
const script = made.outputFiles[0].text;
writeFileSync(out, `<!doctype html><meta charset="utf-8"><title>graph</title>
<style>:root{color-scheme:light dark}body{margin:16px;background:#fff}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]) body{background:#12161c}}
:root[data-theme=dark]{color-scheme:dark}:root[data-theme=dark] body{background:#12161c}
${style}</style><div id="app"></div>
<script>const GIVEN=${data.replaceAll("<", "\\u003c")}</script>
<script>${script.replaceAll("</script", "<\\/script")}${options.then ?? ""}</script>`);
console.log(`${out}: script ${script.length} bytes`);
