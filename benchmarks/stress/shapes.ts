import type { Cell, Line, Litmus } from './litmus.js';

type Access = 'plain' | 'atomic';

const write = (cell: Cell, value: number, access: Access): Line => ({
  kind: 'store',
  cell,
  value,
  atomic: access === 'atomic',
});
const read = (cell: Cell, access: Access): Line => ({ kind: 'load', cell, atomic: access === 'atomic' });

function storeBuffering(variant: string, stores: Access, loads: Access): Litmus {
  return {
    shape: 'SB',
    variant,
    threads: [
      [write('x', 1, stores), read('y', loads)],
      [write('y', 1, stores), read('x', loads)],
    ],
    finals: [],
  };
}

/** x is the data, y the flag. */
function messagePassing(variant: string, data: Access, flag: Access): Litmus {
  return {
    shape: 'MP',
    variant,
    threads: [
      [write('x', 1, data), write('y', 1, flag)],
      [read('y', flag), read('x', data)],
    ],
    finals: [],
  };
}

/** The other shapes of two threads and two cells, with all accesses alike. */
function others(access: Access): readonly Litmus[] {
  const variant = access === 'plain' ? 'plain' : 'Atomics';
  const shape = (name: string, threads: Litmus['threads'], ...finals: readonly Cell[]): Litmus => ({
    shape: name,
    variant,
    threads,
    finals,
  });
  const w = (cell: Cell, value: number): Line => write(cell, value, access);
  const r = (cell: Cell): Line => read(cell, access);
  return [
    shape('LB', [
      [r('x'), w('y', 1)],
      [r('y'), w('x', 1)],
    ]),
    shape(
      'R',
      [
        [w('x', 1), w('y', 1)],
        [w('y', 2), r('x')],
      ],
      'y',
    ),
    shape(
      'S',
      [
        [w('x', 2), w('y', 1)],
        [r('y'), w('x', 1)],
      ],
      'x',
    ),
    shape(
      '2+2W',
      [
        [w('x', 1), w('y', 2)],
        [w('y', 1), w('x', 2)],
      ],
      'x',
      'y',
    ),
  ];
}

export const shapes: readonly Litmus[] = [
  storeBuffering('plain', 'plain', 'plain'),
  storeBuffering('plain store, Atomics.load', 'plain', 'atomic'),
  storeBuffering('Atomics.store, plain load', 'atomic', 'plain'),
  storeBuffering('Atomics', 'atomic', 'atomic'),
  messagePassing('plain', 'plain', 'plain'),
  messagePassing('plain data, Atomics flag', 'plain', 'atomic'),
  messagePassing('Atomics', 'atomic', 'atomic'),
  ...others('plain'),
  ...others('atomic'),
];
