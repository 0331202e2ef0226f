import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LoadChecksOptions, LoadedCheck } from '@fencepost/javascript';
import { loadChecks } from '@fencepost/javascript';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkProgram } from '@fencepost/check';
import type { ProgramCheck } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import { fencepost } from '@fencepost/testing/terminal';
import { INSTALL_TIMEOUT, installPackages } from '@fencepost/testing/npm-packages';
import { rotated } from '@fencepost/testing/rotation';
import { missingExcerpts } from './packages/excerpts.js';
import { PACKAGES } from './packages/versions.js';
import { operationsModule } from './packages/sqlite/operations.js';

// Searches take a second or two; a busy machine may need many times that, and a verdict must not depend on it.
vi.setConfig({ testTimeout: 300_000 });

const CHECKS = path.join(import.meta.dirname, 'packages');
const MODELS: readonly ModelName[] = ['sc', 'tso', 'pso', 'arm64'];

/** Has the checks and the packages. */
let folder = '';
beforeAll(async () => {
  const installed = await installPackages(PACKAGES);
  folder = await mkdtemp(path.join(tmpdir(), 'fencepost-package-checks-'));
  await symlink(path.join(installed, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await cp(CHECKS, folder, { recursive: true });
}, INSTALL_TIMEOUT);
afterAll(() => rm(folder, { recursive: true, force: true }));

type Found = Pick<ProgramCheck, 'verdict' | 'robust' | 'failures' | 'incomplete' | 'notes'>;

/** What is found under a model by the check of this name. */
function found(checks: readonly LoadedCheck[], name: string, model: ModelName): Found {
  const { program } = checks.find((check) => check.name === name)!;
  return checkProgram(program, { models: [model], maxSeconds: 250 })[0]!;
}

/** Loads the checks of a file before the tests. */
function checksIn(file: string, options: () => LoadChecksOptions): (name: string, model: ModelName) => Found {
  let checks: readonly LoadedCheck[] = [];
  beforeAll(async () => {
    ({ checks } = await loadChecks(path.join(folder, file), options()));
  });
  return (name, model) => found(checks, name, model);
}

const SAFE = { verdict: 'safe', robust: true, incomplete: null, failures: [] };
/** Data races are looked for under SC: where there are none, the other models cannot show more. */
const raceFree = (model: ModelName): object =>
  model === 'sc'
    ? { ...SAFE, notes: expect.arrayContaining([expect.stringMatching(/^no data race/)]) as unknown }
    : SAFE;
const failing = (kind: string, message: RegExp, underSc = true): object => ({
  verdict: 'failing',
  failures: [expect.objectContaining({ kind, message: expect.stringMatching(message) as unknown, underSc })],
});

describe('ringbuf.js', () => {
  const check = checksIn('ringbuf/ring.check.ts', () => ({ include: ['ringbuf.js'] }));

  describe.each([
    'elements one by one through a ring that holds one',
    'elements in bulk, taken as far as they are there',
    'changes of parameters',
  ])('%s', (name) => {
    test.each(MODELS)('is safe and robust under %s', (model) => {
      expect(check(name, model)).toMatchObject(raceFree(model));
    });
  });
});

describe('multithreading', () => {
  const check = checksIn('multithreading/locks.check.ts', () => ({
    include: ['multithreading'],
    // Its entry point asks a browser's `navigator` how many cores there are.
    alias: { 'multithreading/sync': path.join(folder, 'node_modules/multithreading/src/lib/sync/mod.js') },
  }));

  describe.each([
    'Mutex, locked once by each of two threads',
    'Mutex, locked twice by each of two threads',
    'RwLock, a writer and a reader',
    'Semaphore with one permit, two threads',
  ])('%s', (name) => {
    test.each(MODELS)('is safe and robust under %s', (model) => {
      expect(check(name, model)).toMatchObject(raceFree(model));
    });
  });
});

describe('coincident', () => {
  const include = ['coincident', 'reflected-ffi', 'next-resolver', '@webreflection/utils'];
  const check = checksIn('coincident/hand-off.check.ts', () => ({ include }));

  test.each(['a worker calls a function of the page', 'answer'])(
    '%s: has old values under PSO and ARMv8 only',
    (name) => {
      expect(check(name, 'sc')).toMatchObject(SAFE);
      expect(check(name, 'tso')).toMatchObject(SAFE);
      expect(check(name, 'pso')).toMatchObject(failing('assertion', /7/, false));
      expect(check(name, 'arm64')).toMatchObject(failing('assertion', /7/, false));
    },
  );

  test.each(MODELS)('is safe under %s when the flag is stored with Atomics.store', (model) => {
    expect(check('answerInOrder', model)).toMatchObject(raceFree(model));
  });
});

describe('Partytown', () => {
  const check = checksIn('partytown/hand-off.check.ts', () => ({}));

  test('has old values under PSO and ARMv8 only', () => {
    expect(check('answer', 'sc')).toMatchObject(SAFE);
    expect(check('answer', 'tso')).toMatchObject(SAFE);
    expect(check('answer', 'pso')).toMatchObject(failing('crash', /JSON/, false));
    expect(check('answer', 'arm64')).toMatchObject(failing('crash', /JSON/, false));
  });

  test.each(MODELS)('is safe under %s when the flag is stored with Atomics.store', (model) => {
    expect(check('answerInOrder', model)).toMatchObject(raceFree(model));
  });
});

test.each([
  ['coincident', ['--include', 'coincident,reflected-ffi,next-resolver,@webreflection/utils']],
  ['partytown', []],
])('one access repairs %s', async (name, include) => {
  const file = path.join(folder, name, 'hand-off.check.ts');
  const { out } = await fencepost(['fix', file, '--program', 'answer', '--model', 'sc,arm64', ...include]);
  expect(out).toContain('1 change makes the program safe');
  expect(out).toMatch(/^\+ {2}Atomics\.store\((?:i32|sharedData), 0, /m);
});

describe('sharedmap', () => {
  const check = checksIn('sharedmap/map.check.ts', () => ({ include: ['sharedmap'] }));

  test.each(MODELS)('a thread that sets a value in a full map waits for itself under %s', (model) => {
    const expected = failing('deadlock', /^alone waits on linelocks\[0\]/);
    expect(check('a value is replaced in a full map', model)).toMatchObject(expected);
  });

  describe.each(['a value is replaced in a map with a free place', 'one thread sets, another one gets'])(
    '%s',
    (name) => {
      test.each(MODELS)('is safe and robust under %s', (model) => {
        expect(check(name, model)).toMatchObject(raceFree(model));
      });
    },
  );
});

describe('await-sync', () => {
  const check = checksIn('await-sync/hand-off.check.ts', () => ({}));

  test('results are read before they are written, under SC already', () => {
    expect(check('a result that fits', 'sc')).toMatchObject(failing('assertion', /0/));
  });

  test('both sides may wait for the other one, under SC already', () => {
    const { failures } = check('a result in two parts', 'sc');
    expect(failures.map(({ kind }) => kind)).toContain('deadlock');
    expect(failures[0]?.message).toMatch(/^worker waits .*, main waits /);
  });
});

describe('@zenfs/core', () => {
  const include = ['@zenfs/core', 'memium', 'utilium', 'kerium', 'eventemitter3', 'buffer'];
  const check = checksIn('zenfs/lock.check.ts', () => ({ include }));

  test('its lock lets two threads in, under SC already', () => {
    const expected = failing('assertion', /^1 == 2/);
    expect(check('two threads lock a metadata block', 'sc')).toMatchObject(expected);
  });
});

describe('thread-stream', () => {
  describe('4.2.0', () => {
    const check = checksIn('thread-stream/wait.check.ts', () => ({
      include: ['thread-stream-4.2.0'],
      alias: { 'thread-stream': 'thread-stream-4.2.0' },
    }));

    // Half of what this file takes: a commit has two of the four.
    test.each(rotated(MODELS, 2))('waits for ever, however often it looks, under %s', (model) => {
      const name = 'more is written while the stream waits for its reader';
      expect(check(name, model)).toMatchObject(failing('deadlock', /^main waits .*wait\.js/));
    });
  });

  describe('4.2.1', () => {
    const check = checksIn('thread-stream/wait.check.ts', () => ({ include: ['thread-stream'] }));

    // A commit has two of the eight.
    const names = ['the same by notifications alone', 'the stream waits for its reader'];
    const cases = MODELS.flatMap((model) => names.map((name) => [name, model] as const));
    test.each(rotated(cases, 4))('%s: is safe and robust under %s', (name, model) => {
      expect(check(name, model)).toMatchObject(raceFree(model));
    });
  });
});

describe('SQLite', () => {
  describe.each([
    ['3.46.0', () => failing('assertion', /-1/)],
    ['3.46.1', raceFree],
  ])('%s', (version, expected) => {
    const file = (): string => path.join(folder, `sqlite/operations-${version}.js`);
    beforeAll(async () => {
      const scripts = path.join(folder, `node_modules/sqlite-wasm-${version}/sqlite-wasm/jswasm`);
      await writeFile(file(), operationsModule(scripts));
    });
    const check = checksIn('sqlite/operations.check.ts', () => ({ alias: { 'sqlite-operations': file() } }));

    test.each(MODELS)('a wake-up that comes late, under %s', (model) => {
      expect(check('an operation, and the last one', model)).toMatchObject(expected(model));
    });
  });
});

describe('sync-message', () => {
  const check = checksIn('sync-message/questions.check.ts', () => ({ include: ['sync-message'] }));

  test('an answer is read that is not there yet, under SC already', () => {
    expect(check('two questions, two answers', 'sc')).toMatchObject(failing('crash', /JSON/));
  });
});

describe('sync-message-port', () => {
  const check = checksIn('sync-message-port/port.check.ts', () => ({ include: ['sync-message-port'] }));

  describe.each(['two messages', 'a message, and the end'])('%s', (name) => {
    test.each(MODELS)('is safe and robust under %s', (model) => {
      expect(check(name, model)).toMatchObject(raceFree(model));
    });
  });
});

describe('sync-threads', () => {
  const check = checksIn('sync-threads/calls.check.ts', () => ({ include: ['sync-threads'] }));

  test.each(MODELS)('one call is safe and robust under %s', (model) => {
    expect(check('one call', model)).toMatchObject(raceFree(model));
  });

  test('a second call does not wait, under SC already', () => {
    expect(check('two calls', 'sc')).toMatchObject(failing('assertion', /2/));
  });
});

describe('synckit', () => {
  const check = checksIn('synckit/calls.check.ts', () => ({ include: ['synckit'] }));

  test.each(MODELS)('two calls are safe and robust under %s', (model) => {
    expect(check('two calls', model)).toMatchObject(raceFree(model));
  });
});

describe('Piscina', () => {
  const check = checksIn('piscina/pool.check.ts', () => ({ include: ['piscina'] }));

  test.each(MODELS)('a task is safe and robust under %s', (model) => {
    expect(check('a task', model)).toMatchObject(raceFree(model));
  });
});

describe('@emnapi/wasi-threads', () => {
  const check = checksIn('emnapi/spawn.check.ts', () => ({ include: ['@emnapi/wasi-threads'] }));

  test('an error is read before it is written, under SC already', () => {
    const expected = failing('assertion', /'!'/);
    expect(check('the reason is told why a thread cannot start', 'sc')).toMatchObject(expected);
  });
});

describe('@napi-rs/wasm-runtime', () => {
  const check = checksIn('napi-rs/fs.check.ts', () => ({
    include: ['@napi-rs/wasm-runtime'],
    // What is behind this name is a bundle of this file and a file system, too large to translate for each run.
    alias: { '@napi-rs/wasm-runtime/fs': path.join(folder, 'node_modules/@napi-rs/wasm-runtime/fs-proxy.js') },
  }));

  test.each(MODELS)('a worker reads a file of the page: is safe and robust under %s', (model) => {
    expect(check('a worker reads a file of the page', model)).toMatchObject(raceFree(model));
  });
});

test.each([
  'await-sync/fixtures/hand-off.js',
  'coincident/fixtures/hand-off.js',
  'partytown/fixtures/hand-off.js',
  'thread-stream/fixtures/stream.js',
])('%s has the lines of the package', (file) => {
  expect(missingExcerpts(path.join(folder, file), path.join(folder, 'node_modules'))).toEqual([]);
});
