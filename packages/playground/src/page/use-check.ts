import { useCallback, useRef, useState } from 'preact/hooks';
import type { Answer, CheckTask, FixTask, Task } from '../protocol.js';
import { Sandbox } from '../sandbox/sandbox.js';
import { download } from './download.js';
import type { Engine } from './engines.js';
import { engineFor } from './engines.js';

/** The last task of a kind, as the page shows it. */
export type Standing =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'downloading'; readonly received: number; readonly size: number }
  | { readonly kind: 'loading' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'stuck' }
  | { readonly kind: 'failed'; readonly message: string }
  | Answer;

const NOTHING: Standing = { kind: 'nothing' };

/** Answers after which others follow. */
const UNFINISHED: readonly Standing['kind'][] = ['progress', 'fixing'];
const RUNNING: readonly Standing['kind'][] = ['downloading', 'loading', ...UNFINISHED];

export interface Checking {
  readonly standing: Standing;
  /** The search for a repair of what was checked. */
  readonly fixing: Standing;
  readonly isRunning: boolean;
  readonly check: (task: CheckTask) => void;
  readonly fix: (task: FixTask) => void;
  readonly stop: () => void;
}

type Tell = (standing: Standing) => void;

/** What is there besides the page. */
interface Running {
  /** Ends everything, downloads as well. */
  readonly end: AbortController;
  readonly engine: Engine;
  sandbox?: Sandbox;
  /** Who wants to know about the task that runs; undefined: none does. */
  tell: Tell | undefined;
}

/** Does one task at a time. */
export function useCheck(): Checking {
  const [standing, setStanding] = useState<Standing>(NOTHING);
  const [fixing, setFixing] = useState<Standing>(NOTHING);
  const current = useRef<Running | undefined>(undefined);
  const end = useCallback(() => {
    current.current?.end.abort();
    current.current?.sandbox?.end();
    current.current = undefined;
  }, []);

  const perform = useCallback((task: Task, tell: Tell) => {
    const engine = engineFor(task.file);
    if ('message' in engine) {
      end();
      tell({ kind: 'refused', refusal: engine });
      return;
    }
    if (current.current?.engine !== engine || current.current.tell !== undefined) end();
    const running = (current.current ??= { end: new AbortController(), engine, tell });
    running.tell = tell;
    const begin = async (): Promise<void> => {
      const { signal } = running.end;
      if (running.sandbox === undefined) {
        const received = (bytes: number): void => tell({ kind: 'downloading', received: bytes, size: engine.size });
        received(0);
        const files = await download(engine, received, signal);
        if (signal.aborted) return;
        running.sandbox = new Sandbox(files);
      }
      tell({ kind: 'loading' });
      running.sandbox.perform(task, {
        answered: (answer) => {
          if (!UNFINISHED.includes(answer.kind)) {
            running.tell = undefined;
            if (!engine.isReused || (answer.kind === 'refused' && answer.refusal.isInternal === true)) end();
          }
          tell(answer);
        },
        stuck: () => {
          end();
          tell({ kind: 'stuck' });
        },
      });
    };
    begin().catch((error: unknown) => {
      if (running.end.signal.aborted) return;
      end();
      tell({ kind: 'failed', message: String(error) });
    });
  }, []);

  const check = useCallback((task: CheckTask) => {
    setFixing(NOTHING);
    perform(task, setStanding);
  }, []);
  const fix = useCallback((task: FixTask) => perform(task, setFixing), []);
  const stop = useCallback(() => {
    const tell = current.current?.tell;
    end();
    tell?.({ kind: 'stopped' });
  }, []);
  const isRunning = [standing, fixing].some(({ kind }) => RUNNING.includes(kind));
  return { standing, fixing, isRunning, check, fix, stop };
}
