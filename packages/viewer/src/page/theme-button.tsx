import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

type Theme = 'light' | 'dark';

/** Switches between light and dark. The system's choice applies until the reader changes it. */
export function ThemeButton(): VNode {
  const [chosen, choose] = useState<Theme>();
  useLayoutEffect(() => {
    if (chosen !== undefined) document.documentElement.dataset['theme'] = chosen;
  }, [chosen]);
  const toggle = (): void => {
    const current = chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    choose(current === 'dark' ? 'light' : 'dark');
  };
  return (
    <button
      type="button"
      class="icon-button theme-button"
      aria-label="Light or dark"
      title="Light or dark"
      onClick={toggle}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path fill-rule="evenodd" d="M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM8 3v10A5 5 0 0 0 8 3z" />
      </svg>
    </button>
  );
}
