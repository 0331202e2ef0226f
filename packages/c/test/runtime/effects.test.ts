import { readFileSync } from 'node:fs';
import { DRAIN_ALL, LOAD, RMW, STORE, acquires, codeOf, lowering, releases } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { demangle } from '../../src/demangle.js';
import type { Effect } from '../../src/runtime/base/effects.js';
import { EFFECTS } from '../../src/runtime/base/effects.js';
import { library } from '../../src/runtime/library.js';
import { locksOf } from '../../src/runtime/base/locking.js';
import type { FakeThread } from './world.js';
import { World } from './world.js';

const [OBJECT, MUTEX, DEADLINE] = [0x60000, 0x70000, 0x100];

/** Brings the object into the state of the case, and calls the function. */
function call(world: World, name: string, when: string): void {
  const [me, other] = [world.thread(1), world.thread(2)];
  const isC11 = /^(?:mtx|cnd)_/.test(name);
  const taken = when.includes('taken') || when.includes('timeout expires');
  if (/mutex_|^mtx_/.test(name)) {
    if (when.includes('recursive')) world.write(OBJECT + 16, 4, 1n);
    const holder = taken ? other : name.endsWith('unlock') || when.includes('holds') ? me : undefined;
    holder?.call('pthread_mutex_lock', OBJECT);
  } else if (name.startsWith('pthread_spin')) {
    if (taken || name.endsWith('unlock')) (taken ? other : me).call('pthread_spin_lock', OBJECT);
  } else if (name.startsWith('pthread_rwlock')) {
    if (taken) other.call('pthread_rwlock_wrlock', OBJECT);
    else if (name.endsWith('unlock')) me.call('pthread_rwlock_rdlock', OBJECT);
  } else if (name.startsWith('sem_')) {
    me.call('sem_init', OBJECT, 0, when === '' ? 1 : 0);
  } else if (name.startsWith('pthread_barrier') && !name.endsWith('init')) {
    me.call('pthread_barrier_init', OBJECT, 0, 1);
  } else if (name.endsWith('_delete')) me.call('pthread_key_create', 0x200, 0);
  else if (when.includes('done')) me.call('pthread_once', OBJECT, 7);
  else if (/guard_(?:release|abort)/.test(name)) me.call('__cxa_guard_acquire', OBJECT);
  if (/(?:pthread_cond|cnd)_.*wait|4waitE/.test(name)) {
    waits(world, me, other, name);
    return;
  }
  if (/signal|broadcast|notify/.test(name) && when === '') {
    other.call('pthread_mutex_lock', MUTEX);
    other.begin('pthread_cond_wait', OBJECT, MUTEX);
  }
  world.executed.length = 0;
  if (name.includes('key_delete') || name === 'tss_delete') me.call(name, 0);
  else if (/clock(?:lock|wait|rdlock|wrlock)/.test(name)) me.call(name, OBJECT, 0, DEADLINE);
  else if (name.includes('timed')) me.call(name, OBJECT, DEADLINE);
  else if (name.endsWith('_init')) me.call(name, OBJECT, 0, 1);
  else me.call(name, OBJECT, isC11 ? 0 : 7);
}

function waits(world: World, me: FakeThread, other: FakeThread, name: string): void {
  // A unique_lock starts with the address of its mutex.
  world.write(MUTEX + 0x100, 8, BigInt(MUTEX));
  me.call('pthread_mutex_lock', MUTEX);
  world.executed.length = 0;
  const mutex = name.startsWith('_Z') ? MUTEX + 0x100 : MUTEX;
  const waiting = name.includes('clock')
    ? me.begin(name, OBJECT, mutex, 0, DEADLINE)
    : me.begin(name, OBJECT, mutex, DEADLINE);
  const before = [...world.executed];
  if (!waiting.done) {
    other.call('pthread_cond_signal', OBJECT);
    world.executed.splice(0, world.executed.length, ...before);
    waiting.run();
  }
  expect(waiting.done).toBe(true);
}

/** Did the read-modify-write change what it read? */
function changed({ op, result }: World['executed'][number]): boolean {
  if (op.mutex) return op.fn !== 'cas' || result === 0;
  return op.transition === undefined || op.transition.apply(result) !== result;
}

function bufferEffect(executed: World['executed']): Effect['buffer'] {
  const table = lowering('tso');
  if (executed.some(({ op }) => (table[codeOf(op)]! & DRAIN_ALL) !== 0)) return 'drains';
  if (executed.some(({ op }) => op.kind === STORE)) return 'stores';
  return executed.some(({ op }) => op.kind === LOAD) ? 'loads' : 'nothing';
}

function orderEffect(executed: World['executed']): Effect['order'] {
  const orders = executed.map((each) =>
    each.op.kind === RMW && !changed(each) ? each.op.failureOrder : each.op.order,
  );
  const parts = [
    ...(executed.some(({ op }, i) => op.kind !== STORE && acquires(orders[i]!)) ? ['acquires'] : []),
    ...(executed.some(({ op }, i) => op.kind !== LOAD && releases(orders[i]!)) ? ['releases'] : []),
  ];
  return (parts.join(', ') || 'nothing') as Effect['order'];
}

describe('effects of library functions on store buffers, and their orders', () => {
  const cases = EFFECTS.flatMap((effect) => effect.functions.map((name) => ({ name, ...effect })));
  it.each(cases)('$name: $when', ({ name, when, buffer, order }) => {
    const world = new World();
    call(world, name, when);
    expect({ buffer: bufferEffect(world.executed), order: orderEffect(world.executed) }).toEqual({ buffer, order });
  });

  it('is stated for every function on a synchronisation object', () => {
    const stated = new Set(cases.map(({ name }) => name));
    const all = [...library.keys()].filter((name) => locksOf(name, [OBJECT]).length > 0);
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter((name) => !stated.has(name))).toEqual([]);
    expect([...stated].filter((name) => !library.has(name))).toEqual([]);
  });

  it('agrees with the reference', () => {
    const reference = readFileSync(new URL('../../../../docs/reference/c.md', import.meta.url), 'utf8');
    const lines = reference.split('\n').map((line) => line.replaceAll(/\s+/g, ' '));
    expect(tableLines().filter((line) => !lines.includes(line))).toEqual([]);
  });
});

/** Effects that the reference describes in words. */
const USUAL = [' | drains | acquires |', ' | drains | acquires, releases |', ' | stores | nothing |'];

/** The rows of the table in the reference: functions with the same effect in the same case, without the usual ones. */
function tableLines(): string[] {
  const rows = new Map<string, Set<string>>();
  for (const { functions, when, buffer, order } of EFFECTS) {
    const effect = `${when} | ${buffer} | ${order} |`;
    const names = rows.get(effect) ?? new Set();
    for (const name of functions) names.add(`\`${demangle(name)}\``);
    rows.set(effect, names);
  }
  const shown = [...rows].filter(([effect]) => !USUAL.includes(effect));
  return shown.map(([effect, names]) => `| ${[...names].join(', ')} | ${effect}`.replaceAll(/\s+/g, ' '));
}
