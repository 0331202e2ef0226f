import { paths } from '#host/paths';
import { theWorld } from '../world/running/current.js';
import { ModelPromise, newCapability } from '../async/promise.js';
import { unsupported } from '../world/running/unsupported.js';
import { environment } from '../globals/environment.js';
import type { WorkerSettings } from '../world/context/worker-spec.js';
import { SHARE_ENV, encodeEnvironmentData } from './environment-data.js';
import { decodeError, hearErrors } from './errors.js';
import { defineHandlers } from './events.js';
import { enqueueEvent } from '../synchronisation/inbox.js';
import { receiveExit, watchExit } from './worker-exit.js';
import { encodeMessage, transferList } from './messages.js';
import { NOT_STARTED, terminate } from '../synchronisation/termination.js';
import { AnyWorker } from './worker.js';

interface WorkerOptions {
  readonly workerData?: unknown;
  readonly transferList?: unknown;
  readonly name?: string;
  readonly eval?: boolean;
  readonly env?: unknown;
  readonly argv?: readonly unknown[];
  readonly execArgv?: readonly unknown[];
  readonly resourceLimits?: object;
  readonly stdin?: boolean;
  readonly stdout?: boolean;
  readonly stderr?: boolean;
}

const OUTPUT = 'send messages instead; what a worker prints is part of the report';

/** `Worker` of `node:worker_threads`. */
export class Worker extends AnyWorker {
  readonly #hasInput: boolean;
  readonly resourceLimits: object;
  readonly performance = { eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }) };
  readonly #name: string;
  #isHeard = false;
  #isAnnounced = false;
  #terminations: ((exitCode: number) => void)[] = [];

  constructor(file: string | URL, options: WorkerOptions = {}) {
    if (options.eval === true)
      throw unsupported('a worker is started from text', 'put the code of the worker in a file');
    noteOptions(options);
    const absolute = workerFile(file);
    const name = options.name ?? paths.basename(absolute);
    super({
      file: absolute,
      flavour: 'node',
      workerData: encodeMessage(options.workerData, transferList(options.transferList)),
      name,
      settings: settingsOf(options),
    });
    this.#name = name;
    this.#hasInput = options.stdin === true;
    this.resourceLimits = options.resourceLimits ?? {};
    // A worker that has a `ref` keeps the loop alive until it ends.
    receiveExit(this.handle, {
      deliver: (code) => this.#exited(code),
      listening: () => this.#terminations.length > 0 || this.keepsAlive,
    });
    if (this.#isNested) this.#watch();
  }

  get stdin(): null {
    if (this.#hasInput) throw unsupported('the standard input of a worker is written');
    return null;
  }

  get stdout(): never {
    throw unsupported('the standard output of a worker is read', OUTPUT);
  }

  get stderr(): never {
    throw unsupported('the standard error of a worker is read', OUTPUT);
  }

  get threadId(): number {
    return this.hasExited ? -1 : this.handle;
  }

  get threadName(): string | null {
    return this.hasExited ? null : this.#name;
  }

  /** Returns a promise that is fulfilled when the worker has ended. */
  terminate(): object {
    if (this.hasExited) return ModelPromise.resolve();
    const { promise, resolve } = newCapability();
    this.#terminations.push(resolve);
    this.#watch();
    terminate(this.handle, this.#isAnnounced);
    return promise;
  }

  [Symbol.asyncDispose](): object {
    return this.terminate();
  }

  ref(): void {
    this.keepAlive(true);
  }

  unref(): void {
    this.keepAlive(false);
  }

  getHeapSnapshot(): never {
    throw unsupported('a heap snapshot of a worker is requested');
  }

  getHeapStatistics(): never {
    throw unsupported('heap statistics of a worker are requested');
  }

  cpuUsage(): never {
    throw unsupported('the CPU usage of a worker is requested');
  }

  startCpuProfile(): never {
    throw unsupported('a CPU profile of a worker is requested');
  }

  startHeapProfile(): never {
    throw unsupported('a heap profile of a worker is requested');
  }

  protected override listened(type: string): void {
    if (type === 'exit') this.#watch();
    if (type === 'error') this.#hear();
    // The exit code of a terminated worker shows whether it has started.
    if (type === 'online') enqueueEvent(() => this.#terminations.length === 0 && this.#announce());
  }

  /** `online` comes before, as an event of its own. At the end of the worker, messages are read first. */
  protected override inTurn(isBurst: boolean, deliver: () => void): void {
    const isNews = !isBurst && !this.#isAnnounced && this.listenerCount('online') > 0;
    if (!isBurst) this.#announce();
    if (isNews) theWorld().loop.enqueueNext(deliver);
    else deliver();
  }

  /** Emits `online`, at some time before the first message of the worker. */
  #announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    this.tell('online');
  }

  #hear(): void {
    if (this.#isHeard) return;
    this.#isHeard = true;
    const deliver = (message: number, isBurst?: boolean): void => {
      if (isBurst === true) this.#announce();
      this.inTurn(isBurst === true, () => this.tell('error', decodeError(message)));
    };
    hearErrors(this.handle, { deliver, listening: () => this.keepsLoop('error') });
  }

  #watch(): void {
    watchExit(this.handle);
  }

  #exited(code: number): void {
    const exitCode = code === NOT_STARTED ? 0 : code;
    if (code === NOT_STARTED) this.#isAnnounced = true;
    this.#announce();
    this.markExited();
    this.tell('exit', exitCode);
    for (const resolve of this.#terminations.splice(0)) resolve(exitCode);
  }

  /** Another thread may wait for the end of the thread that has made this worker, and that ends after its workers. */
  get #isNested(): boolean {
    return theWorld().role.kind === 'node worker';
  }
}
defineHandlers(Worker.prototype, ['message', 'messageerror', 'error', 'exit']);

/** Notes options that have no effect. */
function noteOptions({ env, stdin, stdout, stderr }: WorkerOptions): void {
  const { notes } = theWorld().context;
  if (env === SHARE_ENV) notes.add('a worker that should share the environment of its parent gets a copy instead');
  if (stdin === true || stdout === true || stderr === true)
    notes.add('the options stdin, stdout and stderr of workers have no effect');
}

function settingsOf({ env, argv, execArgv, resourceLimits }: WorkerOptions): WorkerSettings {
  const given = typeof env === 'object' && env !== null ? env : environment();
  return {
    env: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
    argv: (argv ?? []).map(String),
    execArgv: execArgv?.map(String),
    resourceLimits: resourceLimits ?? {},
    environmentData: encodeEnvironmentData(),
  };
}

/** Returns the path of a worker file. Relative paths are relative to the working directory, as in Node. */
function workerFile(file: string | URL): string {
  const isUrl = typeof file !== 'string' || file.startsWith('file:');
  if (!isUrl && !file.startsWith('data:')) return paths.resolve(file);
  const url = new URL(file);
  if (url.protocol === 'file:') return paths.fileURLToPath(url);
  throw unsupported(`a worker is started from ${url.protocol}`, 'put the code of the worker in a file');
}
