import { current, theWorld } from '../world/running/current.js';
import { unsupported } from '../world/running/unsupported.js';
import type { World } from '../world/running/world.js';
import { mocksAreOutside } from './test-hooks.js';

/** How many assertions a test has made, and must make. */
interface Counted {
  made: number;
  wanted: number | 'some' | undefined;
}

const COUNTED = Symbol('assertions of a test');
const countedIn = (world: World): Counted => world.slot(COUNTED, () => ({ made: 0, wanted: undefined }));

/** Begins to count the assertions of a test. `before`: those of hooks that have run. */
export function countAssertions(world: World, before: Readonly<Counted> = { made: 0, wanted: undefined }): void {
  Object.assign(countedIn(world), before);
}

export function assertionsSoFar(world: World): Readonly<Counted> {
  return { ...countedIn(world) };
}

export function noteAssertion(): void {
  countedIn(theWorld()).made++;
}

/** Throws if the test has made another number of assertions than it must. */
export function requireAssertions(world: World): void {
  const { made, wanted } = countedIn(world);
  if (wanted === undefined || made === wanted || (wanted === 'some' && made > 0)) return;
  const times = wanted === 'some' ? 'at least one assertion' : wanted === 1 ? '1 assertion' : `${wanted} assertions`;
  throw Object.assign(new Error(`expected ${times}, but ${made} ${made === 1 ? 'was' : 'were'} made`), {
    name: 'AssertionError',
  });
}

/** `expect.assertions` and `expect.hasAssertions`: the runner's own would count for its own tests. */
export function assertionCounter(key: 'assertions' | 'hasAssertions'): (count?: unknown) => void {
  return (count) => {
    const world = theWorld();
    if (!mocksAreOutside(world) && current.run !== undefined) {
      const hint = 'assert at the end that what should have run did run';
      throw unsupported(`expect.${key} is only supported in \`orders\``, hint);
    }
    countedIn(world).wanted = key === 'assertions' ? Number(count) : 'some';
  };
}
