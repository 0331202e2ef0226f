import { useCallback, useRef, useState } from 'preact/hooks';
import type { Answer, CheckTask } from '../protocol.js';
import { checkInSandbox } from '../sandbox/sandbox.js';
import { engineFor } from './engines.js';

/** The last check, as the page shows it. */
export type Standing =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'stuck' }
  | { readonly kind: 'failed'; readonly message: string }
  | Answer;

export interface Checking {
  readonly standing: Standing;
  readonly isRunning: boolean;
  readonly check: (task: CheckTask) => void;
  readonly stop: () => void;
}

/** Checks one task at a time. */
export function useCheck(): Checking {
  const [standing, setStanding] = useState<Standing>({ kind: 'nothing' });
  const end = useRef<() => void>(() => undefined);
  const check = useCallback((task: CheckTask) => {
    end.current();
    let ended = false;
    end.current = () => void (ended = true);
    setStanding({ kind: 'loading' });
    const begin = async (): Promise<void> => {
      const engine = await engineFor(task.file);
      if (ended) return;
      const stuck = (): void => setStanding({ kind: 'stuck' });
      end.current = checkInSandbox(engine, task, { answered: setStanding, stuck });
    };
    begin().catch((error: unknown) => setStanding({ kind: 'failed', message: String(error) }));
  }, []);
  const stop = useCallback(() => {
    end.current();
    setStanding({ kind: 'stopped' });
  }, []);
  return { standing, isRunning: standing.kind === 'loading' || standing.kind === 'progress', check, stop };
}
