import { useLayoutEffect } from 'preact/hooks';

/**
 * Lets the arrow keys start stepping on a page that was just opened, where nothing has the focus. The viewer then gets
 * the focus. Other keys do not do this: they may be needed to scroll.
 */
export function useArrowKeysAnywhere(): void {
  useLayoutEffect(() => {
    const begin = ({ key, target }: KeyboardEvent): void => {
      if (target !== document.body || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
      const step = document.querySelector<HTMLElement>('.trace-viewer .step[tabindex="0"]');
      step?.focus({ preventScroll: true });
      step?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    };
    addEventListener('keydown', begin);
    return () => removeEventListener('keydown', begin);
  }, []);
}
