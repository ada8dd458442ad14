import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Opens over what stands below it, so that nothing moves; made only then. */
export function Menu({ label, name, children }:
  { label: ComponentChildren; name?: string; children: () => ComponentChildren }) {
  const [open, set] = useState(false);
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: Event) => {
      const outside = event.target instanceof Node && !box.current?.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key !== "Escape" : !outside) return;
      // Escape closes the menu only: what is selected stays.
      if (event instanceof KeyboardEvent) event.stopImmediatePropagation();
      if (box.current?.contains(document.activeElement)) box.current.querySelector("summary")?.focus();
      set(false);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close, true);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close, true);
    };
  }, [open]);
  const isLeft = (box.current?.getBoundingClientRect().left ?? 0) < innerWidth / 2;
  return <details ref={box} class="menu" open={open}
    onToggle={(event) => set(event.currentTarget.open)}>
    <summary {...(name === undefined ? {} : { "aria-label": name, title: name })}>{label}</summary>
    {open ? <div class={isLeft ? "over from-left" : "over"}>{children()}</div> : null}
  </details>;
}
