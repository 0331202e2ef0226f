import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';

const MILLISECONDS = 4000;

/** A message that goes by itself. Returns the element for it, and functions that show and hide it. */
export function useToast(): { toast: JSX.Element; say: (words: string) => void; hide: () => void } {
  const [words, say] = useState('');
  useEffect(() => {
    if (words === '') return;
    const timer = setTimeout(() => say(''), MILLISECONDS);
    return () => clearTimeout(timer);
  }, [words]);
  const toast = (
    <div class={words === '' ? 'toast' : 'toast shown'} role="status" aria-label="Message">
      {words}
    </div>
  );
  return { toast, say, hide: useCallback(() => say(''), []) };
}
