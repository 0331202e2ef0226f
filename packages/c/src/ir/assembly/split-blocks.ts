import type { Block } from '../syntax/function.js';

/**
 * Updates phis after blocks were split: values now come from the last part of a block. `last` has the labels with `%`.
 */
export function withPredecessors(block: Block, last: ReadonlyMap<string, string>): Block {
  const instructions = block.instructions.map((instruction) => {
    if (instruction.opcode !== 'phi') return instruction;
    const tokens = instruction.tokens.map((token) => ({ ...token, text: last.get(token.text) ?? token.text }));
    return { ...instruction, tokens };
  });
  return { label: block.label, instructions };
}
