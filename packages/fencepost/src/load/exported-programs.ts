import type { Program } from '@fencepost/core';
import { usageError } from '../errors.js';

const HOW_TO_EXPORT =
  "write a check, here or in a file that imports this one: check('name', (t) => { … }), with check imported from 'fencepost'; or: export default program('name', (p) => { … })";

/** Returns the default export or, without one, every export. */
export function exportedPrograms(module: Readonly<Record<string, unknown>>, path: string): Program[] {
  const names = 'default' in module ? ['default'] : Object.keys(module).sort();
  if (names.length === 0) throw usageError(`${path} exports nothing`, HOW_TO_EXPORT);
  return names.map((name) => {
    const value = module[name];
    if (isProgram(value)) return value;
    const what = name === 'default' ? 'the default export' : `the export '${name}'`;
    throw usageError(`${what} of ${path} is not a program`, HOW_TO_EXPORT);
  });
}

function isProgram(value: unknown): value is Program {
  if (typeof value !== 'object' || value === null) return false;
  const { name, threads, initialValue, nameOf } = value as Partial<Record<keyof Program, unknown>>;
  return (
    typeof name === 'string' &&
    Array.isArray(threads) &&
    typeof initialValue === 'function' &&
    typeof nameOf === 'function'
  );
}
