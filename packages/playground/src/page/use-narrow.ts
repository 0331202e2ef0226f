import { useEffect, useState } from 'preact/hooks';

/** As in the style sheet. */
const NARROW = matchMedia('(max-width: 60rem)');

/** Returns whether there is no room for code and result side by side. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(NARROW.matches);
  useEffect(() => {
    const update = (): void => setNarrow(NARROW.matches);
    NARROW.addEventListener('change', update);
    return () => NARROW.removeEventListener('change', update);
  }, []);
  return isNarrow;
}
