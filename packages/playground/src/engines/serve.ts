import { isFencepostError } from '@fencepost/core';
import type { Answer, Beginning, Task } from '../protocol.js';
import { fixed, repairOffer } from './fix.js';
import type { FrontEnd, Loaded } from './front-end.js';
import { refusalOf } from './refusal.js';
import { reportOf } from './report-of.js';

/** Nobody reads faster. */
const PROGRESS_MILLISECONDS = 100;

/** Taken now: an engine may remove it. */
const listen = self.addEventListener.bind(self);

type Post = (answer: Answer) => void;

/**
 * The life of an engine, a worker in the sandbox: it gets a port in its first message, tasks over this port, and answers
 * there. What it checks has no way to the port, so it cannot answer instead.
 */
export function serve(frontEnd: FrontEnd): void {
  listen(
    'message',
    ({ data: { port, files } }: MessageEvent<Beginning>) => {
      // Taken now: what is checked may replace it.
      const post = port.postMessage.bind(port) as Post;
      port.onmessage = async ({ data }: MessageEvent<Task>) => {
        const load = async (text: string): Promise<Loaded> => frontEnd.load({ file: data.file, text }, files);
        post(await answer(frontEnd, data, load, post));
      };
    },
    { once: true },
  );
}

async function answer(
  frontEnd: FrontEnd,
  task: Task,
  load: (text: string) => Promise<Loaded>,
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
    const { programs, messages = [] } = loaded;
    const { report, refused } = reportOf(task, programs, (progress) => tell(() => ({ kind: 'progress', progress })));
    const repair = repairOffer(frontEnd, task, loaded, report);
    return { kind: 'report', report, messages: [...messages, ...refused], ...(repair && { repair }) };
  } catch (error) {
    if (isFencepostError(error)) return { kind: 'refused', refusal: refusalOf(error, task) };
    return { kind: 'refused', refusal: { message: `internal error: ${String(error)}`, isInternal: true } };
  }
}

/** Tells not more often than anybody reads. */
function atTimes(post: Post): (make: () => Answer) => void {
  let told = performance.now();
  return (make) => {
    if (performance.now() - told < PROGRESS_MILLISECONDS) return;
    told = performance.now();
    post(make());
  };
}
