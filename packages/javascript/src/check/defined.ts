import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { staticHandle } from '@fencepost/core';
import type { World } from '../world/world.js';
import { workerHandle } from '../workers/handle.js';
import { encodeMessage } from '../workers/messages.js';
import type { WorkerSpec } from '../workers/start.js';
import type { CheckBuilder, GivenCheck } from './api.js';

/** What set-up code has defined, in one world. */
export interface Defined {
  /** In order; each is a thread. */
  readonly threads: readonly (DefinedThread | WorkerSpec)[];
  readonly afters: readonly ((results: Readonly<Record<string, unknown>>) => void)[];
  readonly invariants: readonly (() => unknown)[];
}

export interface DefinedThread {
  readonly name: string;
  readonly body: () => unknown;
}

/** Runs the set-up function of a check. */
export function define(world: World, given: GivenCheck): Defined {
  const threads: (DefinedThread | WorkerSpec)[] = [];
  const afters: Defined['afters'][number][] = [];
  const invariants: (() => unknown)[] = [];
  const t: CheckBuilder = {
    thread: (name, body) => {
      threads.push({ name, body });
    },
    worker: (url, { name: given, workerData, transferList = [], flavour = 'node' } = {}) => {
      const file = typeof url === 'string' && !url.startsWith('file:') ? url : fileURLToPath(url);
      const name = given ?? basename(file);
      const handle = staticHandle(threads.length);
      threads.push({ name, file, flavour, workerData: encodeMessage(workerData, transferList) });
      return workerHandle(world, handle, name);
    },
    after: (check) => {
      afters.push(check);
    },
    invariant: (holds) => {
      invariants.push(holds);
    },
  };
  const result = given.define(t);
  if (result !== undefined) awaitSetUp(world, result);
  return { threads, afters, invariants };
}

/** An asynchronous set-up function must come to its end by itself. */
function awaitSetUp(world: World, result: PromiseLike<void>): void {
  let failure: { readonly error: unknown } | undefined;
  result.then(undefined, (error: unknown) => {
    failure = { error };
  });
  world.loop.run();
  if (failure !== undefined) throw failure.error;
}
