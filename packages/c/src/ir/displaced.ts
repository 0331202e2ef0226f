import type { FunctionDefinition, Instruction } from './function.js';
import { Cursor } from './lexer.js';
import type { Pointers } from './pointers.js';
import { locals } from './private-variables.js';
import { parseType } from './types.js';
import type { Value } from './values.js';
import { nameOf, parseTypedValue } from './values.js';

/**
 * Values that may point in front of an object, and variables that hold them: `container_of` makes them of the head of a
 * list, as if it were a member like the others. Nothing tells what such a pointer was computed from.
 */
export function displacedPointers({ blocks }: FunctionDefinition, pointers: Pointers): ReadonlySet<string> {
  const displaced = new Set<string>();
  const isDisplaced = (value: Value): boolean => {
    const { base, offset } = pointers.origin(value);
    return (offset !== undefined && offset < 0) || displaced.has(nameOf(base) ?? '');
  };
  const instructions = blocks.flatMap((block) => block.instructions);
  for (let before = -1; before !== displaced.size;) {
    before = displaced.size;
    for (const instruction of instructions) {
      const target = targetOf(instruction, pointers, isDisplaced, displaced);
      if (target !== undefined) displaced.add(target);
    }
  }
  return displaced;
}

/** What becomes displaced by the instruction. */
function targetOf(
  instruction: Instruction,
  pointers: Pointers,
  isDisplaced: (value: Value) => boolean,
  displaced: ReadonlySet<string>,
): string | undefined {
  const { opcode, result, tokens } = instruction;
  if (opcode === 'phi' || opcode === 'select') {
    return locals(instruction).some((name) => isDisplaced([{ kind: 'local', text: name, spaced: true }]))
      ? result
      : undefined;
  }
  if (opcode !== 'load' && opcode !== 'store') return undefined;
  const cursor = new Cursor(tokens, 1);
  while (cursor.accept('atomic') || cursor.accept('volatile'));
  const stored = opcode === 'store' ? parseTypedValue(cursor) : undefined;
  if ((stored?.type ?? parseType(cursor)).kind !== 'pointer') return undefined;
  cursor.expect(',');
  const variable = nameOf(parseTypedValue(cursor).value);
  if (variable === undefined || pointers.alloca(variable) === undefined) return undefined;
  if (stored === undefined) return displaced.has(variable) ? result : undefined;
  return isDisplaced(stored.value) ? variable : undefined;
}
