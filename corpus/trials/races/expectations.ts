import type { Expectation } from '../../expectation.js';
import { alike, failing, races, safe } from '../../expectation.js';

/** Data races as failures, and operations that order accesses. */
export const expectations: readonly Expectation[] = [
  ...['adjacent', 'bar_ok', 'once_ok', 'rw_ok', 'sem_ok', 'spin_race'].map((name) => ({
    file: `${name}.c`,
    races: true,
    expect: alike(safe()),
  })),
  ...[
    'bar_bad',
    'bitf',
    'memcpy_race',
    'plainspin',
    'rw_bad',
    'samevalue',
    'sem2',
    'sig_nolock',
    'spin_race2',
    'trylock_fail',
  ].map((name) => ({
    file: `${name}.c`,
    races: true,
    expect: { sc: races(), rc11: races() },
  })),
  { file: 'heap_race.c', races: true, expect: { sc: failing('invalid access'), rc11: { verdict: 'failing' } } },
];
