import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFencepostError } from '@fencepost/core';
import type { Database } from '../database/database.js';
import { isOfData, isTransient } from '../database/errors.js';
import type { Crew, OpenRun } from '../runs/explorer.js';
import type { Run, RunStatus } from '../runs/protocol.js';
import { RunStore } from '../runs/run-store.js';
import type { OpenRunKey } from '../runs/runs.js';
import { Runs } from '../runs/runs.js';
import { AgentRun } from './agent-run.js';
import type { Telemetry } from './telemetry.js';
import { loadTelemetry } from './telemetry.js';
import { Backoff } from './backoff.js';

/**
 * Interval at which an agent without a run looks for one, in milliseconds. It grows from the first value to the second.
 */
const FIRST_POLL_MILLISECONDS = 500;
const MOST_POLL_MILLISECONDS = 3000;
/** Time after which an agent looks again at a run without work for it, if other runs are open, in milliseconds. */
const AWAY_MILLISECONDS = 10_000;
/** Time that an ending agent waits for a database that does not answer, in milliseconds. */
const SILENCE_MILLISECONDS = 1500;

/** Why an agent has ended: on request, because there is nothing to do, or because it is unfit for the open runs. */
export type Ended = 'told' | 'idle' | 'unfit';

export interface AgentOptions {
  readonly build: string;
  /** Properties other than the build that results may depend on. */
  readonly runtime: string;
  readonly threads: number;
  /** Whether to end when there is nothing to do. */
  readonly untilIdle: boolean;
  /** Loads the programs of a run for exploring threads. */
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
  /** Runs that had no work for this agent, and the time at which this was found. */
  private readonly idleRuns = new Map<string, number>();
  private readonly ending = new AbortController();
  private shift: AgentRun | undefined;
  private telemetry: Promise<Telemetry> | undefined;
  private pollMilliseconds = FIRST_POLL_MILLISECONDS;

  constructor(database: Database, options: AgentOptions) {
    this.database = database;
    this.options = options;
  }

  /** Works until `end` is called or, with `untilIdle`, until no open run is left that it can work on. */
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
    // Pending requests fail when the connection closes.
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

  /** Returns the oldest run, unless it had no work a moment ago. */
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
      // One unreadable run must not keep this agent from other runs.
      if (!isOfData(error)) throw error;
      this.unfit.add(run.id);
      tell(`run ${run.id}: skipped, because it cannot be read: ${(error as Error).message}`);
    } finally {
      this.shift = undefined;
      await crew.close();
    }
  }

  /**
   * Handles a run that cannot be opened. A bundle that no machine can unpack ends the run. Other errors may be due to
   * this machine.
   */
  private async giveUp(runs: Runs, run: Run, store: RunStore, error: unknown): Promise<void> {
    this.unfit.add(run.id);
    const message = error instanceof Error ? error.message : String(error);
    this.options.tell(`run ${run.id}: ${message}`);
    if (!isFencepostError(error)) return;
    // Only an agent that holds a job of a run may end it.
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
  running: 'still running on other agents',
  stopped: 'stopped',
  incomplete: 'incomplete: one of its jobs failed too often',
  done: 'done',
  error: 'ended with an error',
};
