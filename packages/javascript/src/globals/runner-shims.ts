import { modules } from '#host/modules';
import { Resolver } from '#host/resolver';
import { FencepostError } from '@fencepost/core';
import { theWorld } from '../world/running/current.js';
import { defineRunnerGlobal } from '../world/objects/global-names.js';
import { entryOf } from '../link/modules.js';
import { registerShim } from '../world/running/shims.js';
import { refused } from '../world/running/unsupported.js';
import { ownJest, ownNodeMock, ownVi } from './runner-mocks.js';
import { seenAssertions } from './seen-assertions.js';
import type { HookKind } from './test-hooks.js';
import { addFinishHook, addHook, inGroup, mocksAreOutside } from './test-hooks.js';

/*
 * Test files register tests with their runner, at their top level. In a world those tests do not run. Groups are
 * entered, because they may contain checks; all other functions do nothing. Only exports that can be used inside a
 * check are the runner's own.
 */

type Callable = (...parameters: unknown[]) => unknown;

/** `this` of a group's function in mocha. */
const suite = { timeout: () => suite, slow: () => suite, retries: () => suite };

function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}

/** Implements `describe(name, options?, body)`: runs the body. */
function enter(parameters: readonly unknown[], given: readonly unknown[] = []): void {
  const body = parameters.findLast(isCallable);
  if (body !== undefined) inGroup(theWorld(), () => Reflect.apply(body, suite, given));
}

function nothing(): void {
  // The test never runs.
}

const test: Callable = Object.assign((): void => nothing(), {
  todo: nothing,
  each: () => nothing,
  for: () => nothing,
  skipIf: () => test,
  runIf: () => test,
  extend: () => test,
});
for (const variant of ['only', 'skip', 'fails', 'failing', 'concurrent', 'sequential'])
  Object.assign(test, { [variant]: test });

const describe: Callable = Object.assign((...parameters: unknown[]) => enter(parameters), {
  todo: nothing,
  skip: test,
  each:
    (table: readonly unknown[]) =>
    (...parameters: unknown[]) => {
      for (const row of table) enter(parameters, Array.isArray(row) ? row : [row]);
    },
  for:
    (table: readonly unknown[]) =>
    (...parameters: unknown[]) => {
      for (const row of table) enter(parameters, [row]);
    },
  skipIf: (condition: unknown) => (Boolean(condition) ? test : describe),
  runIf: (condition: unknown) => (Boolean(condition) ? describe : test),
});
for (const variant of ['only', 'concurrent', 'sequential', 'shuffle']) Object.assign(describe, { [variant]: describe });

/** Hooks of tests that run in every order (`orders`); those of other tests never run. */
const hook =
  (kind: HookKind): Callable =>
  (...parameters) => {
    const found = parameters.find(isCallable);
    if (found !== undefined) addHook(theWorld(), kind, found);
  };
const HOOKS: readonly HookKind[] = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];

const hooks = (names: readonly string[]): Record<string, Callable> =>
  Object.fromEntries(names.map((name) => [name, nothing]));

const resolver = new Resolver({ alias: {}, conditions: [] });
/** Modules loaded by Node, once per process. */
const found = new Map<string, Readonly<Record<string, unknown>> | undefined>();

/** Returns the exports of a package, resolved from the test file or through packages that depend on it. */
function packageFrom(entry: string, path: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const key = [entry, ...path].join('\n');
  if (!found.has(key)) {
    let file: string | undefined = entry;
    for (const name of path) {
      const resolved = resolver.resolve(file, name, 'import');
      file = resolved.kind === 'file' ? resolved.file : undefined;
      if (file === undefined) break;
    }
    found.set(
      key,
      file === undefined ? undefined : (modules.requireFrom(file, file) as Readonly<Record<string, unknown>>),
    );
  }
  return found.get(key);
}

const VITEST = [['vitest']];
const JEST_EXPECT = [
  ['@jest/globals', '@jest/expect', 'expect'],
  ['jest', '@jest/core', 'jest-config', 'jest-circus', '@jest/expect', 'expect'],
  ['expect'],
];
const JEST_MOCK = [
  ['@jest/globals', 'jest-mock'],
  ['jest', '@jest/core', 'jest-config', 'jest-environment-node', 'jest-mock'],
  ['jest-mock'],
];

/** Exports that read their arguments. */
const ASSERTIONS = new Set(['expect', 'assert', 'chai', 'createExpect']);

/** Returns the runner's own export of this name. `paths`: packages in which to look for it. */
function own(name: string, paths: readonly (readonly string[])[]): unknown {
  const entry = entryOf(theWorld());
  for (const path of paths) {
    const exports = packageFrom(entry, path);
    if (exports !== undefined) return ASSERTIONS.has(name) ? seenAssertions(exports[name]) : exports[name];
  }
  const packages = [...new Set(paths.map((path) => path[0]))].join(', ');
  throw new FencepostError('JS_MODULE', `\`${name}\` of the test runner cannot be found from ${entry}`, {
    hint: `install one of these packages for the test file: ${packages}`,
  });
}

function withGetters(
  fixed: Readonly<Record<string, unknown>>,
  getters: Readonly<Record<string, () => unknown>>,
): Readonly<Record<string, unknown>> {
  const exports = { ...fixed };
  for (const [name, get] of Object.entries(getters)) Object.defineProperty(exports, name, { get, enumerable: true });
  return exports;
}

/** Returns a global that is looked up when it is used. */
function deferred(get: () => unknown): unknown {
  const real = (): object => get() as object;
  return new Proxy(nothing, {
    apply: (_target, receiver, parameters) => Reflect.apply(real() as Callable, receiver, parameters),
    get: (_target, key) => Reflect.get(real(), key) as unknown,
    has: (_target, key) => Reflect.has(real(), key),
  });
}

const groups = { describe, it: test, test };
const modernHooks = Object.fromEntries(HOOKS.map((kind) => [kind, hook(kind)]));

const VITEST_OWN = [
  'assert',
  'assertType',
  'chai',
  'createExpect',
  'expect',
  'expectTypeOf',
  'inject',
  'should',
  'vi',
  'vitest',
];
const MOCKS: readonly string[] = ['vi', 'vitest'];
const vitestGetters = Object.fromEntries(
  VITEST_OWN.map((name) => [
    name,
    () => (MOCKS.includes(name) && mocksAreOutside(theWorld()) ? ownVi : own(name, VITEST)),
  ]),
);
const vitestHooks: Record<string, Callable> = {
  ...hooks(['aroundAll', 'aroundEach', 'onTestFailed']),
  onTestFinished: (...parameters) => {
    const found = parameters.find(isCallable);
    if (found !== undefined) addFinishHook(theWorld(), found);
  },
};
const vitest = withGetters({ ...groups, suite: describe, bench: test, ...modernHooks, ...vitestHooks }, vitestGetters);
registerShim('vitest', () => vitest);

/** `expect` of Vitest or Jest, whichever is there. */
export const runnersExpect = (): unknown => own('expect', [...VITEST, ...JEST_EXPECT]);
const jestExpect = (): unknown => own('expect', JEST_EXPECT);
/**
 * Mock functions are the runner's own. Its timers and module mocks do nothing, because they do not belong to a world.
 */
const jestObject: object = new Proxy(
  {},
  {
    get: (_target, name) => {
      if (mocksAreOutside(theWorld())) return Reflect.get(ownJest, name) as unknown;
      const isMock = name === 'fn' || name === 'spyOn' || name === 'mocked' || name === 'replaceProperty';
      return isMock ? own(name, JEST_MOCK) : () => jestObject;
    },
  },
);
const jestVariants = { fit: test, xit: test, xtest: test, fdescribe: describe, xdescribe: test };
const jest = withGetters({ ...groups, ...jestVariants, ...modernHooks, jest: jestObject }, { expect: jestExpect });
registerShim('@jest/globals', () => jest);

const mochaHooks = hooks(['before', 'after', 'setup', 'teardown', 'suiteSetup', 'suiteTeardown']);
const mochaGroups = { context: describe, specify: test, suite: describe };
const mocha = { ...groups, ...mochaGroups, ...mochaHooks, ...modernHooks };
registerShim('mocha', () => mocha);

const nodeExports: Readonly<Record<string, unknown>> = {
  ...groups,
  ...mochaHooks,
  before: hook('beforeAll'),
  after: hook('afterAll'),
  ...modernHooks,
  suite: describe,
  only: test,
  skip: test,
  todo: test,
  expectFailure: test,
  run: nothing,
  getTestContext: nothing,
  // Exist in newer versions of Node.
  assert: { register: nothing },
  snapshot: { setDefaultSnapshotSerializers: nothing, setResolveSnapshotPath: nothing },
};
/** `node:test` is the function `test`, with all other exports as properties. */
const nodeTest = Object.assign((): void => nothing(), nodeExports);
Object.defineProperty(nodeTest, 'mock', {
  get: () => {
    if (mocksAreOutside(theWorld())) return ownNodeMock;
    const { mock } = (modules.exportsOf('node:test') ?? {}) as { readonly mock?: unknown };
    return mock ?? refused('mock of node:test', 'write your own function');
  },
  enumerable: true,
});
registerShim('node:test', () => nodeTest);

const globals = { ...mocha, ...jestVariants, ...vitestHooks, jest: jestObject };
for (const [name, value] of Object.entries(globals)) defineRunnerGlobal(name, value);
defineRunnerGlobal('expect', deferred(runnersExpect));
for (const name of VITEST_OWN.filter((each) => each !== 'expect'))
  defineRunnerGlobal(name, deferred(vitestGetters[name]!));
