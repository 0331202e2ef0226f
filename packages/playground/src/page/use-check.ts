import { useCallback, useRef, useState } from 'preact/hooks';
import type { Answer, CheckTask, Task } from '../protocol.js';
import { Sandbox } from '../sandbox/sandbox.js';
import { download } from './download.js';
import type { Engine } from './engines.js';
import { engineFor } from './engines.js';
import type { Stored } from './stored.js';

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
  /** State of the search for a repair of the checked program. It follows the check by itself. */
  readonly fixing: Standing;
  readonly isChecking: boolean;
  readonly isFixing: boolean;
  readonly check: (task: CheckTask) => void;
  /** Shows a result that was stored. */
  readonly show: (stored: Stored) => void;
  readonly stop: () => void;
  /** Stops, and forgets all results. */
  readonly clear: () => void;
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
          if (UNFINISHED.includes(answer.kind)) {
            tell(answer);
            return;
          }
          running.tell = undefined;
          if (!engine.isReused || (answer.kind === 'refused' && answer.refusal.isInternal === true)) end();
          tell(plain(answer));
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

  const check = useCallback(({ file, text, maxSeconds, ...rest }: CheckTask) => {
    setFixing(NOTHING);
    perform({ ...rest, file, text, maxSeconds }, (told) => {
      setStanding(told);
      if (told.kind !== 'report' || told.repair === undefined) return;
      perform({ kind: 'fix', file, text, offer: told.repair, maxSeconds }, setFixing);
    });
  }, []);
  const stop = useCallback(() => {
    const tell = current.current?.tell;
    if (tell === undefined) return;
    end();
    tell({ kind: 'stopped' });
  }, []);
  const show = useCallback(({ report, fixed }: Stored) => {
    setStanding(report);
    setFixing(fixed ?? NOTHING);
  }, []);
  const clear = useCallback(() => {
    stop();
    setStanding(NOTHING);
    setFixing(NOTHING);
  }, []);
  const [isChecking, isFixing] = [standing, fixing].map(({ kind }) => RUNNING.includes(kind));
  return { standing, fixing, isChecking: isChecking!, isFixing: isFixing!, check, show, stop, clear };
}

/**
 * Returns the data of an answer and nothing else. The page shows parts of it as they are; in JSON nothing can pose as
 * an element.
 */
function plain(answer: Answer): Answer {
  return JSON.parse(JSON.stringify(answer)) as Answer;
}
