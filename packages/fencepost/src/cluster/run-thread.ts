import type { BeginsAgain, Knowledge } from '@fencepost/check';
import type { Explorer, JobResult, JobTask } from '@fencepost/cluster';
import { CannotLoad, Hangs } from '@fencepost/cluster';
import {
  AGENT_GRACE_MS,
  AGENT_LEAVES_MS,
  AGENT_LOADS_MS,
  GO_ON,
  HURRY,
  INTERRUPT,
  JobThread,
  LEAVE,
} from '@fencepost/workers';
import { workerFor } from '../workers/built.js';
import { errorFrom } from '../workers/plain-error.js';
import type { ClusterAnswer, ClusterJob, RunData } from './jobs.js';
import { environmentOf } from './surroundings.js';

/** A thread of this process that explores or tests for a run. If it is lost, another replaces it. */
export class RunThread implements Explorer {
  private readonly data: RunData;
  private thread: JobThread<ClusterJob, ClusterAnswer> | undefined;
  private order = GO_ON;
  /** Knowledge that exploring needs, by program. */
  private readonly knowledge = new Map<number, Knowledge>();

  constructor(data: RunData) {
    this.data = data;
  }

  begin(program: number, knowledge: Knowledge): void {
    this.knowledge.set(program, knowledge);
  }

  async explore(program: number, task: JobTask, milliseconds: number): Promise<JobResult | BeginsAgain> {
    this.command(GO_ON);
    if (this.thread === undefined) await this.start();
    const knowledge = this.knowledge.get(program);
    this.knowledge.delete(program);
    const answer = await this.answerOf({ program, knowledge, task, milliseconds }, milliseconds + AGENT_GRACE_MS);
    if (answer === 'loaded') throw new Error('an explorer restarted'); // unreachable
    if ('error' in answer) throw errorFrom(answer.error);
    return answer.found;
  }

  hurry(): void {
    if (this.order === GO_ON) this.command(HURRY);
  }

  leave(): void {
    if (this.order < LEAVE) this.command(LEAVE);
  }

  interrupt(): void {
    this.command(INTERRUPT);
  }

  async close(): Promise<void> {
    await this.thread?.end();
  }

  private command(order: number): void {
    this.order = order;
    this.thread?.order(order);
    this.expectEnd();
  }

  /** Limits the wait for a thread that was ordered to end at once or within a second. */
  private expectEnd(): void {
    if (this.order >= LEAVE) this.thread?.expectEnd({ noticeMs: AGENT_LEAVES_MS });
  }

  private async start(): Promise<void> {
    // Output of modules while they are loaded is discarded. The agent's own environment is not passed on: neither the
    // address of the database, nor modules to preload.
    const own = { env: environmentOf(this.data.environment), execArgv: [], stdout: true, stderr: true };
    this.thread = new JobThread(workerFor('cluster'), own);
    this.thread.order(this.order);
    try {
      await this.answerOf({ load: this.data }, AGENT_LOADS_MS);
    } catch (error) {
      throw new CannotLoad(`this machine cannot load the program: ${(error as Error).message}`);
    }
  }

  private async answerOf(input: ClusterJob, milliseconds: number): Promise<ClusterAnswer> {
    const thread = this.thread!;
    let { beat } = thread;
    const postponed = (): number | undefined => {
      if (thread.beat === beat) return undefined;
      ({ beat } = thread);
      return performance.now() + AGENT_GRACE_MS;
    };
    const running = thread.run({ input, deadline: performance.now() + milliseconds, postponed });
    this.expectEnd();
    try {
      const outcome = await running;
      if (outcome.kind === 'done') return outcome.result;
      if (outcome.kind === 'timeout' || outcome.kind === 'stuck') throw new Hangs(milliseconds);
      if (outcome.kind === 'interrupted') throw new Error('it did not stop when requested');
      throw outcome.error ?? new Error('the thread that explored it ended unexpectedly');
    } catch (error) {
      this.thread = undefined;
      void thread.end();
      throw error;
    }
  }
}
