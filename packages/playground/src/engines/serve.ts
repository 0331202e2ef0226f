import type { FencepostError, Program } from '@fencepost/core';
import { isFencepostError } from '@fencepost/core';
import { checkProgram } from '@fencepost/check';
import type { Report } from '@fencepost/report';
import type { Answer, CheckTask, Refusal } from '../protocol.js';

/** Nobody reads faster. */
const PROGRESS_MILLISECONDS = 100;

/** What makes a program of a file. */
type FrontEnd = (task: CheckTask) => Program | Promise<Program>;

/**
 * The life of an engine, a worker in the sandbox: it gets a port in its first message, a task over this port, and answers
 * there. What it checks has no way to the port, so it cannot answer instead.
 */
export function serve(frontEnd: FrontEnd): void {
  self.addEventListener(
    'message',
    ({ data: port }: MessageEvent<MessagePort>) => {
      // Taken now: what is checked may replace it.
      const post = port.postMessage.bind(port) as (answer: Answer) => void;
      port.onmessage = async ({ data }: MessageEvent<CheckTask>) => post(await answer(data, frontEnd, post));
    },
    { once: true },
  );
}

async function answer(task: CheckTask, frontEnd: FrontEnd, post: (answer: Answer) => void): Promise<Answer> {
  try {
    return { kind: 'report', report: check(task, await frontEnd(task), post) };
  } catch (error) {
    const refusal = isFencepostError(error)
      ? refusalOf(error, task.file)
      : { message: `internal error: ${String(error)}` };
    return { kind: 'refused', refusal };
  }
}

function check(task: CheckTask, program: Program, post: (answer: Answer) => void): Report {
  const { file, models, all, maxSeconds } = task;
  let told = performance.now();
  const checks = checkProgram(program, {
    ...{ all, maxSeconds },
    ...(models.length > 0 && { models }),
    onProgress: (progress) => {
      if (performance.now() - told < PROGRESS_MILLISECONDS) return;
      told = performance.now();
      post({ kind: 'progress', progress });
    },
  });
  return {
    version: 1,
    tool: 'fencepost playground',
    checks: checks.map((each) => ({
      ...{ source: file, program: program.name, ...each },
      replay: ['--model', each.model],
    })),
  };
}

function refusalOf({ message, hint, site }: FencepostError, file: string): Refusal {
  return {
    message,
    ...(hint !== undefined && { hint }),
    ...(site?.file === file && { line: site.line }),
  };
}
