import type { Expectation } from '../expectation.js';
import { asserts, breaks, each, everywhere, failing, robust, safe } from '../expectation.js';

/**
 * The classic algorithms of the papers: unfenced, each fails first under the model that its paper names; fenced, under
 * none.
 */
export const expectations: readonly Expectation[] = [
  { file: 'dekker.c', expect: each(safe(), breaks(27), breaks(27)) },
  { file: 'dekker.c', flags: ['-DFENCE=1'], expect: each(safe(), robust(), breaks(27)) },
  { file: 'dekker.c', flags: ['-DFENCE=2'], expect: everywhere(robust()) },
  { file: 'peterson.c', expect: each(safe(), breaks(22), breaks(22)) },
  { file: 'peterson.c', flags: ['-DFENCE=1'], expect: each(safe(), safe(), breaks(22)) },
  { file: 'peterson.c', flags: ['-DFENCE=2'], expect: everywhere(safe()) },
  { file: 'szymanski.c', expect: each(safe(), breaks(16), breaks(16)) },
  { file: 'szymanski.c', flags: ['-DFENCE=1'], expect: each(safe(), robust(), breaks(16)) },
  { file: 'szymanski.c', flags: ['-DFENCE=2'], expect: everywhere(robust()) },
  { file: 'lamport.c', expect: each(safe(), breaks(45), breaks(45)) },
  { file: 'lamport.c', flags: ['-DFENCE=1'], expect: each(safe(), robust(), breaks(45)) },
  { file: 'lamport.c', flags: ['-DFENCE=2'], expect: everywhere(robust()) },
  { file: 'bakery.c', expect: each(safe(), breaks(30), breaks(30)) },
  { file: 'bakery.c', flags: ['-DFENCE'], expect: everywhere(safe()) },
  { file: 'burns.c', expect: each(safe(), breaks(15), breaks(15)) },
  { file: 'burns.c', flags: ['-DFENCE'], expect: everywhere(safe()) },
  {
    file: 'parker.c',
    expect: each(safe(), failing('deadlock', undefined, { robust: false }), failing('deadlock')),
  },
  { file: 'parker.c', flags: ['-DFENCE'], expect: everywhere(safe()) },
  { file: 'dcl_singleton.c', expect: each(safe(), safe(), breaks(32)) },
  { file: 'dcl_singleton.c', flags: ['-DFENCE'], expect: everywhere(safe()) },
  { file: 'pgsql.c', expect: each(robust(1), robust(1), breaks(21)) },
  { file: 'pgsql.c', flags: ['-DFENCE'], expect: everywhere(robust(1)) },
  { file: 'pgsql.c', flags: ['-DFENCE', '-DROUNDS=4'], expect: everywhere(robust(1)) },
  { file: 'fib.c', expect: everywhere(safe()) },
  { file: 'fib.c', flags: ['-DBAD'], expect: everywhere(asserts(26)) },
  { file: 'stack.c', expect: everywhere(robust(6)), note: 'C(2K, K) orders of the critical sections.' },
  { file: 'stack.c', flags: ['-DK=3'], expect: everywhere(robust(20)) },
  { file: 'stack.c', flags: ['-DUNSAFE'], expect: everywhere(asserts(28)) },
  { file: 'indexer.c', unroll: 20, expect: everywhere(robust(8)) },
  { file: 'indexer.c', flags: ['-DN=13'], unroll: 20, expect: everywhere(robust(64)) },
  { file: 'apr_pool.c', expect: everywhere(robust(2)) },
  { file: 'apr_pool.c', flags: ['-DN=3'], expect: everywhere(robust(6)) },
  { file: 'apr_once.c', expect: everywhere(safe()) },
  { file: 'workstealing.c', expect: each(safe(), breaks(51), breaks(51)) },
  { file: 'workstealing.c', flags: ['-DFENCE'], expect: everywhere(safe()) },
];
