import { useLayoutEffect } from 'preact/hooks';

/**
 * Nothing has the focus on a page that was just opened. Then the arrow keys start stepping through the execution, and
 * the viewer gets the focus. (Other keys do not: they may be needed to scroll.)
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
