import { setTimeout as sleep } from 'node:timers/promises';
import type { FrontierResult } from '@fencepost/check';
import { isFencepostError } from '@fencepost/core';
import type { Database } from './database.js';
import { isTransient } from './errors.js';
import type { Crew, Explorer } from './explorer.js';
import { Exchange } from './exchange.js';
import { childrenOf, decodeFrontier } from './frontiers.js';
import type { ProgramState, Run, RunSearch, RunStatus, TakenJob } from './protocol.js';
import type { AgentState, Pulse } from './pulse.js';
import { pulse } from './pulse.js';
import type { Answer } from './records.js';
import type { Committed } from './run-store.js';
import { RunStore } from './run-store.js';
import { Runs } from './runs.js';
import { budgetOf, lookMilliseconds, piecesOf, sharersOf } from './sizes.js';
import type { JobTelemetry, Telemetry } from './telemetry.js';
import { Patience } from './waiting.js';

/** Often enough for the lease, and for others that have nothing to do. */
const PULSE_MILLISECONDS = 1000;
/** How soon the end is noticed. */
const LISTEN_MILLISECONDS = 100;
/** At the end, what is being committed may take so long. */
const FAREWELL_MILLISECONDS = 1000;

export interface ShiftOptions {
  readonly database: Database;
  readonly run: Run;
  readonly crew: Crew;
  readonly agent: Omit<AgentState, 'idle'>;
  readonly tell: (text: string) => void;
  readonly telemetry: Telemetry;
}

/** A thread, and what it is at. */
interface Post {
  readonly explorer: Explorer;
  job: TakenJob | undefined;
  /** Was it told to end its job early? */
  isHurried: boolean;
  /** The versions of what its copies of the programs know. */
  readonly knows: Map<number, number>;
}

/** The work of an agent on one run. */
export class Shift {
  private readonly options: ShiftOptions;
  private readonly store: RunStore;
  private readonly exchange: Exchange;
  private readonly posts: readonly Post[];
  /** The newest that is known of each program. */
  private readonly programs = new Map<number, ProgramState>();
  private pulse: Pulse;
  private status: RunStatus = 'running';
  private isEnding = false;
  private isAway = false;
  private idle = 0;
  /** When idle threads look for jobs again: all at once. */
  private nextLook: Promise<void> | undefined;

  constructor(options: ShiftOptions) {
    const { database, run, agent, crew } = options;
    this.options = options;
    this.store = new RunStore(database, run, agent.id);
    this.exchange = new Exchange(this.store);
    this.posts = crew.explorers.map((explorer) => ({ explorer, job: undefined, isHurried: false, knows: new Map() }));
    const { threads } = agent;
    this.pulse = { status: 'running', held: new Set(), waiting: 0, threads, idle: 0, programs: [], bounds: [] };
  }

  /** Until the run is over, or this agent is to end. */
  async work(): Promise<RunStatus> {
    const beside = Promise.all([this.keepPulse(), this.superviseOthers()]);
    const work = Promise.all(this.posts.map((post) => this.workAt(post)));
    work.catch(() => undefined); // it may fail after the end, when nobody waits for it
    try {
      // After the end, only so long for what is being committed.
      await Promise.race([work, this.farewell(), beside.then(() => work)]);
    } finally {
      this.isEnding = true;
      await beside;
    }
    return this.status;
  }

  end(): void {
    this.isEnding = true;
    this.exchange.close();
    for (const { explorer } of this.posts) explorer.hurry();
  }

  private get isOver(): boolean {
    return this.isEnding || this.status !== 'running';
  }

  private async farewell(): Promise<void> {
    while (!this.isEnding) await sleep(LISTEN_MILLISECONDS);
    await sleep(FAREWELL_MILLISECONDS);
  }

  private async workAt(post: Post): Promise<void> {
    while (!this.isOver || this.exchange.hasReady) {
      const job = await this.insist(() => this.exchange.take(), undefined);
      if (job === undefined) {
        await this.rest();
        continue;
      }
      post.job = job;
      const told = this.options.telemetry(this.options.run, job);
      let outcome: Committed | undefined;
      try {
        outcome = await this.doJob(post, job, told);
      } finally {
        post.job = undefined;
        told.end(outcome);
      }
    }
  }

  /** There is no job. Other threads share what they have; if none has anything, the run may be over. */
  private async rest(): Promise<void> {
    this.idle++;
    if (this.idle === this.posts.length) {
      this.status = await this.insist(() => this.store.settleRun(), this.status);
    }
    if (!this.isOver) await (this.nextLook ??= this.lookLater());
    this.idle--;
  }

  private async lookLater(): Promise<void> {
    this.hurry(this.idle);
    await sleep(lookMilliseconds(this.pulse.threads));
    this.nextLook = undefined;
  }

  /** Has so many threads end their jobs early. */
  private hurry(count: number): void {
    const busy = this.posts.filter(({ job, isHurried }) => job !== undefined && !isHurried);
    for (const post of busy.slice(0, count)) {
      post.isHurried = true;
      post.explorer.hurry();
    }
  }

  /** undefined: it is left to others. */
  private async doJob(post: Post, job: TakenJob, told: JobTelemetry): Promise<Committed | undefined> {
    // What was taken is done, if only a little of it: otherwise it would be missed for as long as its lease lasts.
    do {
      const program = await this.programAt(job);
      if (program === undefined) return undefined;
      if (job.epoch < program.epoch) return this.commit(job, () => this.store.forgetStale(job));
      if (this.isDropped(job)) return this.commit(job, () => this.store.drop(job));
      const committed = await this.explore(post, job, program, told);
      if (committed !== 'outdated') return committed;
      this.programs.delete(job.program);
    } while (!this.isEnding);
    return 'outdated';
  }

  private async explore(post: Post, job: TakenJob, program: ProgramState, told: JobTelemetry): Promise<Committed> {
    const { explorer, knows } = post;
    if (knows.get(job.program) !== program.version) explorer.begin(job.program, program.knowledge);
    knows.set(job.program, program.version);
    const isRoot = job.bytes === null;
    const started = performance.now();
    let found;
    try {
      const frontier = decodeFrontier(job.bytes);
      const task = { ...this.searchOf(job), frontier, untilFailure: this.options.run.policy === 'least' };
      post.isHurried = false;
      found = await explorer.explore(job.program, task, this.isOver ? 0 : budgetOf(isRoot, this.pulse));
    } catch (error) {
      knows.clear();
      told.failed(error);
      await this.giveUp(job, error);
      return 'lost';
    }
    if ('again' in found) {
      knows.delete(job.program);
      return this.commit(job, () => this.store.beginAgain(job, program.version, found.again));
    }
    if (this.isDropped(job)) return this.commit(job, () => this.store.drop(job));
    const children = childrenOf(found, piecesOf(isRoot, this.pulse));
    const milliseconds = performance.now() - started;
    const answer: Answer = { job, result: found, children, version: program.version, milliseconds };
    const committed = await this.commit(job, () =>
      this.store.isSpecial(answer) ? this.store.commit(answer) : this.exchange.commit(answer),
    );
    if (committed === 'committed') told.explored(found.findings.results.executions);
    if (found.learned !== null) this.learned(post, program, found.learned, committed);
    return committed;
  }

  /** A copy that has learned what others do not know must forget it. */
  private learned(
    { knows }: Post,
    program: ProgramState,
    knowledge: NonNullable<FrontierResult['learned']>,
    committed: Committed,
  ): void {
    const { index, version, epoch } = program;
    if (committed !== 'committed') {
      knows.delete(index);
      return;
    }
    knows.set(index, version + 1);
    this.remember({ index, version: version + 1, epoch, knowledge });
  }

  private remember(program: ProgramState): void {
    const known = this.programs.get(program.index);
    if (known === undefined || known.version < program.version) this.programs.set(program.index, program);
  }

  /** The newest that is known of the program of a job; undefined: it cannot be asked for before the end. */
  private async programAt({ program: index }: TakenJob): Promise<ProgramState | undefined> {
    const newest = this.pulse.programs.find((each) => each.index === index)?.version ?? 0;
    const known = this.programs.get(index);
    if (known !== undefined && known.version >= newest) return known;
    const asked = await this.insist(() => this.store.program(index), undefined);
    if (asked !== undefined) this.remember(asked);
    return asked;
  }

  private searchOf({ program, model }: TakenJob): RunSearch {
    return this.options.run.searches.find((each) => each.program === program && each.model === model)!;
  }

  /** Is it after the first failure of its search, as far as that is known? */
  private isDropped({ program, model, epoch, path }: TakenJob): boolean {
    const { policy } = this.options.run;
    return this.pulse.bounds.some(
      (bound) =>
        bound.program === program &&
        bound.model === model &&
        bound.epoch === epoch &&
        (policy === 'first' || path > bound.path),
    );
  }

  /** What cannot be checked ends the run. What may be due to this machine is tried again, by others too. */
  private async giveUp(job: TakenJob, error: unknown): Promise<void> {
    const { database, run, tell } = this.options;
    const message = error instanceof Error ? error.message : String(error);
    if (isFencepostError(error) && error.code !== 'BAD_FRONTIER') {
      const { code, site, hint } = error;
      await this.insist(() => new Runs(database).endWithError(run.id, { code, message, site, hint }), undefined);
      return;
    }
    tell(`job ${job.id}, attempt ${job.attempt + 1}: ${message}`);
    await this.insist(() => this.store.fail(job, message), undefined);
  }

  /**
   * Commits until there is an answer. If one was lost, it is not known whether it was done; but to ask again for the same
   * attempt does no harm: if it was done, the attempt is no longer this agent's.
   */
  private async commit(job: TakenJob, work: () => Promise<Committed>): Promise<Committed> {
    return this.insist(work, 'lost', () => this.isHeld(job));
  }

  private isHeld(job: TakenJob): boolean {
    return this.posts.some((post) => post.job === job);
  }

  /** Asks again while the database is away, unless it is no longer of interest. */
  private async insist<T>(ask: () => Promise<T>, otherwise: T, isOfInterest = () => true): Promise<T> {
    for (const patience = new Patience(); ;) {
      try {
        const answer = await ask();
        this.isAway = false;
        return answer;
      } catch (error) {
        if (!isTransient(error)) throw error;
        // Once, however many threads ask.
        if (!this.isAway) this.options.tell(`the database does not answer: ${(error as Error).message}`);
        this.isAway = true;
        if (!isOfInterest() || this.isEnding) return otherwise;
        await patience.wait();
      }
    }
  }

  private async keepPulse(): Promise<void> {
    const { agent, database, run } = this.options;
    while (!this.isOver) {
      const jobs = this.posts.flatMap(({ job }) => job ?? []);
      try {
        this.pulse = await pulse(database, run, { ...agent, idle: this.idle }, jobs);
        this.hear(jobs);
      } catch (error) {
        if (!isTransient(error)) throw error;
      }
      await sleep(PULSE_MILLISECONDS);
    }
  }

  /** Whose agents are gone is found out by whoever is left. */
  private async superviseOthers(): Promise<void> {
    while (!this.isOver) {
      await this.store.supervise().catch((error: unknown) => {
        if (!isTransient(error)) throw error;
      });
      await sleep(PULSE_MILLISECONDS);
    }
  }

  /** What other agents do concerns the jobs of this one. */
  private hear(asked: readonly TakenJob[]): void {
    if (this.pulse.status !== 'running') {
      this.status = this.pulse.status;
      this.exchange.close();
    }
    let busy = 0;
    for (const { explorer, job } of this.posts) {
      if (job === undefined) continue;
      const isLost = asked.includes(job) && !this.pulse.held.has(job.id);
      if (isLost || this.isDropped(job)) explorer.interrupt();
      else busy++;
    }
    // A part of a thread is one with that probability.
    this.hurry(this.isOver ? busy : Math.floor(sharersOf(busy, this.pulse) + Math.random()));
  }
}
