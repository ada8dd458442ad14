import type { ComponentChildren } from "preact";

export interface Tab { id: string; title: string; href: string }

/** Tabs; the arrow keys go from one to the next. */
export function Tabs({ tabs, at, label, children }:
  { tabs: readonly Tab[]; at: string; label: string; children?: ComponentChildren }) {
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const now = tabs.findIndex((tab) => tab.id === at);
    const next = tabs[(now + by + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    location.hash = next.href;
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return <div class="tabs">
    <div role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ id, title, href }) => <a key={id} id={`tab-${id}`} role="tab"
        href={href} class={id === at ? "on" : ""} aria-selected={id === at}
        aria-controls="panel" data-title={title} tabIndex={id === at ? 0 : -1}>{title}</a>)}
    </div>
    {children}
  </div>;
}
