import type { SavedRepairSearch } from '@fencepost/check';
import { DEFAULT_COSTS } from '@fencepost/check';
import { isFencepostError, modelTitle, printableJson } from '@fencepost/core';
import { usageError } from '../../errors.js';
import { exitCodeOfSignal } from '../../exit-codes.js';
import type { FixAnswer, FixTask } from '@fencepost/fix';
import type { ProgramFacts } from '../../load/loaded-program.js';
import type { Asked } from '../../options/command-line.js';
import type { OutputOptions } from '../../options/output.js';
import { checkResume, resumedValues } from '../../options/resumed.js';
import type { RunOptions } from '../../options/run.js';
import type { CheckRequest } from '../../run/check-request.js';
import { Checkpoint } from '../../run/checkpoint.js';
import { factsNamed } from '../../run/named-programs.js';
import { changedSince, loadRun } from '../../run/resuming.js';
import { Interrupted } from '../../supervise/ending.js';
import type { FixProgress } from '../../supervise/messages.js';
import { Supervisor } from '../../supervise/supervisor.js';
import type { Io } from '../terminal/io.js';
import { StatusLine, duration } from '../terminal/progress.js';
import type { RepairOptions } from './options.js';

const TELL_MILLISECONDS = 500;

/** The request of `fencepost fix` and `fencepost relax`. */
export interface FixRequest extends CheckRequest {
  readonly repairs: RepairOptions;
  readonly run: RunOptions;
  readonly output: OutputOptions;
}

/** The saved state of a search for a repair. */
interface KeptFix {
  /** Digests of the programs. */
  readonly digests: readonly string[];
  readonly search: SavedRepairSearch;
}

/** The checkpoint of a search for a repair, and the state that an earlier run saved. */
interface Keeping {
  readonly checkpoint: Checkpoint<FixRequest, KeptFix>;
  readonly before: KeptFix | undefined;
}

/** Whether to repair or to weaken, and the orders to start from. */
type Kind = Pick<FixTask, 'kind' | 'from'>;

/**
 * Repairs programs, or weakens their orders, in the thread that they run in. Passes the answer to `tell`, with the
 * options, which for a resumed run are those of the earlier one. Returns the exit code.
 */
export async function askForFix<Request extends FixRequest>(
  { command, given, values: now }: Asked<Request>,
  kindOf: (values: Request) => Kind,
  io: Io,
  tell: (values: Request, answer: FixAnswer) => Promise<number>,
): Promise<number> {
  const { kind } = kindOf(now);
  const { resume } = now.run;
  if (resume !== undefined) checkResume(command, given, resume);
  const before = resume === undefined ? undefined : loadRun<Request, KeptFix>(kind, resume);
  const values = before === undefined ? now : saveable(resumedValues(command, before.request, now));
  const checkpoint = new Checkpoint<FixRequest, KeptFix>(kind, values, io.err, before?.token);
  try {
    const answer = await answerOf(values, kindOf(values), io, { checkpoint, before: before?.kept });
    if (typeof answer === 'number') return answer;
    const code = await tell(values, answer);
    // Not before: a process that is killed while it prints can be resumed.
    if (answer.outcome !== 'stopped') checkpoint.remove();
    return code;
  } finally {
    checkpoint.close();
  }
}

/** Returns the options of a resumed run in a form that can be saved and resumed again. */
function saveable<Request extends FixRequest>(values: Request): Request {
  return { ...values, run: { ...values.run, resume: undefined } };
}

async function answerOf(
  values: FixRequest,
  task: Kind,
  io: Io,
  { checkpoint, before }: Keeping,
): Promise<FixAnswer | number> {
  const { run, repairs, search, limits, output } = values;
  const { files } = run;
  const { program: name, goal } = repairs;
  const { maxTime = Infinity } = limits;
  const { costs, progress } = output;
  const { models, maxDepth } = search;
  if (files.length === 0) throw usageError(`${task.kind} takes a file`, `fencepost ${task.kind} queue.c --write`);
  const deadline = (io.started ?? performance.now()) + 1000 * maxTime;
  const digests: string[] = [];
  const isJson = progress === 'json';
  const onFixing = ({ executions, resumed, kept }: FixProgress): void => {
    if (isJson) io.err(`${printableJson({ progress: { source: files[0], executions, resumed } })}\n`);
    if (kept !== undefined) checkpoint.write({ digests, search: kept });
  };
  const supervisor = new Supervisor({
    ...{
      request: { ...values, load: { ...values.load, named: name } },
      deadline,
      tests: false,
      onProgress: () => undefined,
      onFixing,
    },
  });
  let code = 0;
  const clearLine = progress === 'auto' ? telling(task.kind, io) : () => undefined;
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
    digests.push(...programs.map(({ digest }) => digest));
    const changed = before?.digests.findIndex((digest, i) => digest !== digests[i]) ?? -1;
    if (changed >= 0) throw changedSince(programs[changed]?.source ?? files[0]!);
    const asked = { ...task, models, goal, maxDepth, alternatives: 3, costs: { ...DEFAULT_COSTS, ...costs } };
    const answer = await supervisor.fix(programs, deadline, asked, before?.search);
    if (answer.outcome === 'stopped' || code !== 0) io.err(checkpoint.offer);
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

/** Shows on a terminal what is in progress and for how long. Returns a function that ends it. */
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

/** Returns a title such as `a.c, b.c: TSO, RC11`. */
export function titleOf({ run: { files } }: FixRequest, { models }: FixAnswer): string {
  return [files.join(', '), ...(models.length > 0 ? [models.map(modelTitle).join(', ')] : [])].join(': ');
}
