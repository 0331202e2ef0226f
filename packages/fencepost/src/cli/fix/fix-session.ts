import { DEFAULT_COSTS } from '@fencepost/check';
import { isFencepostError, modelTitle } from '@fencepost/core';
import { usageError } from '../../errors.js';
import { exitCodeOfSignal } from '../../exit-codes.js';
import type { FixAnswer, FixTask } from '@fencepost/fix';
import type { ProgramFacts } from '../../load/loaded-program.js';
import type { OptionValues } from '../../options/table.js';
import { factsNamed } from '../../run/named-programs.js';
import { Interrupted } from '../../supervise/ending.js';
import { Supervisor } from '../../supervise/supervisor.js';
import type { Io } from '../terminal/io.js';
import { StatusLine, duration } from '../terminal/progress.js';

const TELL_MILLISECONDS = 500;

/** Has programs repaired in the thread that they run in; an exit code, if the user did not want to wait. */
export async function askForFix(
  values: OptionValues,
  task: Pick<FixTask, 'kind' | 'models'>,
  io: Io,
): Promise<FixAnswer | number> {
  const { files = [], program: name, maxTime = Infinity, goal, costs, from, maxDepth } = values;
  if (files.length === 0) throw usageError(`${task.kind} takes a file`, `fencepost ${task.kind} queue.c --write`);
  const deadline = (io.started ?? performance.now()) + 1000 * maxTime;
  const supervisor = new Supervisor({
    ...{ request: values, options: values, deadline, tests: false, onProgress: () => undefined },
  });
  let code = 0;
  const clearLine = telling(task.kind, io);
  const ignoreInterrupts = io.onInterrupt?.((signal = 'SIGINT') => {
    code = exitCodeOfSignal(signal);
    supervisor.interrupt();
  });
  try {
    const programs: (ProgramFacts & { readonly scenario?: string })[] = [];
    for (const file of files) {
      const own = await supervisor.load(file);
      programs.push(...(name === undefined ? own : [factsNamed(own, name, file)]));
    }
    const answer = await supervisor.fix(programs, deadline, {
      ...{ ...task, goal, from, maxDepth, alternatives: 3 },
      costs: { ...DEFAULT_COSTS, ...costs },
    });
    return code === 0 ? answer : code;
  } catch (error) {
    if (isFencepostError(error) && error.code === 'TIME_LIMIT') return { models: [], goal: 'safe', outcome: 'stopped' };
    if (!(error instanceof Interrupted)) throw error;
    io.err(`fencepost: ${error.message}\n`);
    return code;
  } finally {
    ignoreInterrupts?.();
    clearLine();
    supervisor.close();
  }
}

/** Tells, on a terminal, what takes so long. Returns what ends it. */
function telling(kind: FixTask['kind'], io: Io): () => void {
  const started = performance.now();
  const line = new StatusLine(io, started);
  const timer = setInterval(() => {
    const now = performance.now();
    const words = kind === 'fix' ? 'looking for a repair' : 'looking for weaker orders';
    line.draw(now, () => `${words}, ${duration((now - started) / 1000)} so far`);
  }, TELL_MILLISECONDS);
  timer.unref();
  return () => {
    clearInterval(timer);
    line.clear();
  };
}

/** `a.c, b.c: TSO, RC11`. */
export function titleOf({ files = [] }: OptionValues, { models }: FixAnswer): string {
  return [files.join(', '), ...(models.length > 0 ? [models.map(modelTitle).join(', ')] : [])].join(': ');
}
