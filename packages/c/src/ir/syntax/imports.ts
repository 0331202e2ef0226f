import { FencepostError } from '@fencepost/core';

/** Functions of the module `fp` may suspend the thread, those of `fpx` never do. */
export type ImportModule = 'fp' | 'fpx';

interface Import {
  readonly module: ImportModule;
  readonly name: string;
  readonly result: string;
  readonly parameters: readonly string[];
}

/** An address: its lower half, its upper half, and the lower half of the address it was computed from (Body.where). */
const ADDRESS = ['i32', 'i32', 'i32'] as const;

/** Our imports, except library functions: result, then parameters. Labels are i32. */
const FIXED: ReadonlyMap<string, Import> = new Map(
  (
    [
      ...[1, 2, 4, 8].flatMap((size) => {
        const word = size === 8 ? 'i64' : 'i32';
        return [
          ['fp', `load${size}`, word, 'i32', ...ADDRESS],
          ['fp', `store${size}`, 'void', 'i32', ...ADDRESS, word],
          ['fp', `rmw${size}`, word, 'i32', ...ADDRESS, word],
          ['fp', `cas${size}`, word, 'i32', ...ADDRESS, word, word],
        ] as const;
      }),
      // 16 bytes are passed as two halves; `high` returns the second half of the last result.
      ['fp', 'load16', 'i64', 'i32', ...ADDRESS],
      ['fp', 'store16', 'void', 'i32', ...ADDRESS, 'i64', 'i64'],
      ['fp', 'rmw16', 'i64', 'i32', ...ADDRESS, 'i64', 'i64'],
      ['fp', 'cas16', 'i64', 'i32', ...ADDRESS, 'i64', 'i64', 'i64', 'i64'],
      ['fpx', 'high', 'i64'],
      ['fp', 'fence', 'void', 'i32'],
      // A number of bytes is passed as a double, which needs no bigint.
      ['fp', 'memcpy', 'void', 'i32', ...ADDRESS, ...ADDRESS, 'double'],
      ['fp', 'memmove', 'void', 'i32', ...ADDRESS, ...ADDRESS, 'double'],
      ['fp', 'memset', 'void', 'i32', ...ADDRESS, 'i32', 'double'],
      ['fp', 'loop', 'void', 'i32', 'i32'],
      ['fpx', 'cas_ok', 'i32'],
      ['fpx', 'loop_enter', 'void', 'i32', 'i32'],
      ['fpx', 'carried4', 'void', 'i32'],
      ['fpx', 'carried8', 'void', 'i64'],
      ['fpx', 'counted4', 'void', 'i32'],
      ['fpx', 'counted8', 'void', 'i64'],
      ['fpx', 'carried_memory', 'void', 'i32', 'i32'],
      ['fp', 'alloca', 'i32', 'i32', 'i32'],
      ['fpx', 'beyond', 'void', 'i32', 'i64'],
      ['fpx', 'room', 'void', 'i32', 'i32', 'i32'],
      ['fpx', 'frame', 'i32'],
      ['fp', 'unframe', 'void', 'i32'],
      ['fp', 'rewind', 'void', 'i32', 'i32'],
      ['fp', 'scope_begin', 'void', 'i32'],
      ['fp', 'scope_end', 'void', 'i32', 'i32'],
      ['fpx', 'tls', 'i32', 'i32'],
      ['fpx', 'divides', 'void', 'i32', 'i32'],
      ['fpx', 'trap', 'void', 'i32'],
      ['fpx', 'refused', 'void', 'i32'],
      ['fpx', 'reached', 'void', 'i32', 'i32'],
    ] as const
  ).map(([module, name, result, ...parameters]): [string, Import] => [name, { module, name, result, parameters }]),
);

/** The imports with fixed parameters and results. */
export type FixedName =
  | `${'load' | 'store' | 'rmw' | 'cas'}${1 | 2 | 4 | 8 | 16}`
  | 'high'
  | 'fence'
  | 'memcpy'
  | 'memmove'
  | 'memset'
  | 'loop'
  | 'cas_ok'
  | 'loop_enter'
  | 'carried4'
  | 'carried8'
  | 'counted4'
  | 'counted8'
  | 'carried_memory'
  | 'alloca'
  | 'beyond'
  | 'room'
  | 'frame'
  | 'unframe'
  | 'rewind'
  | 'scope_begin'
  | 'scope_end'
  | 'tls'
  | 'divides'
  | 'trap'
  | 'refused'
  | 'reached';

/** The imports that a module needs. */
export class Imports {
  private readonly used = new Map<string, Import>();

  /** Returns the text of a call to a fixed import. */
  call(name: FixedName, ...values: readonly (string | number)[]): string {
    const fixed = FIXED.get(name);
    if (fixed === undefined) throw new Error(`no import ${name}`);
    const ir = `@__${fixed.module}_${name}`;
    this.used.set(ir, fixed);
    const list = fixed.parameters.map((type, index) => `${type} ${values[index] ?? 0}`);
    return `call ${fixed.result} ${ir}(${list.join(', ')})`;
  }

  /** Returns the name of the import of a library function; `parameters` may end in `...`. */
  library(name: string, result: string, parameters: readonly string[]): string {
    if (FIXED.get(name)?.module === 'fp') {
      throw new FencepostError('C_UNSUPPORTED', `a library function called '${name}' is not supported`, {
        hint: 'define the function in the program, or rename it',
      });
    }
    const ir = quoteName(`__fp_lib_${name}`);
    this.used.set(ir, { module: 'fp', name, result, parameters });
    return ir;
  }

  get libraryNames(): string[] {
    return [...this.used.values()]
      .filter(({ module, name }) => module === 'fp' && !FIXED.has(name))
      .map(({ name }) => name)
      .sort();
  }

  /** Returns the declarations and their attribute groups, which are numbered from `firstGroup`. */
  declarations(firstGroup: number): string[] {
    const lines: string[] = [];
    [...this.used]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .forEach(([ir, { module, name, result, parameters }], index) => {
        const group = firstGroup + index;
        lines.push(
          `declare ${result} ${ir}(${parameters.join(', ')}) #${group}`,
          `attributes #${group} = { nounwind "wasm-import-module"="${module}" "wasm-import-name"="${name}" }`,
        );
      });
    return lines;
  }
}

/** Returns a global name with `@`, in quotes if it needs them. */
export function quoteName(name: string): string {
  return /^[-A-Za-z$._][-\w$.]*$/.test(name) ? `@${name}` : `@"${name}"`;
}

/** Returns the name in `@x` or `@"x y"`. Escapes are kept: they are legal again in quotes. */
export function plainName(token: string): string {
  return token.startsWith('@"') ? token.slice(2, -1) : token.slice(1);
}
