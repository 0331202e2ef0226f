import type { Expectation } from '../expectation.js';
import { breaks, each, everywhere, once, races, robust, safe } from '../expectation.js';

const relaxed: readonly string[] = [];
const release = ['-DSTORE=release', '-DLOAD=acquire'];
const seqCst = ['-DSTORE=seq_cst', '-DLOAD=seq_cst'];
const seqCstStore = ['-DSTORE=seq_cst'];
const seqCstLoad = ['-DLOAD=seq_cst'];
const fence = (order: string): readonly string[] => [`-DFENCE=${order}`];
const exchange = (order: string): readonly string[] => ['-DEXCHANGE', `-DSTORE=${order}`];
const swap = (order: string): readonly string[] => ['-DCAS', `-DSTORE=${order}`];

/** SC allows three of the four outcomes of a shape; under models that allow the fourth, its assertion fails. */
function shape(
  file: string,
  line: number,
  allowed: 'nowhere' | 'tso and pso' | 'pso',
  flags: readonly string[],
): Expectation {
  const three = robust(3);
  const four = breaks(line, 4);
  const expect =
    allowed === 'nowhere' ? everywhere(three) : allowed === 'pso' ? each(three, three, four) : each(three, four, four);
  return { file, flags, expect };
}

/** A store by compare-and-swap loads first, so the numbers differ if both threads store to one variable. */
const shapes: readonly Expectation[] = [
  ...[relaxed, release, seqCstLoad, fence('release'), fence('acquire'), fence('acq_rel')].map((flags) =>
    shape('sb.c', 28, 'tso and pso', flags),
  ),
  ...[seqCst, seqCstStore, fence('seq_cst'), exchange('relaxed'), exchange('seq_cst'), swap('relaxed')].map((flags) =>
    shape('sb.c', 28, 'nowhere', flags),
  ),

  ...[relaxed, seqCstLoad, fence('acquire')].map((flags) => shape('mp.c', 28, 'pso', flags)),
  ...[release, seqCst, fence('release'), fence('acq_rel'), fence('seq_cst'), exchange('relaxed'), swap('release')].map(
    (flags) => shape('mp.c', 28, 'nowhere', flags),
  ),

  ...[relaxed, release, seqCst, fence('seq_cst'), exchange('acq_rel'), swap('acquire')].map((flags) =>
    shape('lb.c', 28, 'nowhere', flags),
  ),

  shape('2+2w.c', 26, 'pso', relaxed),
  shape('2+2w.c', 26, 'pso', fence('acquire')),
  ...[release, seqCst, fence('release'), fence('seq_cst'), exchange('relaxed'), exchange('release')].map((flags) =>
    shape('2+2w.c', 26, 'nowhere', flags),
  ),

  shape('s.c', 28, 'pso', relaxed),
  shape('s.c', 28, 'pso', seqCstLoad),
  ...[release, seqCst, fence('release'), fence('seq_cst'), exchange('acq_rel')].map((flags) =>
    shape('s.c', 28, 'nowhere', flags),
  ),

  ...[relaxed, release, fence('release'), fence('acq_rel')].map((flags) => shape('r.c', 28, 'tso and pso', flags)),
  ...[seqCst, seqCstStore, fence('seq_cst'), exchange('relaxed')].map((flags) => shape('r.c', 28, 'nowhere', flags)),
];

/** Orders, sizes and builtins. */
export const expectations: readonly Expectation[] = [
  ...shapes,
  { file: 'orders.c', expect: once },
  { file: 'operations.c', expect: once },
  { file: 'wrap.c', expect: once },
  { file: 'inc_sizes.c', expect: everywhere(robust(4)) },
  { file: 'cas_strong.c', expect: everywhere(robust(2)) },
  { file: 'cas_weak_loop.c', expect: everywhere(safe()) },
  {
    file: 'cas_weak_once.c',
    expect: everywhere(safe()),
    note: 'A weak compare-and-swap does not fail spuriously here: a mistake that is not detected.',
  },
  { file: 'cas_failed_drains.c', expect: everywhere(robust(3)) },
  { file: 'mp_rmw.c', expect: each(robust(2), robust(2), breaks(20, 3)) },
  {
    file: 'mp_rmw.c',
    flags: ['-DORDER=memory_order_acquire'],
    expect: each(robust(2), robust(2), breaks(20, 3)),
  },
  { file: 'mp_rmw.c', flags: ['-DORDER=memory_order_release'], expect: everywhere(robust(2)) },
  { file: 'mp_rmw.c', flags: ['-DORDER=memory_order_acq_rel'], expect: everywhere(robust(2)) },
  { file: 'mp_rmw.c', flags: ['-DORDER=memory_order_seq_cst'], expect: everywhere(robust(2)) },
  { file: 'sync_builtins.c', expect: once },
  { file: 'sync_sb.c', expect: everywhere(robust(3)) },
  { file: 'atomic_builtins.c', expect: everywhere(robust(2)) },
  { file: 'atomic_builtins.c', flags: ['-DORDER=__ATOMIC_SEQ_CST'], expect: everywhere(robust(2)) },
  {
    file: 'atomic_builtins.c',
    flags: ['-DORDER=__ATOMIC_RELAXED'],
    expect: each(robust(2), robust(2), breaks(20, 3)),
  },
  { file: 'atomic_builtins_inc.c', expect: everywhere(robust(2)) },
  { file: 'pointers.c', expect: everywhere(robust(2)) },
  { file: 'pointers.c', flags: ['-DRELAXED'], expect: each(robust(2), robust(2), breaks(24, 3)) },
  { file: 'flag.c', expect: everywhere(robust(6)) },
  { file: 'volatile_mp.c', volatile: 'plain', expect: { ...each(robust(2), robust(2), breaks(15, 3)), rc11: races() } },
  { file: 'volatile_mp.c', expect: each(robust(2), robust(2), breaks(15, 3)) },
  { file: 'plain_mp.c', expect: each(robust(2), robust(2), breaks(23, 3)) },
  { file: 'plain_mp.c', flags: ['-DFENCE'], expect: everywhere(robust(2)) },
  { file: 'forwarding.c', expect: each(robust(3), breaks(26, 4), breaks(26, 4)) },
  { file: 'coherence.c', expect: everywhere(robust(6)), note: 'The reader sees 00, 01, 02, 11, 12 or 22.' },
  { file: 'release_sequence.c', expect: everywhere(robust(2)) },
  { file: 'bool_char.c', expect: once },
];
