import type { Case } from './case.js';

const sb = { a: '() => { m[0] = 1; return m[4]; }', b: '() => { m[4] = 1; return m[0]; }' };
const mp = { a: '() => { m[0] = 1; m[4] = 1; }', b: '() => [m[4], m[0]]' };

/** What the models allow. */
export const MODELS: Readonly<Record<string, Case>> = {
  'store buffering under SC': { threads: sb, model: 'sc', outcomes: ['[0,1]', '[1,0]', '[1,1]'] },
  'store buffering under TSO': { threads: sb, model: 'tso', outcomes: ['[0,0]', '[0,1]', '[1,0]', '[1,1]'] },
  'store buffering with Atomics': {
    threads: {
      a: '() => { Atomics.store(m, 0, 1); return m[4]; }',
      b: '() => { Atomics.store(m, 4, 1); return m[0]; }',
    },
    model: 'pso',
    outcomes: ['[0,1]', '[1,0]', '[1,1]'],
  },
  'message passing under TSO': {
    threads: mp,
    model: 'tso',
    outcomes: ['[null,[0,0]]', '[null,[0,1]]', '[null,[1,1]]'],
  },
  'message passing under PSO': {
    threads: mp,
    model: 'pso',
    outcomes: ['[null,[0,0]]', '[null,[0,1]]', '[null,[1,0]]', '[null,[1,1]]'],
  },
  'load buffering under PSO': {
    threads: { a: '() => { const x = m[0]; m[4] = 1; return x; }', b: '() => { const x = m[4]; m[0] = 1; return x; }' },
    model: 'pso',
    outcomes: ['[0,0]', '[0,1]', '[1,0]'],
  },
  'reads of one word do not go back': {
    threads: { a: '() => { m[0] = 1; m[0] = 2; }', b: '() => [m[0], m[0]]' },
    model: 'pso',
    outcomes: ['[null,[0,0]]', '[null,[0,1]]', '[null,[0,2]]', '[null,[1,1]]', '[null,[1,2]]', '[null,[2,2]]'],
  },
  'a thread sees its own stores': {
    threads: { a: '() => { m[0] = 1; return [m[0], m[4]]; }', b: '() => { m[4] = 1; return [m[4], m[0]]; }' },
    model: 'tso',
    outcomes: ['[[1,0],[1,0]]', '[[1,0],[1,1]]', '[[1,1],[1,0]]', '[[1,1],[1,1]]'],
  },
  'increments that are lost': {
    threads: { a: '() => m[0]++', b: '() => m[0]++' },
    outcomes: ['[0,0]', '[0,1]', '[1,0]'],
  },
};
