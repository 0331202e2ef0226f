import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Returns the inner width of an element; undefined until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const update = (): void => setWidth(element.current!.clientWidth || undefined);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return width;
}
