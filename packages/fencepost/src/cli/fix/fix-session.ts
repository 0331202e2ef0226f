import type { SavedRepairSearch } from '@fencepost/check';
import { DEFAULT_COSTS } from '@fencepost/check';
import { isFencepostError, modelTitle, printableJson } from '@fencepost/core';
import { usageError } from '../../errors.js';
import { exitCodeOfSignal } from '../../exit-codes.js';
import type { FixAnswer, FixTask } from '@fencepost/fix';
import type { ProgramFacts } from '../../load/loaded-program.js';
import { requested } from '../../options/resolve.js';
import { checkResume, resumable } from '../../options/resumed.js';
import type { OptionValues } from '../../options/table.js';
import { Checkpoint } from '../../run/checkpoint.js';
import { factsNamed } from '../../run/named-programs.js';
import { changedSince, loadRun } from '../../run/resuming.js';
import { Interrupted } from '../../supervise/ending.js';
import type { FixProgress } from '../../supervise/messages.js';
import { Supervisor } from '../../supervise/supervisor.js';
import type { Io } from '../terminal/io.js';
import { StatusLine, duration } from '../terminal/progress.js';

const TELL_MILLISECONDS = 500;

/** What is kept of a search for a repair. */
interface KeptFix {
  /** Of the programs. */
  readonly digests: readonly string[];
  readonly search: SavedRepairSearch;
}

/** Where a search for a repair is kept, and what an earlier run kept. */
interface Keeping {
  readonly checkpoint: Checkpoint<OptionValues, KeptFix>;
  readonly before: KeptFix | undefined;
}

/** What was asked for, and what came of it. */
interface Answered {
  readonly values: OptionValues;
  readonly answer: FixAnswer;
}

/**
 * Has programs repaired, or their orders weakened, in the thread that they run in; an exit code, if the user did not want
 * to wait.
 */
export async function askForFix(
  kind: FixTask['kind'],
  args: readonly string[],
  io: Io,
): Promise<Answered | number | 'help'> {
  const asked = await requested(kind, args);
  if (asked.help) return 'help';
  const { resume } = asked.values;
  if (resume !== undefined) checkResume(kind, asked.given, resume);
  const before = resume === undefined ? undefined : loadRun<OptionValues, KeptFix>(kind, resume);
  // The options of the earlier run, but for limits and output.
  const values =
    before === undefined ? asked.values : { ...before.request, ...resumable(kind, asked.values), resume: undefined };
  const checkpoint = new Checkpoint<OptionValues, KeptFix>(kind, values, io.err, before?.token);
  try {
    const answer = await answerOf(kind, values, io, { checkpoint, before: before?.kept });
    return typeof answer === 'number' ? answer : { values, answer };
  } finally {
    checkpoint.close();
  }
}

async function answerOf(
  kind: FixTask['kind'],
  values: OptionValues,
  io: Io,
  { checkpoint, before }: Keeping,
): Promise<FixAnswer | number> {
  const { files = [], program: name, maxTime = Infinity, goal, costs, from, maxDepth } = values;
  const models = kind === 'fix' ? values.models : values.relaxModels;
  if (files.length === 0) throw usageError(`${kind} takes a file`, `fencepost ${kind} queue.c --write`);
  const deadline = (io.started ?? performance.now()) + 1000 * maxTime;
  const digests: string[] = [];
  const isJson = values.progress === 'json';
  const onFixing = ({ executions, resumed, kept }: FixProgress): void => {
    if (isJson) io.err(`${printableJson({ progress: { source: files[0], executions, resumed } })}\n`);
    if (kept !== undefined) checkpoint.write({ digests, search: kept });
  };
  const supervisor = new Supervisor({
    ...{ request: values, options: values, deadline, tests: false, onProgress: () => undefined, onFixing },
  });
  let code = 0;
  const clearLine = values.progress === 'auto' ? telling(kind, io) : () => undefined;
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
    const asked = { kind, models, goal, from, maxDepth, alternatives: 3, costs: { ...DEFAULT_COSTS, ...costs } };
    const answer = await supervisor.fix(programs, deadline, asked, before?.search);
    if (answer.outcome !== 'stopped' && code === 0) checkpoint.remove();
    else io.err(checkpoint.offer);
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
