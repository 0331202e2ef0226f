import { useLayoutEffect } from 'preact/hooks';

/**
 * On a page that was just opened nothing has the focus. Then the arrow keys begin to walk through the execution; from there
 * on the viewer has the focus. (Not the other keys: the page may have to be scrolled.)
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
