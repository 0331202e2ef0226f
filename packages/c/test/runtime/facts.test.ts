import { expect, it } from 'vitest';
import { forgets } from '../../src/ir/analysis/library-pointers.js';
import { about, aliases, functions } from '../../src/runtime/base/define.js';
import { factsAbout, functionsWith, library } from '../../src/runtime/library.js';

// What the analysis of a program knows about library functions is stated where they are defined.

it('facts belong to functions that exist', () => {
  const part = functions({ twice: (_thread, _site, value) => 2 * value, once: (_thread, _site, value) => value });
  const known = about(part, { 'twice once': { forgets: 'all' }, once: { isHint: true } });
  expect(known.map(([name, , facts]) => [name, facts])).toEqual([
    ['twice', { forgets: 'all' }],
    ['once', { forgets: 'all', isHint: true }],
  ]);
  expect(() => about(part, { 'twice thrice': { fails: true } })).toThrow('no library function thrice');
});

it('another name of a function has the same facts', () => {
  const part = about(functions({ puts: () => 0 }), { puts: { forgets: 'all' } });
  expect(aliases(part, { put: 'puts' })[0]![2]).toEqual({ forgets: 'all' });
});

it('arguments are forgotten by position', () => {
  expect([0, 1].map((argument) => forgets('pthread_mutex_init', argument))).toEqual([false, true]);
  expect([0, 1].map((argument) => forgets('strlen', argument))).toEqual([true, true]);
  expect([0, 1].map((argument) => forgets('__atomic_compare_exchange_4', argument))).toEqual([false, true]);
  expect(forgets('strcasecmp', 1)).toBe(true);
  expect(forgets('pthread_mutex_lock', 0)).toBe(false);
});

it('functions that call one of the program are known, and which argument it is', () => {
  const called = functionsWith('calls').map((name) => [name, factsAbout(name).calls!.index]);
  const threads = { pthread_create: 2, thrd_create: 1, __fp_rust_at_exit: 0 };
  expect(Object.fromEntries(called)).toEqual({ ...threads, pthread_once: 1, call_once: 1 });
});

it('hints and failures are known', () => {
  expect(functionsWith('isHint').toSorted()).toEqual(
    ['nanosleep', 'pthread_yield', 'sched_yield', 'sleep', 'thrd_sleep', 'thrd_yield', 'usleep'].toSorted(),
  );
  expect(functionsWith('fails')).toEqual(expect.arrayContaining(['abort', '__assert_fail', 'reach_error']));
  expect([...functionsWith('fails'), ...functionsWith('isHint')].every((name) => library.has(name))).toBe(true);
  expect(factsAbout('no_such_function')).toEqual({});
});
