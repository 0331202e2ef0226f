import { modules } from '#host/modules';
import { platform } from '#host/platform';
import { guardBuiltin } from '../memory/natives/node-modules.js';
import { theWorld } from '../world/running/current.js';
import { noteEffect } from '../world/time/effects.js';
import { ownProperties, valueOf } from '../world/running/own-properties.js';
import { isShim, shimExports } from '../world/running/shims.js';
import { environment, processArguments } from './environment.js';
import { emitProcessEvent, processListeners } from './process-listeners.js';
import { elapsed, hrtime } from './time.js';
import { nextTick } from '../async/timers.js';
import { endWorker } from '../synchronisation/termination.js';
import { unsupported } from '../world/running/unsupported.js';

const native = platform.process;
const memory = { rss: 1, heapTotal: 1, heapUsed: 1, external: 0, arrayBuffers: 0 };
const print = (text: unknown, ...rest: readonly unknown[]): boolean => {
  theWorld().printed += String(text);
  // As on Linux, where standard output is synchronous.
  const callback = rest.findLast((each) => typeof each === 'function');
  if (callback !== undefined) nextTick(callback);
  return true;
};
const stream = {
  write: print,
  isTTY: false,
  columns: 80,
  on: ignoreListener,
  once: ignoreListener,
  end: () => undefined,
};

function ignoreListener(this: unknown): unknown {
  return this;
}

function refuse(what: string): () => never {
  return () => {
    throw unsupported(`${what} is not supported`, 'a check ends when its threads have ended');
  };
}

/** CPU time in microseconds. All elapsed time counts as user time. */
function cpuUsage(before?: {
  readonly user: number;
  readonly system: number;
}): Readonly<Record<'user' | 'system', number>> {
  return { user: elapsed() * 1000 - (before?.user ?? 0), system: 0 - (before?.system ?? 0) };
}

/** Ends a worker. Refused in other threads, because they are not processes. */
function exit(code?: unknown): never {
  if (theWorld().role.kind !== 'node worker') refuse('process.exit()')();
  if (code !== undefined) own().set('exitCode', code);
  emitProcessEvent('exit', exitCodeOf());
  // Listeners may have changed it.
  return endWorker(exitCodeOf());
}

/** The code that a worker ends with. */
export function exitCodeOf(): number {
  return Number(own().get('exitCode') ?? 0);
}

/** Emits the warning in the next tick. */
function emitWarning(warning: unknown, given?: unknown, code?: unknown): void {
  const options = (typeof given === 'object' && given !== null ? given : { type: given, code }) as WarningOptions;
  const { type = 'Warning' } = options;
  const told =
    warning instanceof Error
      ? warning
      : Object.assign(new Error(String(warning)), {
          name: type,
          ...(options.code !== undefined && { code: options.code }),
          ...(options.detail !== undefined && { detail: options.detail }),
        });
  nextTick(() => emitProcessEvent('warning', told));
}

interface WarningOptions {
  readonly type?: string;
  readonly code?: string;
  readonly detail?: string;
}

const virtual = {
  get env() {
    return environment();
  },
  get argv() {
    return processArguments().argv;
  },
  get execArgv() {
    return processArguments().execArgv;
  },
  nextTick,
  hrtime,
  uptime: () => elapsed() / 1000,
  memoryUsage: Object.assign(() => ({ ...memory }), { rss: () => memory.rss }),
  cpuUsage,
  resourceUsage: () => ({ userCPUTime: cpuUsage().user, systemCPUTime: 0 }),
  emitWarning,
  stdout: stream,
  stderr: stream,
  exit,
  abort: refuse('process.abort()'),
  kill: refuse('process.kill()'),
  reallyExit: exit,
  ...processListeners,
};

/** Returns a Node module as the world sees it. */
function getBuiltinModule(id: string): unknown {
  guardBuiltin(id);
  if (!modules.isBuiltin(id) || !isShim(id)) return modules.isBuiltin(id) ? modules.exportsOf(id) : undefined;
  const exports = shimExports(theWorld(), id);
  return exports['default'] ?? exports;
}

/** Properties that only newer versions of Node have. */
const newer: Readonly<Record<string, unknown>> = {
  getBuiltinModule,
  availableMemory: () => 2 ** 30,
  threadCpuUsage: cpuUsage,
  execve: refuse('process.execve()'),
  ref: () => undefined,
  unref: () => undefined,
  finalization: { register: () => undefined, registerBeforeExit: () => undefined, unregister: () => undefined },
  addUncaughtExceptionCaptureCallback: () => undefined,
};
for (const [name, value] of Object.entries(newer)) if (name in native) Object.assign(virtual, { [name]: value });

/** Properties that this world has assigned to its `process`. The exit code exists from the start. */
const own = ownProperties('properties of process', () => [['exitCode', undefined]]);

/** `process` of a world: modelled where it would change or end the process, otherwise the real one. */
export const modelProcess: object = new Proxy(
  Object.create(native, Object.getOwnPropertyDescriptors(virtual)) as object,
  {
    get(target, key, receiver) {
      if (own().has(key)) return own().get(key);
      // Getters of the real process require the real object as receiver.
      return (Object.hasOwn(target, key) ? Reflect.get(target, key, receiver) : Reflect.get(native, key)) as unknown;
    },
    set(_, key, value: unknown) {
      noteEffect();
      own().set(key, value);
      return true;
    },
    defineProperty(_, key, descriptor) {
      noteEffect();
      own().set(key, valueOf(descriptor, modelProcess));
      return true;
    },
    has: (target, key) => own().has(key) || key in target,
    getOwnPropertyDescriptor(target, key) {
      if (!own().has(key)) return Reflect.getOwnPropertyDescriptor(target, key);
      return { value: own().get(key), writable: true, enumerable: true, configurable: true };
    },
    deleteProperty(_, key) {
      noteEffect();
      own().delete(key);
      return true;
    },
  },
);
