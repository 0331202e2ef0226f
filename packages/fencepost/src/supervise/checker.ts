import { channel } from 'node:diagnostics_channel';
import type { Program } from '@fencepost/core';
import { FencepostError, acceptedModels, isFencepostError, modelNames } from '@fencepost/core';
import type { RunningCheck, SavedRepairSearch, SearchProgress, Stop } from '@fencepost/check';
import { RepairJournal, every } from '@fencepost/check';
import type { Handler, JobContext } from '@fencepost/workers';
import { loadChecks } from '../load/checks.js';
import { FRONT_ENDS } from '../load/front-ends.js';
import type { LoadedProgram, ProgramFacts } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';
import { CheckRun } from '../run/check-run.js';
import { CHECKPOINT_MILLISECONDS } from '../run/checkpoint.js';
import { scenarioNamed } from '../run/named-programs.js';
import type { SavedProgram } from '../run/saved-run.js';
import type {
  Answer,
  CheckQuestion,
  ChosenProgram,
  FixQuestion,
  LoadQuestion,
  News,
  Question,
  Registered,
} from './messages.js';
import type { BuiltIns } from '../workers/built-ins.js';
import { plainError } from '../workers/plain-error.js';

const PROGRESS_MILLISECONDS = 100;

/** Published with true before a program is checked, and with false after that. */
const checking = channel('fencepost:checking');
/** Published when a program was checked: all code needed for that has been compiled. */
const checked = channel('fencepost:checked');

/**
 * Loads programs and checks them. `builtIns`: the built-ins that checked code must not replace, in a thread where no
 * other code may replace them.
 */
export function checkerHandler(builtIns?: BuiltIns): Handler<Question, Answer, News> {
  const loaded = new Map<string, readonly LoadedProgram[]>();
  return async (question, context) => {
    try {
      const answer = await new Checker(loaded, builtIns, context).answer(question);
      builtIns?.require(question.file);
      // Published before the answer, whose receiver may end this thread.
      if (answer.tell === 'checked') checked.publish(undefined);
      return answer;
    } catch (error) {
      return { tell: 'failed', error: plainError(builtIns?.explain(error, question.file) ?? error) };
    }
  };
}

/** Answers one question. Everything that runs checked code is here. */
class Checker {
  private readonly loaded: Map<string, readonly LoadedProgram[]>;
  private readonly builtIns: BuiltIns | undefined;
  private readonly tell: JobContext<News>['tell'];
  private readonly stop: Stop;

  /** `loaded`: the programs of files that were loaded for earlier questions. */
  constructor(
    loaded: Map<string, readonly LoadedProgram[]>,
    builtIns: BuiltIns | undefined,
    { tell, stopped }: JobContext<News>,
  ) {
    this.loaded = loaded;
    this.builtIns = builtIns;
    this.tell = tell;
    this.stop = {
      get reason() {
        return stopped() ? ('interrupt' as const) : undefined;
      },
    };
  }

  answer(question: Question): Promise<Answer> {
    if (question.ask === 'load') return this.load(question);
    return question.ask === 'check' ? this.check(question) : this.fix(question);
  }

  private get isSpoiled(): boolean {
    return this.builtIns?.areOfOneFile ?? false;
  }

  private keep({ source, program, digest }: LoadedProgram, check: RunningCheck): void {
    const saved = check.save();
    if (saved === undefined) return;
    this.builtIns?.require(source);
    this.tell({ tell: 'checkpoint', program: { source, program: program.name, digest, checks: [], saved } });
  }

  private async load({ file, options, areChecks, registered }: LoadQuestion): Promise<Answer> {
    if (lacks(registered)) return { tell: 'lacks' };
    const programs = await (areChecks ? loadChecks : loadPrograms)(file, options).catch((error: unknown) =>
      asTooDeep(error, file),
    );
    this.builtIns?.acceptAdditions();
    this.loaded.set(file, programs);
    return { tell: 'loaded', programs: programs.map(factsOf), isSpoiled: this.isSpoiled };
  }

  private async check({ file, index, request, seconds, tests, before }: CheckQuestion): Promise<Answer> {
    const loaded = this.loaded.get(file)![index]!;
    const isProgressDue = every(PROGRESS_MILLISECONDS, -Infinity);
    const isCheckpointDue = every(CHECKPOINT_MILLISECONDS);
    let wasStopped = false;
    let latest: SearchProgress | undefined;
    let known = { done: 0, failures: 0 };
    const report = (check: RunningCheck | undefined): void => {
      if (latest === undefined) return;
      this.builtIns?.require(file);
      this.tell({ tell: 'progress', progress: latest, standing: check?.standing });
      latest = undefined;
    };
    const watch = (progress: SearchProgress, check: RunningCheck | undefined, isStopped: boolean): void => {
      const isOther = latest !== undefined && latest.model !== progress.model;
      if (isOther) report(check);
      latest = progress;
      const done = check?.done.length ?? known.done;
      const failures = check?.standing?.failures.length ?? 0;
      if (check !== undefined && done !== known.done) {
        this.builtIns?.require(file);
        this.tell({ tell: 'done', checks: check.done });
      }
      const isNews = done !== known.done || failures !== known.failures;
      known = { done, failures };
      if (isNews || isProgressDue()) report(check);
      // Saves when the search stops, so that nothing that follows can lose its state.
      const isEnd = isStopped && !wasStopped;
      wasStopped = isStopped;
      if (check !== undefined && (isCheckpointDue() || isEnd)) this.keep(loaded, check);
    };
    const onSearched = (program: SavedProgram): void => {
      report(undefined);
      this.builtIns?.require(file);
      this.tell({ tell: 'checkpoint', program });
    };
    const run = new CheckRun(request, this.stop, { watch, onSearched }, tests);
    checking.publish(true);
    try {
      const program = await run.check(loaded, seconds, before);
      report(undefined);
      return { tell: 'checked', program, isSpoiled: this.isSpoiled };
    } finally {
      checking.publish(false);
    }
  }

  private async fix({ programs, options, task, seconds = Infinity, before }: FixQuestion): Promise<Answer> {
    const { stop } = this;
    const deadline = Date.now() + 1000 * seconds;
    const files = [...new Set(programs.map(([file]) => file))];
    const load = async (texts: Readonly<Record<string, string>>): Promise<readonly LoadedProgram[]> => {
      const changed = new Map<string, readonly LoadedProgram[]>();
      for (const file of files) changed.set(file, await loadPrograms(file, { ...options, texts }));
      return programs.map((each) => chosen(changed, each));
    };
    // Loaded on demand: most checks do not need it.
    const { performTask } = await import('@fencepost/fix');
    const { editorFor } = await import('../fix/editors.js');
    const { sourceFiles } = await import('../fix/source-files.js');
    const loaded = programs.map((each) => chosen(this.loaded, each));
    const isStopped = (): boolean => stop.reason !== undefined || Date.now() > deadline;
    const journal = this.journalFor(loaded, before);
    const context = { deadline, isStopped, load, journal, files: sourceFiles() };
    const answer = await performTask(loaded, task, {
      ...context,
      editorFor: (models) => editorFor(loaded, models, context.files),
    });
    const { executions, resumed } = journal;
    const kept = answer.outcome === 'stopped' ? journal.save() : undefined;
    this.tell({ tell: 'fixing', executions, resumed, kept });
    return { tell: 'fixed', answer };
  }

  private journalFor(loaded: readonly LoadedProgram[], before: SavedRepairSearch | undefined): RepairJournal {
    const isProgressDue = every(PROGRESS_MILLISECONDS);
    const isCheckpointDue = every(CHECKPOINT_MILLISECONDS);
    const onWork = (): void => {
      const isDue = isCheckpointDue();
      if (!isDue && !isProgressDue()) return;
      const { executions, resumed } = journal;
      this.tell({ tell: 'fixing', executions, resumed, kept: isDue ? journal.save() : undefined });
    };
    const programs = loaded.map(({ program }) => program);
    const journal = new RepairJournal(programs, onWork, before);
    return journal;
  }
}

function chosen(
  loaded: ReadonlyMap<string, readonly LoadedProgram[]>,
  [file, index, scenario]: ChosenProgram,
): LoadedProgram {
  const found = loaded.get(file)![index]!;
  return scenario === undefined ? found : { ...found, program: scenarioNamed(found.program, scenario, file) };
}

function factsOf(loaded: LoadedProgram, index: number): ProgramFacts {
  const { source, program, digest, alone, warnings, settings, files = [source], headers = [] } = loaded;
  return {
    ...{ source, digest, alone, index, reads: [...files, ...headers] },
    program: {
      name: program.name,
      ...acceptedBy(program),
      ...(program.standard && { standard: program.standard }),
    },
    ...(warnings !== undefined && { warnings }),
    ...(settings && { settings }),
  };
}

/** Returns nothing about a program that could not be made: its error is reported when it is checked. */
function acceptedBy(program: Program): Pick<ProgramFacts['program'], 'accepted'> {
  try {
    return { accepted: acceptedModels(program) };
  } catch (error) {
    if (isFencepostError(error)) return {};
    throw error;
  }
}

/** Front ends recurse over the structure of a file, however deep it is. */
function asTooDeep(error: unknown, file: string): never {
  if (!(error instanceof RangeError) || !error.message.includes('call stack')) throw error;
  throw new FencepostError('TOO_LARGE', `${file} contains something nested too deeply or recursive`);
}

function lacks({ frontEnds, models }: Registered): boolean {
  const known = new Set([...FRONT_ENDS.names(), ...modelNames()]);
  return [...frontEnds, ...models].some((name) => !known.has(name));
}
