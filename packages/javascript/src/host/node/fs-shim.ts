import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { ModelPromise } from '../../async/promise.js';
import { nextTick } from '../../async/timers.js';
import { guardBuiltin } from '../../memory/natives/node-modules.js';
import type { OutsideSettings } from '../../tasks/calls.js';
import { callInWords, eventsOf, startCall } from '../../tasks/calls.js';
import { givenFiles } from '../../tasks/given-files.js';
import { tellStep } from '../../world/running/told-steps.js';
import { addOwnClasses } from '../../world/objects/own-classes.js';
import { replacing } from '../../world/objects/replacing.js';
import { addSelfNoting } from '../../world/objects/self-noting.js';
import { theWorld } from '../../world/running/current.js';
import { guard } from '../../world/running/guard.js';
import type { ShimExports } from '../../world/running/shims.js';
import { registerShim } from '../../world/running/shims.js';
import { refused, unsupported } from '../../world/running/unsupported.js';
import type { World } from '../../world/running/world.js';
import { noteEffect } from '../../world/time/effects.js';
import { recording } from '../../world/time/segments.js';
import { FileTree } from './file-tree.js';
import type { Steps } from './fs-operations.js';
import { FileHandle, methods, operations } from './fs-operations.js';

// `node:fs/promises` and functions of `node:fs` with callbacks work on files in memory: each step of a request takes effect at
// any later moment, and so does its answer.

type Callable = (...given: unknown[]) => unknown;
type Operation = (tree: FileTree, ...given: unknown[]) => Steps;

const FILES = Symbol('files in memory');

/** Returns the files of a world, if its code uses any. */
function filesIn(world: World): FileTree | undefined {
  return givenFiles(world) === undefined && world.known(FILES) === undefined ? undefined : filesOf(world);
}

function filesOf(world: World): FileTree {
  if (world.role.thread !== 0 && world.task === '')
    throw unsupported('a thread uses files in memory', 'threads share them in Node: use them in tasks only');
  return world.slot(FILES, () => {
    const tree = new FileTree();
    for (const [name, content] of Object.entries(givenFiles(world)?.files ?? {})) tree.give(name, Buffer.from(content));
    return tree;
  });
}

/** Arguments of a call in reports. */
function inWords(name: string, given: readonly unknown[]): string {
  return callInWords(
    name,
    given.filter((each) => typeof each === 'string'),
  );
}

/** Starts an operation, and returns a promise of its result. */
function start(name: string, operation: Operation, given: readonly unknown[], shown = given): object {
  const world = theWorld();
  const tree = filesOf(world);
  const call = inWords(name, shown);
  const settings: OutsideSettings = givenFiles(world)?.settings ?? {};
  const act = (): unknown => {
    const steps = operation(tree, ...given);
    const first = steps.next();
    return first.done === true ? resultOf(first.value) : theRest(world, call, steps);
  };
  return startCall(world, call, act, settings, () => failure(call)).promise;
}

/** Runs further steps, each at any later moment. */
function theRest(world: World, call: string, steps: Steps): object {
  return new ModelPromise((resolve, reject) => {
    const later = eventsOf(world);
    const next = (): void =>
      void later(() => {
        tellStep(world, `${call} goes on`);
        try {
          const { done, value } = steps.next();
          if (done === true) resolve(resultOf(value));
          else next();
        } catch (error) {
          guard(error);
          reject(error);
        }
      });
    next();
  });
}

function failure(call: string): Error {
  return Object.assign(new Error(`EIO: i/o error, ${call}`), { code: 'EIO', errno: -5 });
}

/** Opened files get their methods where programs see them. */
function resultOf(value: unknown): unknown {
  return value instanceof FileHandle ? new ModelFileHandle(value) : value;
}

/** The class `FileHandle` of `fs/promises`. */
class ModelFileHandle {
  readonly #handle: FileHandle;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  get fd(): number {
    return this.#handle.fd;
  }

  [Symbol.asyncDispose](): unknown {
    return Reflect.apply(Reflect.get(this, 'close') as Callable, this, []);
  }

  static {
    for (const [name, operation] of Object.entries(methods)) {
      const call = function (this: ModelFileHandle, ...given: unknown[]): object {
        return start(name, operation as Operation, [this.#handle, ...given], given);
      };
      Object.defineProperty(this.prototype, name, { value: addSelfNoting(call), configurable: true, writable: true });
    }
  }
}
addOwnClasses(ModelFileHandle);
const HINT = 'files in memory support readFile, writeFile, appendFile, write, truncate, stat, sync and close';
for (const name of [
  'read',
  'readv',
  'writev',
  'readLines',
  'createReadStream',
  'createWriteStream',
  'readableWebStream',
  'chmod',
  'chown',
  'utimes',
])
  // prettier-ignore
  Object.defineProperty(ModelFileHandle.prototype, name, { value: refused(`${name} of an open file`, HINT) });

const { promises: real } = fs;
const promises: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.keys(real).map((name) => [
      name,
      refused(`${name} of node:fs/promises`, 'pass a stand-in made by t.outside'),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      addSelfNoting((...given: unknown[]) => start(name, operation, valuesOf(given))),
    ]),
  ),
  constants: fs.constants,
};

/** Functions take open files as the files that they are. */
function valuesOf(given: readonly unknown[]): readonly unknown[] {
  if (given[0] instanceof ModelFileHandle)
    throw unsupported('an open file is passed to a function of fs/promises', 'call the method of the open file');
  return given;
}

/** Runs all steps at once. */
function atOnce(operation: Operation, given: readonly unknown[]): unknown {
  const steps = operation(filesOf(theWorld()), ...given);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** A function of `fs` with a callback: of files in memory in tasks, and where there are any. */
function withCallback(name: string, operation: Operation, native: Callable): Callable {
  return (...given) => {
    const world = theWorld();
    const callback = given.at(-1);
    if ((world.task === '' && filesIn(world) === undefined) || typeof callback !== 'function') {
      return natively(native, given);
    }
    if (name === 'open')
      throw unsupported('fs.open of files in memory is not supported', 'use open of node:fs/promises');
    const answered =
      (...before: unknown[]) =>
      (value: unknown): void =>
        nextTick(callback, ...before, value);
    (start(name, operation, given.slice(0, -1)) as PromiseLike<unknown>).then(
      addSelfNoting(answered(null)),
      addSelfNoting(answered()),
    );
    return undefined;
  };
}

/** Calls a function of Node that uses the disk. */
function natively(native: Callable, given: unknown[]): unknown {
  recording.segments?.everything();
  noteEffect();
  return native(...given);
}

function synchronous(operation: Operation, native: Callable): Callable {
  return (...given) => {
    if (filesIn(theWorld()) === undefined) return natively(native, given);
    recording.segments?.everything();
    return atOnce(operation, given);
  };
}

/** Functions of `fs` that do not use files. */
const HARMLESS = /^(?:[A-Z_]|constants$|promises$)/;

function fsOf(): Record<string, unknown> {
  const replaced: Record<string, unknown> = { promises };
  for (const [name, value] of Object.entries(fs)) {
    if (typeof value !== 'function' || HARMLESS.test(name)) continue;
    const native = value as Callable;
    const operation = (operations as unknown as Record<string, Operation>)[name.replace(/Sync$/, '')];
    const refuses: Callable = (...given) => {
      if (filesIn(theWorld()) === undefined) return natively(native, given);
      throw unsupported(`fs.${name} of files in memory is not supported`, 'pass a stand-in made by t.outside');
    };
    const own =
      operation === undefined || name === 'openSync'
        ? refuses
        : name.endsWith('Sync')
          ? synchronous(operation, native)
          : withCallback(name, operation, native);
    replaced[name] = addSelfNoting(Object.defineProperty(own, 'name', { value: name }));
  }
  const { existsSync } = fs;
  replaced['existsSync'] = addSelfNoting((name: unknown) => {
    const tree = filesIn(theWorld());
    if (tree === undefined) return natively(existsSync as Callable, [name]);
    try {
      atOnce((files, at) => operations.access(files, at), [name]);
      return true;
    } catch (error) {
      guard(error);
      return false;
    }
  });
  return replaced;
}

let made: { readonly fs: ShimExports; readonly promises: ShimExports } | undefined;
/** Created lazily, because functions of `fs` are replaced before. */
function make(): NonNullable<typeof made> {
  if (made !== undefined) return made;
  guardBuiltin('fs');
  const namespace = (exports: Record<string, unknown>): ShimExports => ({ ...exports, default: exports });
  const all = replacing(fs, fsOf());
  return (made = { fs: all, promises: namespace({ ...promises }) });
}
for (const prefix of ['', 'node:']) {
  registerShim(`${prefix}fs`, () => make().fs);
  registerShim(`${prefix}fs/promises`, () => make().promises);
}
