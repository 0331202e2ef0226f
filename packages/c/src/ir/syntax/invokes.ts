import type { Instruction } from './function.js';
import type { Token } from './lexer.js';

export const word = (text: string): Token => ({ kind: 'word', text, spaced: true });

/** Returns the index of the token at which the destinations of an invoke begin. */
export function destinations({ tokens }: Instruction): number {
  const at = tokens.findIndex(({ text }, index) => text === 'to' && tokens[index + 1]?.text === 'label');
  return at < 0 ? tokens.length : at;
}

/** Replaces an invoke that cannot unwind by a call and a branch. */
export function withoutInvoke(instruction: Instruction): Instruction[] {
  const at = destinations(instruction);
  const branch = [word('br'), ...instruction.tokens.slice(at + 1, at + 3)];
  return [
    { ...instruction, opcode: 'call', tokens: [word('call'), ...instruction.tokens.slice(1, at)] },
    { ...instruction, result: undefined, opcode: 'br', tokens: branch },
  ];
}
