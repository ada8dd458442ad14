import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { firstCamera } from "./firstView";
import type { Layout } from "./layout";

export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Rectangle extends Size {
  x: number;
  y: number;
}

export const ZOOM = { least: 0.1, most: 3, step: 1.25, smallestAtFirst: 0.85 };
const UNMEASURED: Size = { width: 900, height: 560 };
const MARGIN = 40;

/** Whether a size is that of an element, not what is assumed before there is one. */
export const isMeasured = (size: Size): boolean => size !== UNMEASURED;

/** Zooms by a factor; the point of the view stays where it is. */
export function zoomed(camera: Camera, factor: number, x: number, y: number): Camera {
  const zoom = Math.min(ZOOM.most, Math.max(ZOOM.least, camera.zoom * factor));
  const ratio = zoom / camera.zoom;
  return { zoom, x: x - (x - camera.x) * ratio, y: y - (y - camera.y) * ratio };
}

/** Moves the camera as little as needed to have something in view. */
export function showing(camera: Camera, what: Rectangle, view: Size): Camera {
  const along = (start: number, length: number, room: number, shift: number): number => {
    const [from, to] = [start * camera.zoom + shift, (start + length) * camera.zoom + shift];
    if (to - from > room - 2 * MARGIN || from < MARGIN) return shift + MARGIN - from;
    return to > room - MARGIN ? shift + room - MARGIN - to : shift;
  };
  return {
    zoom: camera.zoom,
    x: along(what.x, what.width, view.width, camera.x),
    y: along(what.y, what.height, view.height, camera.y),
  };
}

/** Brings something to the middle of the view, if it is not well in it. */
export function centred(camera: Camera, what: Rectangle, view: Size): Camera {
  const near = showing(camera, what, view);
  const middle = (start: number, length: number, room: number): number =>
    room / 2 - (start + length / 2) * camera.zoom;
  return {
    zoom: camera.zoom,
    x: near.x === camera.x ? camera.x : middle(what.x, what.width, view.width),
    y: near.y === camera.y ? camera.y : middle(what.y, what.height, view.height),
  };
}

/** Moves the camera, so that with one thing as many of the others are whole as have room, the nearest first. */
export function withOthers(camera: Camera, one: Rectangle, others: readonly Rectangle[], view: Size): Camera {
  const [x, y] = middleOf(one);
  const far = (other: Rectangle): number => Math.hypot(middleOf(other)[0] - x, middleOf(other)[1] - y);
  const room = (length: number): number => (length - 2 * MARGIN) / camera.zoom;
  const all = [...others].sort((a, b) => far(a) - far(b)).reduce((known, next) => {
    const both = joined(known, next);
    return both.width <= room(view.width) && both.height <= room(view.height) ? both : known;
  }, one);
  return showing(camera, all, view);
}

const middleOf = ({ x, y, width, height }: Rectangle): [number, number] => [x + width / 2, y + height / 2];

function joined(one: Rectangle, other: Rectangle): Rectangle {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return { x, y, width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y };
}

/** Keeps some of the picture in view. */
export function kept(camera: Camera, drawn: Size, view: Size): Camera {
  const along = (shift: number, length: number, room: number): number => {
    const least = Math.min(MARGIN, room - length * camera.zoom - MARGIN);
    const most = Math.max(room - length * camera.zoom - MARGIN, MARGIN);
    if (length * camera.zoom <= room) return Math.min(Math.max(shift, 0), room - length * camera.zoom);
    return Math.min(Math.max(shift, least), most);
  };
  return {
    zoom: camera.zoom,
    x: along(camera.x, drawn.width, view.width),
    y: along(camera.y, drawn.height, view.height),
  };
}

/** Calls back with the size of an element whenever it changes. */
export function useSize(element: RefObject<Element | null>): Size {
  const [size, setSize] = useState<Size>(UNMEASURED);
  useLayoutEffect(() => {
    const node = element.current;
    if (node === null) return;
    const measure = (): void => {
      const { width, height } = node.getBoundingClientRect();
      if (width > 0 && height > 0) setSize({ width, height });
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

export interface Moves {
  camera: Camera;
  move: (change: (camera: Camera) => Camera) => void;
}

/** The camera of a picture; the mouse wheel and dragging move it. */
export function useCamera(element: RefObject<Element | null>, drawn: Layout, view: Size): Moves {
  const [camera, setCamera] = useState<Camera | null>(null);
  const current = camera ?? firstCamera(drawn, view);
  const latest = useRef({ current, drawn, view });
  latest.current = { current, drawn, view };
  const move = useCallback((change: (camera: Camera) => Camera) => {
    const { drawn: whole, view: room } = latest.current;
    setCamera((before) => kept(change(before ?? firstCamera(whole, room)), whole, room));
  }, []);
  useEffect(() => {
    const node = element.current;
    if (node === null) return;
    const wheel = (event: Event): void => {
      if (!(event instanceof WheelEvent)) return;
      const box = node.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      const { current: before, drawn: whole, view: room } = latest.current;
      const after = event.ctrlKey || event.metaKey
        ? zoomed(before, Math.exp(-event.deltaY / 200), x, y)
        : { ...before, x: before.x - event.deltaX, y: before.y - event.deltaY };
      const next = kept(after, whole, room);
      // At the end of the picture the page scrolls on.
      if (next.x === before.x && next.y === before.y && next.zoom === before.zoom) return;
      event.preventDefault();
      setCamera(next);
    };
    // A listener of Preact's would be passive, and could not keep the page from scrolling.
    node.addEventListener("wheel", wheel, { passive: false });
    return () => node.removeEventListener("wheel", wheel);
  }, [element]);
  return { camera: current, move };
}
