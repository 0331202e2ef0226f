/** Space to keep around what is scrolled into view. */
interface Margins {
  readonly top?: number;
  readonly bottom?: number;
  readonly side?: number;
}

/** Scrolls an element, and nothing around it, just enough to show another element in it. */
export function bringIntoView(scroller: HTMLElement, element: HTMLElement, margins: Margins = {}): void {
  const { top = 0, bottom = 0, side = 0 } = margins;
  const outer = scroller.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const above = inner.top - top - outer.top;
  const below = inner.bottom + bottom - (outer.top + scroller.clientHeight);
  if (above < 0) scroller.scrollTop += above;
  else if (below > 0) scroller.scrollTop += below;
  const left = inner.left - side - outer.left;
  const right = inner.right + side - (outer.left + scroller.clientWidth);
  if (left < 0) scroller.scrollLeft += left;
  else if (right > 0) scroller.scrollLeft += right;
}
