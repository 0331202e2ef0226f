import workerThreads from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { installNatives } from '../../src/memory/natives/natives.js';
import { replaceArrayFromAsync } from '../../src/globals/array-from-async.js';
import '../../src/globals/runner-shims.js';
import { isShim, shimExports } from '../../src/world/running/shims.js';
import '../../src/workers/node-worker.js';
import { compile, inWorld, runNatively, runOnModel } from './worlds.js';

installNatives();
replaceArrayFromAsync();

interface NodeTest {
  readonly assert: { readonly register: (name: string, body: () => unknown) => void };
  readonly snapshot: { readonly setResolveSnapshotPath: (path: () => string) => void };
  readonly expectFailure: (name: string, body: () => void) => void;
  readonly getTestContext: () => unknown;
}

interface Locked {
  readonly isInternalThread: boolean;
  readonly locks: { readonly request: (name: string) => unknown };
}

/** What is tested only where Node has it. */
function where(name: string, owner: object = globalThis): typeof it {
  return it.skipIf(!(name in owner)) as typeof it;
}

function errorOf(source: string): unknown {
  try {
    inWorld((world) => {
      compile(source, {})();
      world.loop.run();
    });
  } catch (error) {
    return error;
  }
  return undefined;
}

const refusal = (message: RegExp): unknown =>
  expect.objectContaining({
    code: 'JS_UNSUPPORTED',
    message: expect.stringMatching(message) as unknown,
    hint: expect.any(String) as unknown,
  });

describe('globals of newer versions of Node', () => {
  where('Temporal')('Temporal tells virtual time', () => {
    const source = `
      log(Temporal.Now.instant()); log(Temporal.Now.plainDateTimeISO('UTC')); log(Temporal.Now.plainDateISO('UTC'));
      log(Temporal.Now.plainTimeISO('UTC')); log(Temporal.Now.zonedDateTimeISO('UTC'));
      log(Temporal.Now.zonedDateTimeISO().timeZoneId === Temporal.Now.timeZoneId());
      log([Temporal.Duration.from('PT1H').total('minutes'), String(Temporal), new Date() - new Date(0) > 0])`;
    expect(runOnModel(source).log).toEqual([
      '2020-01-01T00:00:00.001Z',
      '2020-01-01T00:00:00.002',
      '2020-01-01',
      '00:00:00.004',
      '2020-01-01T00:00:00.005+00:00[UTC]',
      'true',
      '60,[object Temporal],true',
    ]);
  });

  where('navigator')('navigator is the real one', () => {
    const { hardwareConcurrency } = (globalThis as { readonly navigator?: { readonly hardwareConcurrency: number } })
      .navigator!;
    const source = `log(navigator.hardwareConcurrency); log(globalThis.navigator === navigator)`;
    expect(runOnModel(source).log).toEqual([String(hardwareConcurrency), 'true']);
  });

  where('locks', (globalThis as { readonly navigator?: object }).navigator ?? {})('navigator.locks is refused', () => {
    expect(errorOf(`void navigator.locks.request('name', () => 1)`)).toEqual(refusal(/a lock/));
    expect(errorOf(`if (typeof navigator.locks !== 'object') throw new Error('lost')`)).toBeUndefined();
  });

  where('sessionStorage')('sessionStorage is refused', () => {
    expect(errorOf(`sessionStorage.x = 1`)).toEqual(refusal(/sessionStorage/));
    expect(errorOf(`sessionStorage.getItem('x')`)).toEqual(refusal(/sessionStorage/));
  });

  it('localStorage is not there', () => {
    expect(runOnModel(`log(typeof localStorage)`).log).toEqual(['undefined']);
  });

  where('AsyncDisposableStack')('AsyncDisposableStack is refused, DisposableStack is not', () => {
    expect(errorOf(`new AsyncDisposableStack()`)).toEqual(refusal(/AsyncDisposableStack/));
    const source = `const s = new DisposableStack(); s.defer(() => log(1)); s.defer(() => log(2)); s.dispose()`;
    expect(runOnModel(source).log).toEqual(['2', '1']);
  });
});

describe('process in newer versions of Node', () => {
  where('execve', process)('is not replaced', () => {
    expect(errorOf(`process.execve('/bin/true', ['true'], {})`)).toEqual(refusal(/process\.execve/));
  });

  where('getBuiltinModule', process)('has the modules of the world', () => {
    inWorld((world) => {
      const log: unknown[] = [];
      const source = `for (const id of ['node:worker_threads', 'timers', 'node:path', 'fencepost']) log(process.getBuiltinModule(id))`;
      compile(source, { log: (value: unknown) => log.push(value) })();
      expect(log[0]).toBe(shimExports(world, 'node:worker_threads'));
      expect(log[1]).toBe(shimExports(world, 'timers')['default']);
      expect(log[2]).toBe(process.getBuiltinModule('node:path'));
      expect(log[3]).toBeUndefined();
    });
  });

  where('threadCpuUsage', process)('uses nothing', () => {
    const source = `const { user, system } = process.threadCpuUsage(); log([user, system, process.availableMemory()])`;
    expect(runOnModel(source).log).toEqual([`0,0,${2 ** 30}`]);
  });
});

describe('modules of newer versions of Node', () => {
  it('unknown functions are refused when they are used', () => {
    inWorld((world) => {
      const hooks = shimExports(world, 'node:perf_hooks') as {
        readonly PerformanceMark: () => void;
        readonly default: object;
      };
      expect(() => hooks.PerformanceMark()).toThrow(refusal(/PerformanceMark of node:perf_hooks/));
      expect(hooks.default).toHaveProperty('PerformanceMark', hooks.PerformanceMark);
    });
  });

  where('locks', workerThreads)('so are the locks of worker_threads, which are an object', () => {
    inWorld((world) => {
      const { locks, isInternalThread } = shimExports(world, 'worker_threads') as unknown as Locked;
      expect(isInternalThread).toBe(false);
      const { request } = locks;
      expect(() => request('name')).toThrow(refusal(/locks of .*worker_threads/));
      expect(() => 'request' in locks).toThrow(refusal(/locks of .*worker_threads/));
    });
  });

  it.skipIf(!isShim('node:util'))('node:util has no timers of its own', () => {
    inWorld((world) => {
      const util = shimExports(world, 'node:util') as { debounce(): void; format(...values: unknown[]): string };
      expect(() => util.debounce()).toThrow(refusal(/debounce of node:util/));
      expect(util.format('%d', 1)).toBe('1');
    });
  });

  it('node:test accepts the options of newer test files', () => {
    inWorld((world) => {
      const { assert, snapshot, expectFailure, getTestContext } = shimExports(
        world,
        'node:test',
      ) as unknown as NodeTest;
      expect(() => {
        assert.register('is', () => true);
        snapshot.setResolveSnapshotPath(() => 'file');
        expectFailure('fails', () => expect.unreachable());
      }).not.toThrow();
      expect(getTestContext()).toBeUndefined();
    });
  });

  it.skipIf(!isShim('node:ffi'))('node:ffi is refused', () => {
    inWorld((world) => {
      expect(() => shimExports(world, 'node:ffi')).toThrow(refusal(/node:ffi/));
    });
  });
});

describe('Array.fromAsync', () => {
  const start = `
    const show = (promise) => promise.then((list) => log(JSON.stringify(list)), (error) => log(error.name));
    const ticks = () => { let n = 0; const tick = () => { log('tick'); if (++n < 12) Promise.resolve().then(tick) }; Promise.resolve().then(tick) };
    async function* numbers() { try { yield 1; yield Promise.resolve(2) } finally { log('closed') } }`;
  const programs = [
    `show(Array.fromAsync(numbers())); ticks()`,
    `show(Array.fromAsync(numbers(), async (x, i) => x * 10 + i)); ticks()`,
    `show(Array.fromAsync([1, Promise.resolve(2), 3])); ticks()`,
    `show(Array.fromAsync({ length: 2, 0: Promise.resolve('a'), 1: 'b' }, (x) => x + x)); ticks()`,
    `show(Array.fromAsync(numbers(), () => { throw new RangeError() })); ticks()`,
    `show(Array.fromAsync(null)); show(Array.fromAsync([1], 2)); show(Array.fromAsync({})); show(Array.fromAsync('ab'))`,
    `class List extends Array {} List.fromAsync([1]).then((list) => log([list instanceof List, list.length]))`,
    `log([Array.fromAsync.name, Array.fromAsync.length, Array.fromAsync([]) instanceof Promise])`,
  ].map((program) => start + program);

  where('fromAsync', Array)('does what the native does, in as many ticks', () => {
    expect(programs.map(runOnModel)).toEqual(runNatively(programs));
  });
});
