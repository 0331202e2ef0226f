import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.js';
import { isTransient } from './errors.js';
import type { OpenRun } from './explorer.js';
import type { Run, RunStatus } from './protocol.js';
import { Runs } from './runs.js';
import { Shift } from './shift.js';
import type { Telemetry } from './telemetry.js';
import { loadTelemetry } from './telemetry.js';
import { Patience } from './waiting.js';

/** How often an agent without a run looks for one. */
const POLL_MILLISECONDS = 500;

export interface AgentOptions {
  readonly build: string;
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
  private shift: Shift | undefined;
  private telemetry: Promise<Telemetry> | undefined;
  private isEnding = false;

  constructor(database: Database, options: AgentOptions) {
    this.database = database;
    this.options = options;
  }

  /** Works until `end` is called or, with `untilIdle`, until no run is open. */
  async work(): Promise<void> {
    const patience = new Patience();
    while (!this.isEnding) {
      try {
        const isOver = await this.workOnce();
        patience.isOver();
        if (isOver) break;
      } catch (error) {
        if (!isTransient(error)) throw error;
        if (patience.isNew) this.options.tell(`cannot reach the database: ${(error as Error).message}`);
        await patience.wait();
      }
    }
  }

  /** Ends soon. Work that can be committed within a second is not lost. */
  end(): void {
    this.isEnding = true;
    this.shift?.end();
  }

  private async workOnce(): Promise<boolean> {
    const runs = new Runs(this.database);
    const run = await runs.oldestOpen(this.options.build, [...this.unfit]);
    if (run === undefined) {
      for (const other of await runs.otherBuilds(this.options.build)) this.refuse(other);
      if (this.options.untilIdle) return true;
      await sleep(POLL_MILLISECONDS);
      return false;
    }
    await this.workOn(runs, run);
    return false;
  }

  private async workOn(runs: Runs, run: Run): Promise<void> {
    const { open, threads, build, tell } = this.options;
    tell(`run ${run.id}: ${run.source}`);
    const telemetry = await (this.telemetry ??= loadTelemetry());
    const crew = await open(await runs.bundle(run), threads);
    const agent = { id: this.id, host: hostname(), build, threads };
    const shift = new Shift({ database: this.database, run, crew, agent, tell, telemetry });
    this.shift = shift;
    if (this.isEnding) shift.end();
    try {
      const status = await shift.work();
      if (shift.isUnfit) this.unfit.add(run.id);
      tell(`run ${run.id}: ${WORDS[status]}`);
    } finally {
      this.shift = undefined;
      await crew.close();
    }
  }

  private refuse({ id, build }: Run): void {
    if (this.refused.has(id)) return;
    this.refused.add(id);
    this.options.tell(`run ${id} is not for this agent: it was submitted by ${build}, this is ${this.options.build}`);
  }
}

const WORDS: Readonly<Record<RunStatus, string>> = {
  running: 'left to others',
  stopped: 'stopped',
  incomplete: 'incomplete: a part of it failed too often',
  done: 'done',
  error: 'ended with an error',
};
