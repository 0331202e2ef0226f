import { useCallback, useEffect, useState } from 'preact/hooks';

const MILLISECONDS_PER_STEP = 900;

interface Play {
  readonly playing: boolean;
  readonly togglePlay: () => void;
  readonly stop: () => void;
}

/** Advances automatically, a step at a time, to the end. */
export function usePlay(position: number, last: number, setPosition: (position: number) => void): Play {
  const [wanted, setWanted] = useState(false);
  const playing = wanted && position < last;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => setPosition(position + 1), MILLISECONDS_PER_STEP);
    return () => clearTimeout(timer);
  }, [playing, position, setPosition]);

  const togglePlay = useCallback(() => {
    // At the end it restarts.
    if (!playing && position >= last) setPosition(0);
    setWanted(!playing);
  }, [playing, position, last, setPosition]);
  const stop = useCallback(() => setWanted(false), []);
  return { playing, togglePlay, stop };
}
