import { fileOf } from './own.js';
import type { FindHelp } from './helpers.js';
import { helpOther, helpWith } from './helpers.js';
import type { SearchProgress } from '@fencepost/check';
import { isFencepostError } from '@fencepost/core';
import type { Answer, Beginning, HelperBeginning, Refusal, Task } from '../protocol.js';
import { fixed, repairOffer } from './fix.js';
import type { FrontEnd, Loaded } from './front-end.js';
import { refusalOf } from './refusal.js';
import { reportOf } from './report-of.js';

/** Minimum time between progress messages. Faster updates could not be read. */
const PROGRESS_MILLISECONDS = 100;

/** Saved before loading: an engine may remove it. */
const listen = self.addEventListener.bind(self);

/** The memory of an earlier check may not be free yet. */
const NO_MEMORY: Refusal = {
  message: 'the browser is out of memory',
  hint: 'check again; if that does not help, reload the page',
  isInternal: true,
};

type Post = (answer: Answer) => void;

/**
 * Runs an engine, which is a worker in the sandbox. It receives a port in its first message, gets tasks over this port,
 * and answers there. The checked code cannot reach the port, so it cannot forge answers.
 */
export function serve(frontEnd: FrontEnd): void {
  listen(
    'message',
    ({ data: beginning }: MessageEvent<Beginning | HelperBeginning>) => {
      if ('help' in beginning) {
        void helpOther(frontEnd, beginning);
        return;
      }
      const { port, files } = beginning;
      const script = fileOf(beginning.script);
      // Saved before loading: the checked code may replace it.
      const post = port.postMessage.bind(port) as Post;
      port.onmessage = async ({ data }: MessageEvent<Task>) => {
        const { file } = data;
        const load = async (text: string): Promise<Loaded> => frontEnd.load({ file, text }, files);
        const help = (made: unknown): FindHelp => helpWith(script, files, { file, text: data.text, made });
        post(await answer(frontEnd, data, load, help, post));
      };
    },
    { once: true },
  );
}

async function answer(
  frontEnd: FrontEnd,
  task: Task,
  load: (text: string) => Promise<Loaded>,
  helpWithMade: (made: unknown) => FindHelp,
  post: Post,
): Promise<Answer> {
  try {
    const started = performance.now();
    const tell = atTimes(post);
    if (task.kind === 'fix') {
      const told = (): void => tell(() => ({ kind: 'fixing', seconds: (performance.now() - started) / 1000 }));
      return { kind: 'fixed', answer: await fixed(frontEnd, task, load, told) };
    }
    const loaded = await load(task.text);
    const { programs, messages = [], made } = loaded;
    const told = (progress: SearchProgress): void => tell(() => ({ kind: 'progress', progress }));
    const answerSeconds = frontEnd.answer === undefined ? 0 : task.maxSeconds / 5;
    const own = { ...task, maxSeconds: task.maxSeconds - answerSeconds };
    const { report, refused } = await reportOf(own, programs, helpWithMade(made), told);
    const repair = repairOffer(frontEnd, task, loaded, report);
    const litmus = frontEnd.answer?.(task, report, answerSeconds);
    return {
      ...{ kind: 'report', report, messages: [...messages, ...refused] },
      ...(repair && { repair }),
      ...(litmus && { litmus }),
    };
  } catch (error) {
    if (isFencepostError(error)) return { kind: 'refused', refusal: refusalOf(error, task) };
    if (error instanceof RangeError && /memory/i.test(error.message)) return { kind: 'refused', refusal: NO_MEMORY };
    return { kind: 'refused', refusal: { message: `internal error: ${String(error)}`, isInternal: true } };
  }
}

/** Limits the rate of progress messages. */
function atTimes(post: Post): (make: () => Answer) => void {
  let told = performance.now();
  return (make) => {
    if (performance.now() - told < PROGRESS_MILLISECONDS) return;
    told = performance.now();
    post(make());
  };
}
