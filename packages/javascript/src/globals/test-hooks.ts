import type { World } from '../world/running/world.js';

/** What runs before and after the tests of a group. */
export type HookKind = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';
export type Hook = () => unknown;

/** The hooks of a group of tests and of the groups around it. */
class Group {
  readonly hooks: Record<HookKind, Hook[]> = { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] };

  constructor(private readonly around?: Group) {}

  /** Returns the hooks of a kind: the outermost first. */
  all(kind: HookKind): readonly Hook[] {
    return [...(this.around?.all(kind) ?? []), ...this.hooks[kind]];
  }

  /** Returns what runs before a test of this group. */
  get before(): readonly Hook[] {
    return [...this.all('beforeAll'), ...this.all('beforeEach')];
  }

  get after(): readonly Hook[] {
    return [...this.all('afterEach').toReversed(), ...this.all('afterAll').toReversed()];
  }
}

export type TestGroup = Pick<Group, 'before' | 'after'>;

const GROUP = Symbol('group of tests');
const groupOf = (world: World): { now: Group } => world.slot(GROUP, () => ({ now: new Group() }));

/** Returns the group of tests that is being declared. Hooks may still be added to it. */
export function currentGroup(world: World): TestGroup {
  return groupOf(world).now;
}

export function addHook(world: World, kind: HookKind, hook: Hook): void {
  groupOf(world).now.hooks[kind].push(hook);
}

/** Declares a group of tests. */
export function inGroup(world: World, declare: () => void): void {
  const place = groupOf(world);
  const around = place.now;
  place.now = new Group(around);
  declare();
  place.now = around;
}

const FINISHED = Symbol('hooks for the end of a test');
const finishedIn = (world: World): Hook[] => world.slot<Hook[]>(FINISHED, () => []);

/** Adds what runs at the end of the test that runs now, after its other hooks. */
export function addFinishHook(world: World, hook: Hook): void {
  finishedIn(world).push(hook);
}

/** Returns these hooks, the last first, and removes them. */
export function takeFinishHooks(world: World): readonly Hook[] {
  return finishedIn(world).splice(0).toReversed();
}

const OUTSIDE = Symbol('mock functions are outside the program');

/** Whether mock functions are services outside the program: in files with a test that runs in every order. */
export function mocksAreOutside(world: World): boolean {
  return world.known(OUTSIDE) === true;
}

export function putMocksOutside(world: World): void {
  world.slot(OUTSIDE, () => true);
}
