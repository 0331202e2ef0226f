import type { Argument } from '../syntax/calls.js';
import { attributeType } from '../syntax/calls.js';
import { joinTokens } from '../syntax/lexer.js';
import { constrainedRegister } from './asm-registers.js';
import type { Type } from '../syntax/types.js';

/** The meaning of `$0`, `$1` and so on, outputs first. */
export type Binding =
  /** A variable that holds a register; `home` is the address of its final content, if the operand may be in memory. */
  | { readonly kind: 'register'; readonly register: string; readonly type: Type; readonly home?: string }
  /** An input that the statement only reads. */
  | { readonly kind: 'value'; readonly text: string; readonly type: Type }
  | { readonly kind: 'memory'; readonly address: string; readonly type: Type }
  /** A condition that the statement sets: `"=@ccz"`. */
  | { readonly kind: 'condition'; readonly condition: string; readonly type: Type };

/** The operands of a statement, and the initial contents of its registers. */
export interface Bindings {
  readonly operands: readonly Binding[];
  readonly initial: readonly { readonly register: string; readonly text: string; readonly type: Type }[];
  /** The operands that are results, in order. */
  readonly results: readonly Binding[];
}

/** Constraints that only allow memory. */
const MEMORY = /^[moV]+$/;
/**
 * Constraints that allow constants or general registers, perhaps also memory. `A` means two registers; others hold
 * floats or vectors.
 */
const GENERAL = /^[rqQlRgXimnIJKLMNOesZ]+$/;

/** Binds the operands; undefined if one of them is in an unsupported place. */
export function bindOperands(
  constraints: string,
  list: readonly Argument[],
  resultTypes: readonly Type[],
): Bindings | undefined {
  const operands: Binding[] = [];
  const initial: { register: string; text: string; type: Type }[] = [];
  const results: Binding[] = [];
  let used = 0;
  for (const each of constraints.split(',')) {
    if (each === '' || each.startsWith('~')) continue;
    const isOutput = each.startsWith('=');
    const isIndirect = each.includes('*');
    const constraint = each.replace(/[=&*%]/g, '').split('|')[0]!;
    const argument = isOutput && !isIndirect ? undefined : list[used++];
    const type = isIndirect
      ? attributeType(argument?.attributes ?? [], 'elementtype')
      : (argument?.type ?? resultTypes[results.length]);
    if (type === undefined) return undefined;
    const text = argument === undefined ? '' : joinTokens(argument.value);
    const condition = /^\{@cc(\w+)\}$/.exec(constraint)?.[1];
    const own = `operand${operands.length}`;
    const named = constrainedRegister(constraint);
    if (condition !== undefined) operands.push({ kind: 'condition', condition, type });
    else if (isIndirect && MEMORY.test(constraint)) operands.push({ kind: 'memory', address: text, type });
    else if (/^\d+$/.test(constraint)) {
      const tied = operands[Number(constraint)];
      if (tied?.kind !== 'register' || isIndirect) return undefined;
      initial.push({ register: tied.register, text, type });
      operands.push(tied);
    } else if (named === undefined && !GENERAL.test(constraint)) return undefined;
    else if (isOutput)
      operands.push({ kind: 'register', register: named ?? own, type, ...(isIndirect && { home: text }) });
    else if (isIndirect) operands.push({ kind: 'memory', address: text, type });
    else if (named === undefined) operands.push({ kind: 'value', text, type });
    else {
      initial.push({ register: named, text, type });
      operands.push({ kind: 'register', register: named, type });
    }
    if (isOutput && !isIndirect) results.push(operands.at(-1)!);
  }
  return { operands, initial, results };
}
