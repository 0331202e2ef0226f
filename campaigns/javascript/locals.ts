import type { Thread } from '../program/ast.js';
import { FRAME, LOCALS } from '../program/ast.js';
import { literal } from './values.js';

/** How JavaScript stores the locals of a thread. */
export interface Locals {
  readonly declarations: string;
  read(local: number): string;
  assign(local: number, value: string): string;
}

export function localsOf({ storage, types }: Thread): Locals {
  const zeros = types.slice(0, LOCALS).map((type) => literal(0, type));
  const each = (text: (zero: string, i: number) => string): string => zeros.map(text).join(' ');
  /** Locals stored in assignable places. */
  const place = (declarations: string, name: (local: number) => string): Locals => {
    const read = (local: number): string => (local < FRAME ? name(local) : `f${local - FRAME}`);
    return { declarations, read, assign: (local, value) => `${read(local)} = ${value}` };
  };
  /** Locals accessed by functions that read and write. */
  const calls = (
    declarations: string,
    read: (local: number) => string,
    write: (local: number, value: string) => string,
  ): Locals => ({
    declarations,
    read: (local) => (local < FRAME ? read(local) : `f${local - FRAME}`),
    assign: (local, value) => (local < FRAME ? write(local, value) : `f${local - FRAME} = ${value}`),
  });
  switch (storage) {
    case 'array':
      return place(`const r = [${zeros.join(', ')}];`, (local) => `r[${local}]`);
    case 'struct':
      return place(`const r = { ${each((zero, i) => `r${i}: ${zero},`)} };`, (local) => `r.r${local}`);
    case 'class':
      return place(
        `class Locals { ${each((zero, i) => `#r${i} = ${zero}; get r${i}() { return this.#r${i}; } set r${i}(value) { this.#r${i} = value; }`)} }\nconst r = new Locals();`,
        (local) => `r.r${local}`,
      );
    case 'closure':
      return calls(
        `const variable = (value) => ({ get: () => value, set: (next) => { value = next; } });\n${each((zero, i) => `const r${i} = variable(${zero});`)}`,
        (local) => `r${local}.get()`,
        (local, value) => `r${local}.set(${value})`,
      );
    case 'map':
      return calls(
        `const r = new Map([${zeros.map((zero, i) => `[${i}, ${zero}]`).join(', ')}]);`,
        (local) => `r.get(${local})`,
        (local, value) => `r.set(${local}, ${value})`,
      );
    default:
      return place(`let ${zeros.map((zero, i) => `r${i} = ${zero}`).join(', ')};`, (local) => `r${local}`);
  }
}
