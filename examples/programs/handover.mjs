// One thread hands data to another, with a flag that says when it is there. The data is plain, as in C: a variable that
// is no atomic. What makes that right is the orders of the flag.
import { load, program, store } from 'fencepost';

/**
 * @param {string} name
 * @param {import('fencepost').MemoryOrder} write
 * @param {import('fencepost').MemoryOrder} read
 */
function handover(name, write, read) {
  return program(name, (p) => {
    const data = p.variable('data');
    const flag = p.variable('flag');
    p.thread('giver', function* () {
      yield store(data, 42, 'plain');
      yield store(flag, 1, write);
    });
    p.thread('taker', function* () {
      if ((yield load(flag, read)) === 1) yield load(data, 'plain');
    });
  });
}

export const relaxed = handover('relaxed flag', 'relaxed', 'relaxed');
export const released = handover('released flag', 'release', 'acquire');
