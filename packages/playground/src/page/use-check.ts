import { useCallback, useRef, useState } from 'preact/hooks';
import type { Answer, CheckTask } from '../protocol.js';
import { Sandbox } from '../sandbox/sandbox.js';
import { download } from './download.js';
import type { Engine } from './engines.js';
import { engineFor } from './engines.js';

/** The last check, as the page shows it. */
export type Standing =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'downloading'; readonly received: number; readonly size: number }
  | { readonly kind: 'loading' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'stuck' }
  | { readonly kind: 'failed'; readonly message: string }
  | Answer;

const RUNNING: readonly Standing['kind'][] = ['downloading', 'loading', 'progress'];

export interface Checking {
  readonly standing: Standing;
  readonly isRunning: boolean;
  readonly check: (task: CheckTask) => void;
  readonly stop: () => void;
}

/** What is there besides the page. */
interface Running {
  /** Ends everything, downloads as well. */
  readonly end: AbortController;
  readonly engine: Engine;
  sandbox?: Sandbox;
  isBusy: boolean;
}

/** Checks one task at a time. */
export function useCheck(): Checking {
  const [standing, setStanding] = useState<Standing>({ kind: 'nothing' });
  const current = useRef<Running | undefined>(undefined);
  const end = useCallback(() => {
    current.current?.end.abort();
    current.current?.sandbox?.end();
    current.current = undefined;
  }, []);

  const check = useCallback((task: CheckTask) => {
    const engine = engineFor(task.file);
    if ('message' in engine) {
      end();
      setStanding({ kind: 'refused', refusal: engine });
      return;
    }
    if (current.current?.engine !== engine || current.current.isBusy) end();
    const running = (current.current ??= { end: new AbortController(), engine, isBusy: true });
    running.isBusy = true;
    const begin = async (): Promise<void> => {
      const { signal } = running.end;
      if (running.sandbox === undefined) {
        setStanding({ kind: 'downloading', received: 0, size: engine.size });
        const received = (bytes: number): void =>
          setStanding({ kind: 'downloading', received: bytes, size: engine.size });
        const files = await download(engine, received, signal);
        if (signal.aborted) return;
        running.sandbox = new Sandbox(files);
      }
      setStanding({ kind: 'loading' });
      running.sandbox.check(task, {
        answered: (answer) => {
          if (answer.kind !== 'progress') {
            running.isBusy = false;
            if (!engine.isReused || (answer.kind === 'refused' && answer.refusal.isInternal === true)) end();
          }
          setStanding(answer);
        },
        stuck: () => {
          end();
          setStanding({ kind: 'stuck' });
        },
      });
    };
    begin().catch((error: unknown) => {
      if (running.end.signal.aborted) return;
      end();
      setStanding({ kind: 'failed', message: String(error) });
    });
  }, []);

  const stop = useCallback(() => {
    end();
    setStanding({ kind: 'stopped' });
  }, []);
  return { standing, isRunning: RUNNING.includes(standing.kind), check, stop };
}
