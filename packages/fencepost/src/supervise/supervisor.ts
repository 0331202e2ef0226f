import type { SavedRepairSearch, SearchProgress } from '@fencepost/check';
import { isFencepostError, modelNames } from '@fencepost/core';
import type { FixAnswer, FixTask } from '@fencepost/fix';
import type { JobRunner, Outcome, Patience } from '@fencepost/workers';
import {
  CHECK_GRACE_MS,
  DEADLINE_GRACE_MS,
  LAST_WORDS_MS,
  LocalJobs,
  STOP_NOTICE_MS,
  defaultMemory,
} from '@fencepost/workers';
import { FRONT_ENDS } from '../load/front-ends.js';
import type { ProgramFacts } from '../load/loaded-program.js';
import type { CheckRequest } from '../run/check-request.js';
import type { SavedProgram } from '../run/saved-run.js';
import { Interrupted, codeEnded, stoppedBy, whyNotLoaded } from './ending.js';
import type { Answer, FixProgress, News, Question } from './messages.js';
import { errorFrom } from '../workers/plain-error.js';
import type { Snapshot } from './snapshot.js';
import { NOTHING_KNOWN, knownAfter, knownFrom, programFrom } from './snapshot.js';
import type { CheckerUse } from './early-thread.js';
import { canStartThread, checkerThread, useFor } from './early-thread.js';

/** A search that is interrupted reports its findings; any other job is ended. */
const FOR_SEARCH: Patience = { noticeMs: STOP_NOTICE_MS, answerMs: LAST_WORDS_MS };
const FOR_LOADING: Patience = { noticeMs: 0 };

/** Receives messages during a check. */
export interface Watcher {
  readonly onProgress: (progress: SearchProgress) => void;
  /** Called every few seconds with the state of the program that is being checked. */
  readonly onCheckpoint?: (program: SavedProgram) => void;
  /** Called with the progress of the search for a repair. */
  readonly onFixing?: (progress: FixProgress) => void;
}

export interface SupervisorOptions extends Watcher {
  readonly request: CheckRequest;
  /** End of the whole run, in terms of `performance.now()`; Infinity: none. */
  readonly deadline: number;
  /** Whether to treat all files as test files: `check` may be called by a helper. */
  readonly areChecks?: boolean;
  /** Whether to test actively for a short time after a search that was given up without a failure. */
  readonly tests: boolean;
}

/**
 * Loads files and checks programs with a checker in a separate thread. Ends the checker if it takes too long or too
 * much memory, so that there is an answer whatever checked code does.
 */
export class Supervisor {
  private readonly options: SupervisorOptions;
  private readonly megabytes: number;
  private checker: JobRunner<Question, Answer, News> | undefined;
  /** The files that the current checker has loaded. */
  private readonly loaded = new Set<string>();
  /** The file that has changed built-ins of the current checker, which can serve no other one. */
  private spoiledBy: string | undefined;
  private isLocal = !canStartThread();
  /** The purpose of the current checker. */
  private use: CheckerUse | undefined;
  private isInterrupted = false;
  /** Time allowed for the current question if it is interrupted. */
  private patience = FOR_LOADING;
  /** The latest information about the program that is being checked. */
  private snapshot: Snapshot = NOTHING_KNOWN;

  constructor(options: SupervisorOptions) {
    this.options = options;
    this.megabytes = options.request.limits.maxMemory ?? defaultMemory();
  }

  /** Loads the programs of a file. */
  async load(file: string): Promise<readonly ProgramFacts[]> {
    await this.provideIntact(file);
    return this.loadBeside(file);
  }

  /** Loads the programs of a file into the checker that has loaded others, whatever these have changed. */
  private async loadBeside(file: string): Promise<readonly ProgramFacts[]> {
    const registered = { frontEnds: FRONT_ENDS.names(), models: modelNames() };
    const { request, deadline, areChecks = false } = this.options;
    await this.provideFor(useFor(file));
    const outcome = await this.ask({ ask: 'load', file, options: request.load, areChecks, registered }, deadline);
    if (outcome.kind === 'interrupted') throw new Interrupted(file);
    if (outcome.kind !== 'done') throw whyNotLoaded(outcome, file, request.limits.maxTime);
    const { result: answer } = outcome;
    if (answer.tell === 'loaded') {
      this.loaded.add(file);
      if (answer.isSpoiled) this.spoiledBy ??= file;
      return answer.programs;
    }
    if (answer.tell === 'lacks') {
      // The caller has registered something that exists only in this thread.
      await this.disconnect();
      this.isLocal = true;
      return this.loadBeside(file);
    }
    if (isReplacement(answer) && (await this.discard()) > 0) return this.loadBeside(file);
    throw errorOf(answer);
  }

  /** Checks a program. `seconds`: its time limit. `before`: its state as saved by an earlier run. */
  async check(facts: ProgramFacts, seconds: number, before?: SavedProgram): Promise<SavedProgram> {
    const { request, deadline, tests } = this.options;
    const { source: file, index } = facts;
    const started = performance.now();
    const until = Math.min(started + 1000 * seconds, deadline);
    const graceMs = deadline === Infinity ? CHECK_GRACE_MS : DEADLINE_GRACE_MS;
    const notBegun = (why: 'time' | 'interrupt'): SavedProgram =>
      programFrom(facts, request, knownFrom(before), why, undefined);
    try {
      await this.provideIntact(file);
      // The checker that loaded it may have been replaced.
      if (!this.loaded.has(file)) await this.load(file);
    } catch (error) {
      if (error instanceof Interrupted) return notBegun('interrupt');
      if (isFencepostError(error) && error.code === 'TIME_LIMIT') return notBegun('time');
      throw error;
    }
    const limits = { seconds: Number.isFinite(seconds) ? seconds : undefined };
    const outcome = await this.ask({ ask: 'check', file, index, request, ...limits, tests, before }, until, graceMs);
    if (outcome.kind === 'done') {
      const { result: answer } = outcome;
      if (answer.tell === 'checked') {
        if (answer.isSpoiled) this.spoiledBy ??= file;
        return answer.program;
      }
      if (isReplacement(answer) && (await this.discard()) > 1)
        return this.check(facts, (until - performance.now()) / 1000, before);
      throw errorOf(answer);
    }
    const why = stoppedBy(outcome);
    if (why === undefined) throw codeEnded(outcome, file);
    return programFrom(facts, request, this.snapshot, why, (performance.now() - started) / 1000);
  }

  /** Repairs programs together. `until`: deadline in terms of `performance.now()`. */
  async fix(
    programs: readonly (ProgramFacts & { readonly scenario?: string })[],
    until: number,
    task: FixTask,
    before?: SavedRepairSearch,
  ): Promise<FixAnswer> {
    const { load: options } = this.options.request;
    const [first] = programs;
    const { models = [], goal = 'safe' } = task;
    const stopped: FixAnswer = { models, goal, outcome: 'stopped' };
    try {
      for (const { source } of programs) if (!this.loaded.has(source)) await this.loadBeside(source);
    } catch (error) {
      if (isFencepostError(error) && error.code === 'TIME_LIMIT') return stopped;
      throw error;
    }
    const seconds = (until - performance.now()) / 1000;
    const outcome = await this.ask(
      {
        ...{ ask: 'fix', file: first!.source, options, task, before },
        programs: programs.map(({ source, index, scenario }) => [source, index, scenario]),
        seconds: Number.isFinite(seconds) ? seconds : undefined,
      },
      until,
      DEADLINE_GRACE_MS,
    );
    if (outcome.kind === 'done') {
      if (outcome.result.tell === 'fixed') return outcome.result.answer;
      throw errorOf(outcome.result);
    }
    if (stoppedBy(outcome) === undefined) throw codeEnded(outcome, first!.source);
    return stopped;
  }

  /** Ends the current check with its findings, and skips all further work. */
  interrupt(): void {
    this.isInterrupted = true;
    this.checker?.interrupt(this.patience);
  }

  /** Ends the checker. Must be called at the end. */
  close(): void {
    void this.disconnect();
  }

  /** Replaces a checker that does not fit by one for modules, which fits all files. */
  private async provideFor(use: CheckerUse): Promise<void> {
    if (this.use === undefined) this.use = use;
    else if (this.use !== use && this.use !== 'modules') {
      this.use = 'modules';
      await this.disconnect();
    }
  }

  /** Replaces a checker whose built-ins another file has changed. */
  private async provideIntact(file: string): Promise<void> {
    if (this.spoiledBy !== undefined && this.spoiledBy !== file) await this.disconnect();
  }

  private async ask(question: Question, deadline: number, graceMs = 0): Promise<Outcome<Answer, News>> {
    const { megabytes } = this;
    this.checker ??= this.isLocal ? await localChecker() : checkerThread(megabytes, this.use);
    this.patience = question.ask === 'load' ? FOR_LOADING : FOR_SEARCH;
    this.snapshot = knownFrom(question.ask === 'check' ? question.before : undefined);
    const onProgress = (news: News): void => this.onNews(news);
    const outcome = this.checker.run({ input: question, deadline, graceMs, megabytes, onProgress });
    if (this.isInterrupted) this.checker.interrupt(this.patience);
    const { kind } = await outcome;
    if (kind !== 'done') await this.disconnect();
    return outcome;
  }

  private onNews(news: News): void {
    this.snapshot = knownAfter(this.snapshot, news);
    if (news.tell === 'progress') this.options.onProgress(news.progress);
    else if (news.tell === 'checkpoint') this.options.onCheckpoint?.(news.program);
    else if (news.tell === 'fixing') this.options.onFixing?.(news);
  }

  /**
   * Ends a checker in which built-ins were replaced, so that no other file is blamed. Returns the number of files that it
   * had loaded: another one of them may be the cause.
   */
  private async discard(): Promise<number> {
    const { size } = this.loaded;
    await this.disconnect();
    return size;
  }

  private async disconnect(): Promise<void> {
    const { checker } = this;
    this.checker = undefined;
    this.spoiledBy = undefined;
    this.loaded.clear();
    await checker?.end();
  }
}

/** Creates a checker in this thread, for front ends and models that are registered only here. */
async function localChecker(): Promise<JobRunner<Question, Answer, News>> {
  const { checkerHandler } = await import('./checker.js');
  return new LocalJobs(checkerHandler());
}

function isReplacement(answer: Answer): boolean {
  return answer.tell === 'failed' && answer.error.code === 'BUILT_IN_REPLACED';
}

function errorOf(answer: Answer): Error {
  return answer.tell === 'failed' ? errorFrom(answer.error) : new Error(`unexpected answer: ${answer.tell}`);
}
