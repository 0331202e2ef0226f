import { Target } from './events.js';
import { post, receive } from '../synchronisation/inbox.js';
import { workerPort } from '../synchronisation/next-entries.js';
import { unneededWorkers } from '../synchronisation/termination.js';
import { encodeMessage, openMessage, transferList } from './messages.js';
import { PARENT } from './parent-line.js';
import type { WorkerSpec } from '../world/context/worker-spec.js';
import { theWorld } from '../world/running/current.js';
import { unsupported } from '../world/running/unsupported.js';

/** Message and hint for set-up code that starts a worker. */
export const NO_WORKERS_IN_SET_UP = [
  'set-up code cannot start workers',
  'use t.worker, or start it in t.thread',
] as const;

/** Base of both kinds of `Worker` objects: a started thread, and its messages. */
export class AnyWorker extends Target {
  readonly #thread: number;
  #hasExited = false;
  #keepsAlive = true;

  constructor(spec: WorkerSpec) {
    super();
    const { startWorker } = theWorld().context;
    if (startWorker === undefined) throw unsupported(...NO_WORKERS_IN_SET_UP);
    this.#thread = startWorker(spec);
    receive(workerPort('worker', this.#thread), {
      deliver: (message, isBurst) => {
        const { data, ports } = openMessage(message);
        this.inTurn(isBurst === true, () => this.tell('message', data, ports));
      },
      listening: () => this.keepsLoop('message'),
      isAttentive: () => !this.#hasExited && this.listenerCount('message') > 0,
    });
  }

  postMessage(message: unknown, transfer?: unknown): void {
    const encoded = encodeMessage(message, transferList(transfer));
    post(this.#thread, { port: PARENT, message: encoded });
  }

  /** Delivers a message; `isBurst`: whether it is one of the last events of a worker that has ended. */
  protected inTurn(_isBurst: boolean, deliver: () => void): void {
    deliver();
  }

  /** Returns whether listeners of this event keep the event loop alive. */
  protected keepsLoop(type: string): boolean {
    return this.keepsAlive && this.listenerCount(type) > 0;
  }

  protected get keepsAlive(): boolean {
    return this.#keepsAlive && !this.#hasExited;
  }

  protected get handle(): number {
    return this.#thread;
  }

  protected get hasExited(): boolean {
    return this.#hasExited;
  }

  protected markExited(): void {
    this.#hasExited = true;
    unneededWorkers().delete(this.#thread);
  }

  protected keepAlive(keepsAlive: boolean): void {
    this.#keepsAlive = keepsAlive;
    if (keepsAlive || this.#hasExited) unneededWorkers().delete(this.#thread);
    else unneededWorkers().add(this.#thread);
  }
}
