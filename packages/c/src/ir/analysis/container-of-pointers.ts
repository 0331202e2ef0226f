import type { FunctionDefinition, Instruction } from '../syntax/function.js';
import { Cursor } from '../syntax/lexer.js';
import type { Pointers } from './pointers.js';
import { parseType } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import { nameOf, parseTypedValue } from '../syntax/values.js';

/** An access to a variable that holds a pointer. */
interface PointerAccess {
  readonly variable: string;
  /** Undefined for a load. */
  readonly stored: Value | undefined;
}

/**
 * Returns values that may point in front of an object, and variables that hold them. `container_of` computes them from
 * the head of a list, as if it were a member like the others. Nothing shows which object such a pointer was computed
 * from. A variable that is decremented does not count: it moves within its object.
 */
export function displacedPointers({ blocks }: FunctionDefinition, pointers: Pointers): ReadonlySet<string> {
  const instructions = blocks.flatMap((block) => block.instructions);
  const displaced = new Set<string>();
  /** The variable that each load reads. */
  const sources = new Map<string, string>();

  function isDisplaced(value: Value, into?: string): boolean {
    const { base, offset } = pointers.origin(value);
    const name = nameOf(base) ?? '';
    const isMoved = into !== undefined && sources.get(name) === into;
    return (offset !== undefined && offset < 0 && !isMoved) || displaced.has(name);
  }

  for (let before = -1; before !== displaced.size;) {
    before = displaced.size;
    for (const instruction of instructions) {
      const { opcode, result, tokens } = instruction;
      const access = accessOf(instruction, pointers);
      if (access?.stored !== undefined) {
        if (isDisplaced(access.stored, access.variable)) displaced.add(access.variable);
      } else if (access !== undefined) {
        sources.set(result!, access.variable);
        if (displaced.has(access.variable)) displaced.add(result!);
      } else if (opcode === 'phi' || opcode === 'select') {
        if (tokens.some((token) => token.kind === 'local' && isDisplaced([token]))) displaced.add(result!);
      }
    }
  }
  return displaced;
}

function accessOf({ opcode, tokens }: Instruction, pointers: Pointers): PointerAccess | undefined {
  if (opcode !== 'load' && opcode !== 'store') return undefined;
  const cursor = new Cursor(tokens, 1);
  while (cursor.accept('atomic') || cursor.accept('volatile'));
  const stored = opcode === 'store' ? parseTypedValue(cursor) : undefined;
  if ((stored?.type ?? parseType(cursor)).kind !== 'pointer') return undefined;
  cursor.expect(',');
  const variable = nameOf(parseTypedValue(cursor).value);
  if (variable === undefined || pointers.alloca(variable) === undefined) return undefined;
  return { variable, stored: stored?.value };
}
