import { Target } from './events.js';
import { post, receive } from './inbox.js';
import { encodeMessage, openMessage, transferList } from './messages.js';
import { PARENT } from './parent-line.js';
import type { WorkerSpec } from './start.js';
import { starting } from './start.js';

/** What both kinds of `Worker` objects have in common: a thread that was started, and its messages. */
export class AnyWorker extends Target {
  readonly #thread: number;
  #hasExited = false;
  #keepsAlive = true;

  constructor(spec: WorkerSpec) {
    super();
    if (starting.start === undefined) throw new Error('nobody can start workers here');
    this.#thread = starting.start(spec);
    receive(`worker ${this.#thread}`, {
      deliver: (message) => {
        const { data, ports } = openMessage(message);
        this.beforeMessage();
        this.tell('message', data, ports);
      },
      listening: () => this.keepsLoop('message'),
    });
  }

  postMessage(message: unknown, transfer?: unknown): void {
    const encoded = encodeMessage(message, transferList(transfer));
    post(this.#thread, { port: PARENT, message: encoded });
  }

  protected beforeMessage(): void {
    // For those who care.
  }

  /** Does the event loop go on so that listeners of this event may be called? */
  protected keepsLoop(type: string): boolean {
    return this.#keepsAlive && !this.#hasExited && this.listenerCount(type) > 0;
  }

  protected get handle(): number {
    return this.#thread;
  }

  protected get hasExited(): boolean {
    return this.#hasExited;
  }

  protected markExited(): void {
    this.#hasExited = true;
  }

  protected keepAlive(keepsAlive: boolean): void {
    this.#keepsAlive = keepsAlive;
  }
}
