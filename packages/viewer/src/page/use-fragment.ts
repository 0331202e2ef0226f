import { useLayoutEffect, useState } from 'preact/hooks';

/** Returns the part of the page's address after `#`. */
export function useFragment(): string {
  const [fragment, setFragment] = useState(location.hash.slice(1));
  useLayoutEffect(() => {
    const update = (): void => setFragment(location.hash.slice(1));
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return fragment;
}
