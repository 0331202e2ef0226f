import { EventEmitter } from '#host/emitter';
import { modules } from '#host/modules';
import { current } from '../../world/running/current.js';
import { unsupported } from '../../world/running/unsupported.js';
import { addTaker } from './constructors.js';
import { unsharedArguments } from './readers.js';
import type { Visible } from '../views/replace.js';
import { callNative, replace } from '../views/replace.js';
import { sharedWithin } from '../views/find-shared-memory.js';

/** How functions of a Node module use memory passed to them. */
type Manner =
  /** They only read it, before they return. */
  | 'reads'
  /** They pass it on unchanged, or are replaced one by one. */
  | 'passes'
  /** Unknown: they must not get shared memory. */
  | 'unknown';

const MANNERS: ReadonlyMap<string, Manner> = new Map([
  ...['crypto', 'string_decoder', 'v8', 'zlib'].map((name) => [name, 'reads'] as const),
  ...[
    'assert',
    'assert/strict',
    'async_hooks',
    'buffer',
    'constants',
    'diagnostics_channel',
    'events',
    'module',
    'os',
  ].map((name) => [name, 'passes'] as const),
  ...[
    'path',
    'path/posix',
    'path/win32',
    'perf_hooks',
    'process',
    'test',
    'timers',
    'timers/promises',
    'url',
    'util',
  ].map((name) => [name, 'passes'] as const),
  ...['util/types', 'worker_threads'].map((name) => [name, 'passes'] as const),
]);

/** Modules whose functions answer later, from outside of the program. */
const OUTSIDE: ReadonlySet<string> = new Set([
  ...['child_process', 'cluster', 'dgram', 'dns', 'dns/promises', 'fs/promises', 'http', 'http2', 'https', 'net'],
  ...['readline', 'readline/promises', 'tls'],
]);
/** Functions of `fs` that answer later, though they have no callback. */
const LATER: ReadonlySet<string> = new Set([
  'createReadStream',
  'createWriteStream',
  'openAsBlob',
  'watch',
  'watchFile',
]);

/** Modules whose functions answer later if they get a callback. */
const CALLING_BACK: ReadonlySet<string> = new Set(['crypto', 'fs', 'zlib']);
const STREAMS = /^zlib\.create[A-Z]/;

/** Names of guarded modules: each Node module is replaced once per process. */
const guarded = new Set<string>();
/** Prototypes and namespaces already replaced, or common to all objects. */
const done = new WeakSet<object>([Object.prototype, Function.prototype, EventEmitter.prototype]);

/** Makes a Node module's accesses to shared memory visible, or refuses them. */
export function guardBuiltin(id: string): void {
  const name = id.replace(/^node:/, '');
  if (!modules.isBuiltin(id) || guarded.has(name)) return;
  guarded.add(name);
  const manner = MANNERS.get(name) ?? 'unknown';
  if (manner === 'passes') return;
  // Many classes are streams, which keep the memory passed to them, whatever their own methods do.
  if (name !== 'stream') guardBuiltin('stream');
  // Its property `promises` is a getter.
  if (name === 'fs') guardBuiltin('fs/promises');
  const exports = modules.exportsOf(id);
  if (exports !== undefined) guardObject(exports, manner, name);
  modules.syncExports();
}

function guardObject(owner: object, manner: Manner, from: string): void {
  if (done.has(owner)) return;
  done.add(owner);
  for (const key of Object.getOwnPropertyNames(owner)) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, key)!;
    const value: unknown = descriptor.value;
    // Properties that cannot be replaced are old and deprecated. Streams compare their `_final`, which gets no memory,
    // with the original.
    if (key === 'constructor' || key === '_final' || descriptor.configurable !== true) continue;
    if (typeof value === 'function') guardFunction(owner, key, value as () => unknown, manner, from);
    else if (isNamespace(value)) guardObject(value, manner, from);
  }
}

function isNamespace(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Array.isArray(value);
}

function guardFunction(owner: object, key: string, native: () => unknown, manner: Manner, from: string): void {
  const { prototype } = native as { readonly prototype?: unknown };
  if (typeof prototype === 'object' && prototype !== null && /^[A-Z]/.test(key)) {
    // Code that instantiates it must get the class itself.
    addTaker(native);
    guardClass(prototype, manner, from);
    guardObject(native, manner, from);
    return;
  }
  replace(owner, key, manner === 'reads' ? reads(`${from}.${key}`) : refuses(`${from}.${key}`));
}

/** Guards the methods of a class and of its base classes. */
function guardClass(prototype: object, manner: Manner, from: string): void {
  for (
    let at: object | null = prototype;
    at !== null && !done.has(at);
    at = Object.getPrototypeOf(at) as object | null
  ) {
    guardObject(at, manner, from);
  }
}

function refusal(name: string): Error {
  return unsupported(
    `${name} receives shared memory: its accesses would not be observed`,
    'pass a copy: Uint8Array.from(view)',
  );
}

function refuses(name: string): Visible {
  return (_native, _self, args) => {
    if (sharedWithin(args).length > 0) throw refusal(name);
    if (isInTask() && answersLater(name, args)) throw isOutside(name);
    return undefined;
  };
}

function isInTask(): boolean {
  return current.world !== undefined && current.world.task !== '';
}

/** Whether the answer of a function of Node comes at a moment that is not explored. */
function answersLater(name: string, args: readonly unknown[]): boolean {
  const [from, key] = name.split('.') as [string, string];
  if (OUTSIDE.has(from) || STREAMS.test(name)) return true;
  if (from === 'fs' && LATER.has(key)) return true;
  return CALLING_BACK.has(from) && typeof args.at(-1) === 'function';
}

function isOutside(name: string): Error {
  return unsupported(
    `${name} is called in a task: the order of its answers would not be explored`,
    'pass the code under test a stand-in made by t.outside',
  );
}

function reads(name: string): Visible {
  return (native, self, args) => {
    if (isInTask() && answersLater(name, args)) throw isOutside(name);
    if (sharedWithin(args).length === 0) return undefined;
    // With a callback the function continues in the background.
    if (args.some((arg) => typeof arg === 'function')) throw refusal(name);
    return { result: callNative(native, self, unsharedArguments(args)) };
  };
}
