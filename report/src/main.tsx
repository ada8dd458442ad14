import { render } from "preact";

const app = document.getElementById("app");
if (app !== null) render(<p>depyf</p>, app);
