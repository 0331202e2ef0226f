import type { SavedRepairSearch } from '@fencepost/check';
import { isFencepostError, modelNames } from '@fencepost/core';
import type { FixAnswer, FixTask } from '@fencepost/fix';
import { FRONT_ENDS } from '../load/front-ends.js';
import type { ProgramFacts } from '../load/loaded-program.js';
import type { CheckRequest } from '../run/check-request.js';
import type { SavedProgram } from '../run/saved-run.js';
import type { Connection } from './connection.js';
import type { NoAnswer, Watcher } from './conversation.js';
import { Conversation } from './conversation.js';
import { Interrupted, whyNoAnswer } from './ending.js';
import { localConnection } from './local-connection.js';
import { defaultMemory } from './memory.js';
import type { Answer, Question } from './messages.js';
import { errorFrom } from '../workers/plain-error.js';
import { knownFrom, programFrom } from './snapshot.js';
import type { CheckerUse } from './worker-connection.js';
import { canStartThread, useFor, workerConnection } from './worker-connection.js';

/** How long after its deadline a checker is ended: if the run has a limit, or only the check. */
const GRACE_MILLISECONDS = 500;
const OWN_GRACE_MILLISECONDS = 5000;

export interface SupervisorOptions extends Watcher {
  readonly request: CheckRequest;
  /** Of the whole run, as `performance.now()` counts; Infinity: none. */
  readonly deadline: number;
  /** Treat all files as test files: a helper may be what calls `check`. */
  readonly areChecks?: boolean;
  /** Where a search is given up without a failure, test actively for a little longer. */
  readonly tests: boolean;
}

/**
 * Has files loaded and programs checked by a checker in a thread of its own, and ends that if it takes too long or too much
 * memory: whatever checked code does, there is an answer.
 */
export class Supervisor {
  private readonly options: SupervisorOptions;
  private readonly megabytes: number;
  private connection: Connection | undefined;
  /** The files that the current checker has loaded. */
  private readonly loaded = new Set<string>();
  private isLocal = !canStartThread();
  /** Of the current checker. */
  private use: CheckerUse | undefined;
  private isInterrupted = false;
  private conversation: Conversation | undefined;

  constructor(options: SupervisorOptions) {
    this.options = options;
    this.megabytes = options.request.limits.maxMemory ?? defaultMemory();
  }

  /** The programs of a file. */
  async load(file: string): Promise<readonly ProgramFacts[]> {
    const registered = { frontEnds: FRONT_ENDS.names(), models: modelNames() };
    const { request, deadline, areChecks = false } = this.options;
    await this.provideFor(useFor(file));
    const answer = await this.ask({ ask: 'load', file, options: request.load, areChecks, registered }, deadline);
    if ('why' in answer) {
      if (answer.why === 'interrupt') throw new Interrupted(file);
      throw whyNoAnswer(answer, file, request.limits.maxTime);
    }
    if (answer.tell === 'loaded') {
      this.loaded.add(file);
      return answer.programs;
    }
    if (answer.tell === 'lacks') {
      // The caller has registered something that only this thread knows.
      await this.disconnect();
      this.isLocal = true;
      return this.load(file);
    }
    // Another file loaded by this checker may be the cause.
    if (isReplacement(answer) && this.loaded.size > 0) {
      await this.disconnect();
      return this.load(file);
    }
    throw errorOf(answer);
  }

  /** `seconds`: the time that the program has. `before`: what an earlier run kept of it. */
  async check(facts: ProgramFacts, seconds: number, before?: SavedProgram): Promise<SavedProgram> {
    const { request, deadline, tests } = this.options;
    const { source: file, index } = facts;
    const started = performance.now();
    const until =
      deadline === Infinity
        ? started + 1000 * seconds + OWN_GRACE_MILLISECONDS
        : Math.min(started + 1000 * seconds, deadline) + GRACE_MILLISECONDS;
    const notBegun = (why: 'time' | 'interrupt'): SavedProgram =>
      programFrom(facts, request, knownFrom(before), why, undefined);
    try {
      // The checker that loaded it may have been replaced.
      if (!this.loaded.has(file)) await this.load(file);
    } catch (error) {
      if (error instanceof Interrupted) return notBegun('interrupt');
      if (isFencepostError(error) && error.code === 'TIME_LIMIT') return notBegun('time');
      throw error;
    }
    const limits = { seconds: Number.isFinite(seconds) ? seconds : undefined };
    const answer = await this.ask({ ask: 'check', file, index, request, ...limits, tests, before }, until);
    if (!('why' in answer)) {
      if (answer.tell === 'checked') return answer.program;
      if (isReplacement(answer) && this.loaded.size > 1) {
        await this.disconnect();
        return this.check(facts, (until - performance.now()) / 1000, before);
      }
      throw errorOf(answer);
    }
    const { why } = answer;
    if (why === 'time' || why === 'memory' || why === 'interrupt') {
      const snapshot = this.conversation?.snapshot ?? knownFrom(before);
      return programFrom(facts, request, snapshot, why, (performance.now() - started) / 1000);
    }
    throw whyNoAnswer(answer, file, request.limits.maxTime);
  }

  /** Repairs programs together. `until`: as `performance.now()` counts. */
  async fix(
    programs: readonly (ProgramFacts & { readonly scenario?: string })[],
    until: number,
    task: FixTask,
    before?: SavedRepairSearch,
  ): Promise<FixAnswer> {
    const { load: options, limits } = this.options.request;
    const [first] = programs;
    const { models = [], goal = 'safe' } = task;
    const stopped: FixAnswer = { models, goal, outcome: 'stopped' };
    try {
      for (const { source } of programs) if (!this.loaded.has(source)) await this.load(source);
    } catch (error) {
      if (isFencepostError(error) && error.code === 'TIME_LIMIT') return stopped;
      throw error;
    }
    const seconds = (until - performance.now()) / 1000;
    const answer = await this.ask(
      {
        ...{ ask: 'fix', file: first!.source, options, task, before },
        programs: programs.map(({ source, index, scenario }) => [source, index, scenario]),
        seconds: Number.isFinite(seconds) ? seconds : undefined,
      },
      until + GRACE_MILLISECONDS,
    );
    if (!('why' in answer)) {
      if (answer.tell === 'fixed') return answer.answer;
      throw errorOf(answer);
    }
    const { why } = answer;
    if (why === 'time' || why === 'memory' || why === 'interrupt') return stopped;
    throw whyNoAnswer(answer, first!.source, limits.maxTime);
  }

  /** Ends the current check with what it has found, and skips all that would follow. */
  interrupt(): void {
    this.isInterrupted = true;
    this.conversation?.interrupt();
  }

  /** Call this at the end. */
  close(): void {
    void this.disconnect();
  }

  /** A checker for modules does for all files; another one is replaced by it. */
  private async provideFor(use: CheckerUse): Promise<void> {
    if (this.use === undefined) this.use = use;
    else if (this.use !== use && this.use !== 'modules') {
      this.use = 'modules';
      await this.disconnect();
    }
  }

  private async ask(question: Question, until: number): Promise<Answer | NoAnswer> {
    this.connection ??= this.isLocal ? await localConnection() : workerConnection(this.megabytes, this.use);
    const conversation = new Conversation(this.connection, question, this.options);
    this.conversation = conversation;
    const outcome = conversation.outcome({ until, megabytes: this.megabytes });
    if (this.isInterrupted) conversation.interrupt();
    const answer = await outcome;
    if ('why' in answer) await this.disconnect();
    return answer;
  }

  private async disconnect(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    this.loaded.clear();
    await connection?.end();
  }
}

function isReplacement(answer: Answer): boolean {
  return answer.tell === 'failed' && answer.error.code === 'BUILT_IN_REPLACED';
}

function errorOf(answer: Answer): Error {
  return answer.tell === 'failed' ? errorFrom(answer.error) : new Error(`unexpected answer: ${answer.tell}`);
}
