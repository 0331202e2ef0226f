import { once } from 'node:events';
import type { BeginsAgain, Knowledge } from '@fencepost/check';
import type { Explorer, JobResult, JobTask } from '@fencepost/cluster';
import { CannotLoad, Hangs } from '@fencepost/cluster';
import { Thread } from '@fencepost/workers';
import { builtWorker } from '../workers/built.js';
import { errorFrom } from '../workers/plain-error.js';
import type { FromFrontierExplorer, FrontierExplorerData, ToFrontierExplorer } from './frontier-messages.js';
import { environmentOf } from './surroundings.js';
import { BEAT, GO_ON, HURRY, INTERRUPT, LEAVE, ORDER } from './frontier-messages.js';

type Found = JobResult | BeginsAgain;

/** A thread that neither answers nor gets anywhere for so long after its time does not come to an end. */
const GRACE_MILLISECONDS = 30_000;
/** Loading a program may take longer than an execution. */
const LOAD_MILLISECONDS = 120_000;
/** One that was told to end at once, or within a second, is not waited for any longer than this. */
const LEAVE_MILLISECONDS = 5000;
/** How often to look whether it should have ended. */
const LOOK_MILLISECONDS = 500;

/** A thread of this process that explores frontiers, or tests. If it is lost, another takes its place. */
export class FrontierThread implements Explorer {
  private readonly data: FrontierExplorerData;
  private thread: Thread | undefined;
  /** By when it has to answer, unless it gets somewhere; and whether it was told to end. */
  private deadline = Infinity;
  private isLeaving = false;
  /** What it has to know before it explores anything. */
  private readonly knowledge = new Map<number, Knowledge>();

  constructor(data: Omit<FrontierExplorerData, 'signal'>) {
    this.data = { ...data, signal: new Int32Array(new SharedArrayBuffer(8)) };
  }

  begin(program: number, knowledge: Knowledge): void {
    this.knowledge.set(program, knowledge);
  }

  async explore(program: number, task: JobTask, milliseconds: number): Promise<Found> {
    Atomics.store(this.data.signal, ORDER, GO_ON);
    this.isLeaving = false;
    const thread = (this.thread ??= await this.start());
    const knowledge = this.knowledge.get(program);
    if (knowledge !== undefined) this.post(thread, { program, knowledge });
    this.knowledge.delete(program);
    const answer = this.answerOf(thread, milliseconds + GRACE_MILLISECONDS);
    this.post(thread, { program, task, milliseconds });
    const message = await answer;
    if (message === 'ready') throw new Error('an explorer has begun again'); // cannot be
    if ('error' in message) throw errorFrom(message.error);
    return message.found;
  }

  hurry(): void {
    Atomics.compareExchange(this.data.signal, ORDER, GO_ON, HURRY);
  }

  leave(): void {
    this.hurry();
    Atomics.compareExchange(this.data.signal, ORDER, HURRY, LEAVE);
    this.leaveSoon();
  }

  interrupt(): void {
    Atomics.store(this.data.signal, ORDER, INTERRUPT);
    this.leaveSoon();
  }

  async close(): Promise<void> {
    await this.thread?.end();
  }

  private leaveSoon(): void {
    if (this.isLeaving) return;
    this.isLeaving = true;
    this.deadline = Math.min(this.deadline, performance.now() + LEAVE_MILLISECONDS);
  }

  private get beat(): number {
    return Atomics.load(this.data.signal, BEAT);
  }

  private post({ worker }: Thread, message: ToFrontierExplorer): void {
    worker.postMessage(message);
  }

  private async start(): Promise<Thread> {
    // What modules print when they are loaded is of no interest here.
    const worker = this.data.tests === undefined ? 'frontier-worker' : 'seeds-worker';
    // Nor what the agent itself was started with: neither the address of the database, nor modules to preload.
    const own = { env: environmentOf(this.data.environment), execArgv: [] };
    const thread = new Thread(builtWorker(worker), this.data, { ...own, stdout: true, stderr: true });
    try {
      await this.answerOf(thread, LOAD_MILLISECONDS);
    } catch (error) {
      throw new CannotLoad(`this machine cannot load the program: ${(error as Error).message}`);
    }
    return thread;
  }

  private async answerOf(thread: Thread, milliseconds: number): Promise<FromFrontierExplorer> {
    const { worker } = thread;
    const ended = new AbortController();
    const { signal } = ended;
    let beat = this.beat;
    this.deadline = performance.now() + (this.isLeaving ? LEAVE_MILLISECONDS : milliseconds);
    let giveUp = (_: Error): void => undefined;
    const silence = new Promise<never>((_, reject) => (giveUp = reject));
    const timer = setInterval(() => {
      if (performance.now() < this.deadline) return;
      if (this.beat === beat || this.isLeaving) {
        giveUp(this.isLeaving ? new Error('it was told to end, and does not') : new Hangs(milliseconds));
      }
      beat = this.beat;
      this.deadline = performance.now() + GRACE_MILLISECONDS;
    }, LOOK_MILLISECONDS);
    const exit = once(worker, 'exit', { signal }).then(() => {
      throw new Error('the thread that explored it has ended');
    });
    // `once` rejects with what the thread throws.
    const answer = once(worker, 'message', { signal }) as Promise<[FromFrontierExplorer]>;
    try {
      return (await Promise.race([answer, exit, silence]))[0];
    } catch (error) {
      this.thread = undefined;
      void thread.end();
      throw error;
    } finally {
      clearInterval(timer);
      for (const each of [exit, answer, silence]) each.catch(() => undefined);
      ended.abort();
    }
  }
}
