import type { Expectation } from '../../expectation.js';
import { alike, each, everywhere, failing, racing, safe } from '../../expectation.js';

/** Memory that is used after it was freed, with various ways for its threads to end. */
export const expectations: readonly Expectation[] = [
  { file: 'atomic_mul.c', expect: alike(safe()) },
  { file: 'atomic_mul2.c', expect: alike(failing('assertion')) },
  { file: 'dyn_threads.c', expect: alike(failing('assertion')) },
  { file: 'publish.c', expect: racing(each(safe(), safe(), failing('assertion'))) },
  { file: 'sret.c', expect: racing(everywhere(failing('assertion'))) },
  { file: 'tlsaddr.c', expect: racing(everywhere(failing('assertion'))) },
  { file: 'uaf_detached.c', expect: { ...everywhere(failing('invalid access')), rc11: { verdict: 'failing' } } },
  { file: 'uaf_detached_r.c', expect: { ...everywhere(failing('invalid access')), rc11: { verdict: 'failing' } } },
  { file: 'uaf_exit.c', expect: { ...everywhere(failing('invalid access')), rc11: { verdict: 'failing' } } },
  { file: 'uaf_mainexit.c', expect: { ...everywhere(failing('invalid access')), rc11: { verdict: 'failing' } } },
  { file: 'uaf_mainexit_read.c', expect: { ...everywhere(failing('invalid access')), rc11: { verdict: 'failing' } } },
  { file: 'uaf_mainpexit.c', expect: { ...everywhere(failing('invalid access')), rc11: { verdict: 'failing' } } },
  { file: 'uaf_other_exit.c', expect: { ...everywhere(failing('invalid access')), rc11: { verdict: 'failing' } } },
  { file: 'uaf_pexit.c', expect: { ...everywhere(failing('invalid access')), rc11: { verdict: 'failing' } } },
  { file: 'uaf_rewrite.c', expect: { ...everywhere(failing('invalid access')), rc11: { verdict: 'failing' } } },
];
