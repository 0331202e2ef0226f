import type { Site } from '@fencepost/core';
import { InternedStates, look, transform } from '@fencepost/core';
import type { Words } from '../base/define.js';
import { about, exact, functions } from '../base/define.js';
import { EINVAL } from '../base/errno.js';
import { KEY_TABLE } from '../base/places.js';
import type { LibraryValue, Steps, ThreadServices } from '../base/services.js';

/** Destructors by key; `null`: deleted. Keys are numbered from 0 and never reused. */
const tables = new InternedStates<readonly (number | null)[]>([]);
const lookUp = tables.step('look up the keys', (table) => table);

const VALUE = 'value of key ';
/** Maximum number of rounds of destructors: POSIX' PTHREAD_DESTRUCTOR_ITERATIONS. */
const ROUNDS = 4;

function* createKey(thread: ThreadServices, site: Site | undefined, place: number, destructor: number): Steps<number> {
  const add = tables.step(`create a key with destructor ${destructor}`, (table) => [...table, destructor]);
  const key = tables.decode(yield transform(KEY_TABLE, add, site)).length;
  yield* thread.write(place, 4, key, site);
  return 0;
}

function* deleteKey(_thread: ThreadServices, site: Site | undefined, key: number): Steps<number> {
  const remove = tables.step(`delete key ${key}`, (table) => table.map((each, i) => (i === key ? null : each)));
  const known = tables.decode(yield transform(KEY_TABLE, remove, site));
  return known[key] === undefined || known[key] === null ? EINVAL : 0;
}

/** Functions that delete keys. */
const DELETING = ['pthread_key_delete', 'tss_delete'];

/**
 * Throws unless the key exists. Nothing is visible if main has created it when it was alone, and the program deletes no
 * keys.
 */
function* checkKey(thread: ThreadServices, site: Site | undefined, key: number): Steps<void> {
  const isKept = !DELETING.some((name) => thread.uses(name));
  if (isKept && typeof tables.decode(thread.initialWord(KEY_TABLE))[key] === 'number') return;
  const destructor = tables.decode(yield look(KEY_TABLE, lookUp, 'relaxed', site))[key];
  if (typeof destructor === 'number') return;
  const why = destructor === null ? 'after it was deleted' : 'that was never created';
  throw new Error(`a key of thread-specific data is used ${why}`);
}

/** Sets a value, which is private to the thread. */
function* setValue(
  thread: ThreadServices,
  site: Site | undefined,
  ...[key = 0, value = 0]: Words
): Steps<LibraryValue> {
  yield* checkKey(thread, site, Number(key));
  thread.own.set(VALUE + key.toString(), value);
  return 0;
}

function* getValue(thread: ThreadServices, site: Site | undefined, ...[key = 0]: Words): Steps<LibraryValue> {
  yield* checkKey(thread, site, Number(key));
  return thread.own.get(VALUE + key.toString()) ?? 0;
}

/**
 * Runs the destructors of thread-specific data at the end of a thread, by ascending keys as in glibc. Destructors may
 * set values again: values of later keys are destroyed in the same round.
 */
export function* runKeyDestructors(thread: ThreadServices): Steps<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (let key = nextHeld(thread, -1); key !== undefined; key = nextHeld(thread, key)) {
      const destructor = tables.decode(yield look(KEY_TABLE, lookUp))[key] ?? 0;
      const name = VALUE + key.toString();
      const value = BigInt(thread.own.get(name)!);
      thread.own.delete(name);
      if (destructor !== 0) yield* thread.call('__fp_call1', destructor, value);
    }
  }
}

/** Returns the first key after this one that has a value. */
function nextHeld({ own }: ThreadServices, after: number): number | undefined {
  const held = [...own].filter(([name, value]) => name.startsWith(VALUE) && Number(value) !== 0);
  const keys = held.map(([name]) => Number(name.slice(VALUE.length))).filter((key) => key > after);
  return keys.length === 0 ? undefined : Math.min(...keys);
}

const creation = functions({
  pthread_key_create: createKey,
  pthread_key_delete: deleteKey,
  tss_create: createKey,
  *tss_delete(thread, site, key) {
    yield* deleteKey(thread, site, key);
  },
});

/** `pthread_key_*`, `pthread_getspecific` and their C11 counterparts. */
const defined = [
  ...creation,
  ...exact({
    pthread_setspecific: setValue,
    pthread_getspecific: getValue,
    tss_set: setValue,
    tss_get: getValue,
  }),
];

export const keys = about(defined, {
  'pthread_key_create tss_create': { forgets: [0] },
});
