import { useCallback, useRef, useState } from 'preact/hooks';
import type { Answer, CheckTask, FixTask, Task } from '../protocol.js';
import { Sandbox } from '../sandbox/sandbox.js';
import { download } from './download.js';
import type { Engine } from './engines.js';
import { engineFor } from './engines.js';

/** State of the last task of a kind, as the page shows it. */
export type Standing =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'downloading'; readonly received: number; readonly size: number }
  | { readonly kind: 'loading' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'stuck' }
  | { readonly kind: 'failed'; readonly message: string }
  | Answer;

const NOTHING: Standing = { kind: 'nothing' };

/** States after which further answers follow. */
const UNFINISHED: readonly Standing['kind'][] = ['progress', 'fixing'];
const RUNNING: readonly Standing['kind'][] = ['downloading', 'loading', ...UNFINISHED];

export interface Checking {
  readonly standing: Standing;
  /** State of the search for a repair of the checked program. */
  readonly fixing: Standing;
  readonly isRunning: boolean;
  readonly check: (task: CheckTask) => void;
  readonly fix: (task: FixTask) => void;
  readonly stop: () => void;
}

type Tell = (standing: Standing) => void;

/** Resources in use by the current task. */
interface Running {
  /** Ends everything, including downloads. */
  readonly end: AbortController;
  readonly engine: Engine;
  sandbox?: Sandbox;
  /** Receiver of the running task's answers; undefined if no task runs. */
  tell: Tell | undefined;
}

/** Performs one task at a time. */
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
