import type { FunctionDefinition } from './function.js';

/**
 * Counts the instructions that may change each global variable other than by setting it to null: stores, atomic
 * accesses, and calls that get its address.
 */
export function countSettings(functions: readonly FunctionDefinition[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { blocks } of functions) {
    for (const { instructions } of blocks) {
      for (const { opcode, tokens } of instructions) {
        if (opcode === 'load' || (opcode === 'store' && tokens.some(({ text }) => text === 'null'))) continue;
        for (const { kind, text } of tokens) if (kind === 'global') counts.set(text, (counts.get(text) ?? 0) + 1);
      }
    }
  }
  return counts;
}
