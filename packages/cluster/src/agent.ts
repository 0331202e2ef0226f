import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFencepostError } from '@fencepost/core';
import type { Database } from './database.js';
import { isOfData, isTransient } from './errors.js';
import type { Crew, OpenRun } from './explorer.js';
import type { Run, RunStatus } from './protocol.js';
import { RunStore } from './run-store.js';
import type { OpenRunKey } from './runs.js';
import { Runs } from './runs.js';
import { AgentRun } from './agent-run.js';
import type { Telemetry } from './telemetry.js';
import { loadTelemetry } from './telemetry.js';
import { Backoff } from './backoff.js';

/** How often an agent without a run looks for one: less and less often. */
const FIRST_POLL_MILLISECONDS = 500;
const MOST_POLL_MILLISECONDS = 3000;
/** A run without work for an agent is looked at again after so long, if others are open. */
const AWAY_MILLISECONDS = 10_000;
/** When it is told to end, an agent waits so long for a database that does not answer. */
const SILENCE_MILLISECONDS = 1500;

/** Why an agent has ended: it was told to, there is nothing to do, or what is open is not for it. */
export type Ended = 'told' | 'idle' | 'unfit';

export interface AgentOptions {
  readonly build: string;
  /** What results may depend on besides the build. */
  readonly runtime: string;
  readonly threads: number;
  /** End when there is nothing to do. */
  readonly untilIdle: boolean;
  /** Loads the programs of a run for threads that explore. */
  readonly open: OpenRun;
  readonly tell: (text: string) => void;
}

/** One process per machine, which works on any open run. The agent's own thread never explores. */
export class Agent {
  private readonly database: Database;
  private readonly options: AgentOptions;
  private readonly id = randomUUID();
  private readonly refused = new Set<string>();
  /** Runs whose programs this machine cannot load. */
  private readonly unfit = new Set<string>();
  /** Runs that had no work for this agent, and when. */
  private readonly idleRuns = new Map<string, number>();
  private readonly ending = new AbortController();
  private shift: AgentRun | undefined;
  private telemetry: Promise<Telemetry> | undefined;
  private pollMilliseconds = FIRST_POLL_MILLISECONDS;

  constructor(database: Database, options: AgentOptions) {
    this.database = database;
    this.options = options;
  }

  /** Works until `end` is called or, with `untilIdle`, until no run is open that it can work on. */
  async work(): Promise<Ended> {
    try {
      return await this.workUntilEnd();
    } finally {
      await (await this.telemetry)?.flush();
    }
  }

  private async workUntilEnd(): Promise<Ended> {
    const patience = new Backoff();
    while (!this.isEnding()) {
      try {
        const ended = await this.workOnce();
        patience.isOver();
        if (ended !== undefined) return ended;
      } catch (error) {
        if (this.isEnding()) break;
        if (!isTransient(error)) throw error;
        if (patience.isNew) this.options.tell(`cannot reach the database: ${(error as Error).message}`);
        await patience.wait(this.ending.signal);
      }
    }
    return 'told';
  }

  /** Ends soon. Work that can be committed within a second is not lost. */
  end(): void {
    if (this.isEnding()) return;
    this.ending.abort();
    this.shift?.end();
    // What waits for an answer then waits no longer.
    setTimeout(() => void this.database.close(), SILENCE_MILLISECONDS).unref();
  }

  private isEnding(): boolean {
    return this.ending.signal.aborted;
  }

  private async workOnce(): Promise<Ended | undefined> {
    await this.database.requireVersion();
    const runs = new Runs(this.database);
    const open = await runs.open();
    const fit = open.filter((run) => this.isFit(run) && !this.unfit.has(run.id));
    for (const run of open) if (!this.isFit(run)) this.refuse(run);
    const run = this.next(fit);
    if (run === undefined) {
      if (this.options.untilIdle) return open.length === 0 ? 'idle' : 'unfit';
      await sleep(this.pollMilliseconds, undefined, { signal: this.ending.signal }).catch(() => undefined);
      this.pollMilliseconds = Math.min(1.2 * this.pollMilliseconds, MOST_POLL_MILLISECONDS);
      return undefined;
    }
    this.pollMilliseconds = FIRST_POLL_MILLISECONDS;
    await this.workOn(runs, run);
    return undefined;
  }

  /** The oldest, unless it had no work a moment ago. */
  private next(fit: readonly OpenRunKey[]): OpenRunKey | undefined {
    const since = performance.now() - AWAY_MILLISECONDS;
    return fit.find(({ id }) => (this.idleRuns.get(id) ?? -Infinity) < since) ?? fit[0];
  }

  private isFit({ build, runtime }: OpenRunKey): boolean {
    return build === this.options.build && (runtime === null || runtime === this.options.runtime);
  }

  private async workOn(runs: Runs, { id }: OpenRunKey): Promise<void> {
    const { open, threads, build, runtime, tell } = this.options;
    const run = await runs.byId(id);
    if (run?.status !== 'running') return;
    tell(`run ${run.id}: ${run.source}`);
    const telemetry = await (this.telemetry ??= loadTelemetry());
    const agent = { id: this.id, host: hostname(), build, runtime, threads };
    const bundle = await runs.bundle(run);
    let crew: Crew;
    try {
      crew = await open(bundle, threads);
    } catch (error) {
      await this.giveUp(runs, run, new RunStore(this.database, run, agent), error);
      return;
    }
    const shift = new AgentRun({
      ...{ database: this.database, run, crew, agent, tell, telemetry },
      hasOther: async () =>
        (await runs.open()).some((other) => other.id !== id && this.isFit(other) && !this.unfit.has(other.id)),
    });
    this.shift = shift;
    if (this.isEnding()) shift.end();
    try {
      const status = await shift.work();
      if (shift.isUnfit) this.unfit.add(run.id);
      if (shift.hasNoWork) this.idleRuns.set(run.id, performance.now());
      else this.idleRuns.delete(run.id);
      tell(`run ${run.id}: ${WORDS[status]}`);
    } catch (error) {
      // One run must not keep this agent from others.
      if (!isOfData(error)) throw error;
      this.unfit.add(run.id);
      tell(`run ${run.id}: left to others, as it cannot be read: ${(error as Error).message}`);
    } finally {
      this.shift = undefined;
      await crew.close();
    }
  }

  /** What no machine can unpack ends the run; whatever else it is may be due to this one. */
  private async giveUp(runs: Runs, run: Run, store: RunStore, error: unknown): Promise<void> {
    this.unfit.add(run.id);
    const message = error instanceof Error ? error.message : String(error);
    this.options.tell(`run ${run.id}: ${message}`);
    if (!isFencepostError(error)) return;
    // Whoever has a job of a run can end it.
    const { taken } = await store.exchange([], 1);
    if (taken.length === 0) return;
    const { code, hint } = error;
    await runs.endWithError(run.id, { code, message, hint });
  }

  private refuse({ id, build, runtime }: OpenRunKey): void {
    if (this.refused.has(id)) return;
    this.refused.add(id);
    const mine = this.options;
    const [theirs, here] = build === mine.build ? [runtime, mine.runtime] : [build, mine.build];
    this.options.tell(`run ${id} is not for this agent: it was submitted by ${theirs}, this is ${here}`);
  }
}

const WORDS: Readonly<Record<RunStatus, string>> = {
  running: 'left to others',
  stopped: 'stopped',
  incomplete: 'incomplete: a part of it failed too often',
  done: 'done',
  error: 'ended with an error',
};
