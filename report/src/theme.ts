// Light or dark, as the reader chose it: kept by the browser, so that a reload does not undo it.
const KEY = "depyf-theme";

/** Keeps what was chosen; some browsers keep nothing for a local file. */
export function keepTheme(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch { /* the page stays as chosen until it is read again */ }
}

/** Shows the page as it was chosen before, if it was. */
export function restoreTheme(): void {
  let theme: string | null = null;
  try {
    theme = localStorage.getItem(KEY);
  } catch { /* as the browser wants it */ }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
