import { once } from 'node:events';
import type { BeginsAgain, Knowledge } from '@fencepost/check';
import type { Explorer, JobResult, JobTask } from '@fencepost/cluster';
import { CannotLoad } from '@fencepost/cluster';
import { Thread } from '@fencepost/workers';
import { builtWorker } from '../workers/built.js';
import { errorFrom } from '../workers/plain-error.js';
import type { FromFrontierExplorer, FrontierExplorerData, ToFrontierExplorer } from './frontier-messages.js';
import { BEAT, GO_ON, HURRY, INTERRUPT, LEAVE, ORDER } from './frontier-messages.js';

type Found = JobResult | BeginsAgain;

/** A thread that neither answers nor gets anywhere for so long after its time does not come to an end. */
const GRACE_MILLISECONDS = 120_000;

/** A thread of this process that explores frontiers, or tests. If it is lost, another takes its place. */
export class FrontierThread implements Explorer {
  private readonly data: FrontierExplorerData;
  private thread: Thread | undefined;
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
  }

  interrupt(): void {
    Atomics.store(this.data.signal, ORDER, INTERRUPT);
  }

  async close(): Promise<void> {
    await this.thread?.end();
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
    const thread = new Thread(builtWorker(worker), this.data, { stdout: true, stderr: true });
    try {
      await this.answerOf(thread, GRACE_MILLISECONDS);
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
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      if (this.beat === beat) ended.abort(new Error('it does not come to an end'));
      beat = this.beat;
      timer = setTimeout(look, GRACE_MILLISECONDS);
    };
    timer = setTimeout(look, milliseconds);
    const exit = once(worker, 'exit', { signal }).then(() => {
      throw new Error('the thread that explored it has ended');
    });
    try {
      // `once` rejects with what the thread throws.
      const answer = once(worker, 'message', { signal }) as Promise<[FromFrontierExplorer]>;
      return (await Promise.race([answer, exit]))[0];
    } catch (error) {
      this.thread = undefined;
      void thread.end();
      throw error;
    } finally {
      clearTimeout(timer);
      exit.catch(() => undefined);
      ended.abort();
    }
  }
}
