import { setTimeout as sleep } from 'node:timers/promises';
import type { Knowledge } from '@fencepost/check';
import { isFencepostError } from '@fencepost/core';
import type { Database } from '../database/database.js';
import { isOfData, isTransient } from '../database/errors.js';
import type { Crew, Explorer, JobTask } from '../runs/explorer.js';
import { CannotLoad, Hangs } from '../runs/explorer.js';
import { Exchange } from './exchange.js';
import { childrenOf, decodeFrontier, decodeSeeds } from '../runs/frontiers.js';
import type { ProgramState, Run, RunSearch, RunStatus, TakenJob } from '../runs/protocol.js';
import type { AgentState, Pulse } from './heartbeat.js';
import { pulse } from './heartbeat.js';
import type { Answer } from '../runs/records.js';
import { learnedBy, written } from '../runs/result-rows.js';
import type { Committed } from '../runs/run-store.js';
import { RunStore } from '../runs/run-store.js';
import { Runs } from '../runs/runs.js';
import { budgetOf, lookMilliseconds, piecesOf, sharersOf } from './sizes.js';
import type { JobTelemetry, Telemetry } from './telemetry.js';
import { Backoff } from './backoff.js';

/** Interval of heartbeats, in milliseconds. Short enough to keep leases and to notice idle agents. */
const PULSE_MILLISECONDS = 1000;
/** Interval at which the agent checks whether it should end, in milliseconds. */
const LISTEN_MILLISECONDS = 100;
/** Idle time of all threads after which an agent looks at other runs, in milliseconds. */
const REST_MILLISECONDS = 3000;
/** Time allowed for pending commits at shutdown, in milliseconds. */
const FAREWELL_MILLISECONDS = 1000;

export interface AgentRunOptions {
  readonly database: Database;
  readonly run: Run;
  readonly crew: Crew;
  readonly agent: Omit<AgentState, 'idle'>;
  readonly tell: (text: string) => void;
  readonly telemetry: Telemetry;
  /** Whether there is another run that this agent could work on. */
  readonly hasOther: () => Promise<boolean>;
}

/** A thread and its job. */
interface Post {
  readonly explorer: Explorer;
  job: TakenJob | undefined;
  /** Whether it was requested to end its job early. */
  isHurried: boolean;
  /** For each program, the version of its copy's knowledge. */
  readonly knows: Map<number, number>;
}

/** The work of an agent on one run. */
export class AgentRun {
  private readonly options: AgentRunOptions;
  private readonly store: RunStore;
  private readonly exchange: Exchange;
  private readonly posts: readonly Post[];
  /** The newest knowledge of each program. */
  private readonly programs = new Map<number, ProgramState>();
  private pulse: Pulse;
  private status: RunStatus = 'running';
  private isEnding = false;
  /** Whether this machine cannot load the programs. Other agents have to do the work. */
  isUnfit = false;
  /** Whether other agents do all remaining work. */
  hasNoWork = false;
  private lastWork = performance.now();
  private isAway = false;
  private idle = 0;
  /** The next time at which idle threads look for jobs, all at once. */
  private nextLook: Promise<void> | undefined;

  constructor(options: AgentRunOptions) {
    const { database, run, agent, crew } = options;
    this.options = options;
    this.store = new RunStore(database, run, agent);
    this.exchange = new Exchange(this.store);
    this.posts = crew.explorers.map((explorer) => ({ explorer, job: undefined, isHurried: false, knows: new Map() }));
    const { threads } = agent;
    this.pulse = { status: 'running', held: new Set(), waiting: 0, threads, idle: 0, programs: [], bounds: [] };
  }

  /** Works until the run is over or `end` is called. */
  async work(): Promise<RunStatus> {
    const beside = Promise.all([this.keepPulse(), this.superviseOthers()]);
    const work = Promise.all(this.posts.map((post) => this.workAt(post)));
    work.catch(() => undefined); // may fail after the end, when no caller awaits it
    try {
      // After `end`, commits get additional time.
      await Promise.race([work, this.farewell(), beside.then(() => work)]);
    } finally {
      // An agent that is ending does not wait for answers.
      if (this.isEnding) beside.catch(() => undefined);
      else {
        this.isEnding = true;
        await beside;
      }
    }
    return this.status;
  }

  end(): void {
    this.isEnding = true;
    this.exchange.close();
    for (const { explorer } of this.posts) explorer.leave();
  }

  private get isOver(): boolean {
    return this.isEnding || this.isUnfit || this.hasNoWork || this.status !== 'running';
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
      const told = this.options.telemetry.begin(this.options.run, job);
      let outcome: Committed | undefined;
      try {
        outcome = await this.doJob(post, job, told);
      } catch (error) {
        if (!isOfData(error)) throw error;
        told.failed(error);
        await this.leave(job, `the run cannot be read: ${(error as Error).message}`);
      } finally {
        post.job = undefined;
        this.lastWork = performance.now();
        told.end(outcome);
      }
    }
  }

  /** Called when no job is available. Makes busy threads share theirs. If all threads are idle, the run may be over. */
  private async rest(): Promise<void> {
    this.idle++;
    if (this.idle === this.posts.length) {
      this.status = await this.insist(() => this.store.settleRun(), this.status);
      await this.lookElsewhere();
    }
    if (!this.isOver) await (this.nextLook ??= this.lookLater());
    this.idle--;
  }

  /**
   * Checks for other runs. A run whose remaining work is done by other agents, or by none, must not keep this agent
   * from other runs.
   */
  private async lookElsewhere(): Promise<void> {
    if (this.isOver || performance.now() - this.lastWork < REST_MILLISECONDS) return;
    this.hasNoWork = await this.insist(() => this.options.hasOther(), false);
    this.lastWork = performance.now();
  }

  private async lookLater(): Promise<void> {
    this.hurry(this.idle);
    await sleep(lookMilliseconds(this.pulse.threads));
    this.nextLook = undefined;
  }

  /** Makes `count` threads end their jobs early. */
  private hurry(count: number): void {
    const busy = this.posts.filter(({ job, isHurried }) => job !== undefined && !isHurried);
    for (const post of busy.slice(0, count)) {
      post.isHurried = true;
      post.explorer.hurry();
    }
  }

  /** Performs a job. Returns undefined if other agents will do it. */
  private async doJob(post: Post, job: TakenJob, told: JobTelemetry): Promise<Committed | undefined> {
    // Explore even at shutdown, if only a little: otherwise the job would be missing until its lease expires.
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
      post.isHurried = false;
      found = await explorer.explore(job.program, this.taskOf(job), this.isOver ? 0 : budgetOf(isRoot, this.pulse));
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
    if (committed === 'committed') told.explored(written(found).row.executions);
    const learned = learnedBy(found);
    if (learned !== null) this.learned(post, program, learned, committed);
    return committed;
  }

  /**
   * Updates the knowledge after a commit. If other agents do not receive what this copy has learned, the copy must
   * forget it.
   */
  private learned({ knows }: Post, program: ProgramState, knowledge: Knowledge, committed: Committed): void {
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

  /**
   * Returns the newest knowledge of the program of a job; undefined if the agent ends before the database answers, or
   * has lost the job.
   */
  private async programAt({ program: index }: TakenJob): Promise<ProgramState | undefined> {
    const newest = this.pulse.programs.find((each) => each.index === index)?.version ?? 0;
    const known = this.programs.get(index);
    if (known !== undefined && known.version >= newest) return known;
    const asked = await this.insist(() => this.store.program(index), undefined);
    if (asked !== undefined) this.remember(asked);
    return asked;
  }

  private taskOf(job: TakenJob): JobTask {
    const search = this.searchOf(job);
    const untilFailure = this.options.run.policy === 'least';
    if (search.seeds === undefined) return { ...search, frontier: decodeFrontier(job.bytes), untilFailure };
    // The root is divided before any test, because a single seed may take long.
    const seeds = decodeSeeds(job.bytes);
    return { model: job.model, seeds: seeds ?? search.seeds, untilFailure, divideOnly: seeds === null };
  }

  private searchOf({ program, model }: TakenJob): RunSearch {
    return this.options.run.searches.find((each) => each.program === program && each.model === model)!;
  }

  /** Whether the job comes after the first known failure of its search. */
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

  /**
   * Handles an error. A program that cannot be checked ends the run. Other errors are, or may be, due to this machine:
   * the job is retried on any machine.
   */
  private async giveUp(job: TakenJob, error: unknown): Promise<void> {
    const { database, run, tell } = this.options;
    const message = error instanceof Error ? error.message : String(error);
    if (isFencepostError(error) && error.code !== 'BAD_FRONTIER') {
      const { code, site, hint } = error;
      await this.insist(() => new Runs(database).endWithError(run.id, { code, message, site, hint }), undefined);
      return;
    }
    if (error instanceof Hangs && job.attempt > 0) {
      // It was tried before, possibly by another machine. Do not spend the time of further agents on it.
      const hint = 'check it on one machine with --max-time: loops in native code cannot be interrupted';
      await this.insist(() => new Runs(database).endWithError(run.id, { code: 'CLUSTER', message, hint }), undefined);
      return;
    }
    if (error instanceof CannotLoad) return this.leave(job, message);
    tell(`job ${job.id}, attempt ${job.attempt + 1}: ${message}`);
    await this.insist(() => this.store.fail(job, message), undefined);
  }

  /** Marks this agent as unfit for the run, so that other agents try. */
  private async leave(job: TakenJob, message: string): Promise<void> {
    if (!this.isUnfit) this.options.tell(message);
    this.isUnfit = true;
    this.exchange.close();
    await this.insist(() => this.store.fail(job, message), undefined);
    // If the job is not assigned again, no other agent may ever check for the end of the run.
    this.status = await this.insist(() => this.store.settleRun(), this.status);
  }

  /**
   * Commits, and retries until the database answers. If an answer was lost, the commit may have been done. The retry
   * then finds that the attempt no longer belongs to this agent, and changes nothing.
   */
  private async commit(job: TakenJob, work: () => Promise<Committed>): Promise<Committed> {
    return this.insist(work, 'lost', () => this.isHeld(job));
  }

  private isHeld(job: TakenJob): boolean {
    return this.posts.some((post) => post.job === job);
  }

  /** Retries while the database cannot be reached, unless the answer is no longer needed. */
  private async insist<T>(ask: () => Promise<T>, otherwise: T, isOfInterest = () => true): Promise<T> {
    for (const patience = new Backoff(); ;) {
      try {
        const answer = await ask();
        this.isAway = false;
        return answer;
      } catch (error) {
        if (!isTransient(error)) throw error;
        // Report this once, however many threads are affected.
        if (!this.isAway) this.options.tell(`the database does not respond: ${(error as Error).message}`);
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

  /** Re-queues the jobs of dead agents. */
  private async superviseOthers(): Promise<void> {
    while (!this.isOver) {
      await this.store.supervise().catch((error: unknown) => {
        if (!isTransient(error)) throw error;
      });
      await sleep(PULSE_MILLISECONDS);
    }
  }

  /** Reacts to the state reported by the last heartbeat. */
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
      else if (this.isOver) explorer.leave();
      else busy++;
    }
    // Rounded at random, so that the expected sum over all agents is right.
    if (!this.isOver) this.hurry(Math.floor(sharersOf(busy, this.pulse) + Math.random()));
  }
}
