import { load, program, store } from 'fencepost';

/** Threads that raise four flags each, and look at all of the other's: a cycle for each two pairs. */
export default program('many cycles', (p) => {
  const [a, b] = [p.array('a', 4), p.array('b', 4)];
  /** @type {(mine: readonly import('fencepost').Variable[], others: readonly import('fencepost').Variable[]) => import('fencepost').ThreadBody} */
  const look = (mine, others) =>
    function* () {
      for (const each of mine) yield store(each, 1);
      for (const each of others) yield load(each);
    };
  p.thread('left', look(a, b));
  p.thread('right', look(b, a));
});
