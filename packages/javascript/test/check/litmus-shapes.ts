import type { Operation, Program } from '@fencepost/core';
import { load, program, store } from '@fencepost/core';

/** What a thread does: `x=1` stores, `x` loads. */
interface Line {
  readonly cell: number;
  readonly value?: number;
}

/** A litmus shape; each access of it is plain or atomic. */
export interface Shape {
  readonly name: string;
  readonly threads: readonly (readonly Line[])[];
}

const CELLS = ['x', 'y'];

function shape(name: string, ...threads: readonly string[]): Shape {
  const line = (text: string): Line => {
    const [cell = '', value] = text.split('=');
    return { cell: CELLS.indexOf(cell), ...(value !== undefined && { value: Number(value) }) };
  };
  return { name, threads: threads.map((thread) => thread.split(' ').map(line)) };
}

export const SHAPES: readonly Shape[] = [
  shape('SB', 'x=1 y', 'y=1 x'),
  shape('MP', 'x=1 y=1', 'y x'),
  shape('LB', 'x y=1', 'y x=1'),
  shape('2+2W', 'x=1 y=2', 'y=1 x=2'),
  shape('IRIW', 'x=1', 'y=1', 'x y', 'y x'),
  shape('R', 'x=1 y=1', 'y=2 x'),
  shape('S', 'x=2 y=1', 'y x=1'),
];

/** Which accesses are atomic, by whether they store. */
export const VARIANTS = {
  plain: () => false,
  'atomic stores': (stores: boolean) => stores,
  'atomic loads': (stores: boolean) => !stores,
  atomic: () => true,
} as const satisfies Record<string, (stores: boolean) => boolean>;

export type Variant = keyof typeof VARIANTS;

/** The shape as a generator program. */
export function generatorProgram({ name, threads }: Shape, variant: Variant): Program {
  const isAtomic = VARIANTS[variant];
  const operation = ({ cell, value }: Line): Operation => {
    const order = isAtomic(value !== undefined) ? 'seq_cst' : 'plain';
    return value === undefined ? load(cell, order) : store(cell, value, order);
  };
  return program(name, (p) => {
    CELLS.forEach((cell) => p.variable(cell));
    threads.forEach((lines, i) => {
      p.thread(`t${i}`, function* () {
        const loaded: number[] = [];
        for (const line of lines) {
          const result = yield operation(line);
          if (line.value === undefined) loaded.push(result);
        }
        return loaded;
      });
    });
  });
}

/** The shape as a check in TypeScript. */
export function checkText({ name, threads }: Shape, variant: Variant): string {
  const isAtomic = VARIANTS[variant];
  const access = ({ cell, value }: Line): string => {
    const place = `view, ${cell}`;
    if (value === undefined)
      return isAtomic(false) ? `loaded.push(Atomics.load(${place}));` : `loaded.push(view[${cell}]!);`;
    return isAtomic(true) ? `Atomics.store(${place}, ${value});` : `view[${cell}] = ${value};`;
  };
  const bodies = threads.map((lines, i) => {
    const body = ['const loaded: number[] = [];', ...lines.map(access), 'return loaded;'].join('\n      ');
    return `    t.thread('t${i}', (): number[] => {\n      ${body}\n    });`;
  });
  return `check('${name} ${variant}', (t) => {\n    const view = new Int32Array(new SharedArrayBuffer(8));\n${bodies.join('\n')}\n  });`;
}
