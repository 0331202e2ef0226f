import { factsAbout } from '../../runtime/library.js';
import { parseCall } from '../syntax/calls.js';
import type { FunctionDefinition, Instruction } from '../syntax/function.js';
import { plainName } from '../syntax/imports.js';
import type { IrModule } from '../syntax/module.js';
import type { OpenValues } from '../syntax/open-value-context.js';
import { nameOf } from '../syntax/values.js';
import { calleeOf } from './failing-functions.js';

/**
 * Returns the values of a call that returns an arbitrary pointer. A program that only compares it with null needs null
 * and one other. One that only returns it from a thread whose result is never read needs one.
 */
export function openPointer(module: IrModule, fn: FunctionDefinition, local: string): OpenValues {
  const uses = instructionsOf(fn).filter((each) => each.result !== local && names(each, local));
  const compared = uses.filter(isNullComparison);
  const isUnseen = isResultUnseen(module, fn.signature.name);
  const complete = uses.every((each) => compared.includes(each) || (each.opcode === 'ret' && isUnseen));
  return { values: complete && compared.length === 0 ? ['0'] : ['0', '1'], complete };
}

function isNullComparison({ opcode, tokens }: Instruction): boolean {
  return (
    opcode === 'icmp' &&
    /^icmp (?:eq|ne) ptr (?:%\S+ ?, null|null ?, %\S+)$/.test(tokens.map(({ text }) => text).join(' '))
  );
}

/** Whether the function only starts threads, and no result of a thread is read. */
function isResultUnseen(module: IrModule, name: string): boolean {
  if (module.globals.some(({ tokens }) => tokens.some(({ text }) => text === name))) return false;
  return module.functions.flatMap(instructionsOf).every((each) => {
    const callee = calleeOf(each);
    if (callee === '@pthread_join' || callee === '@thrd_join') {
      return parseCall(each).arguments[1]?.value[0]?.text === 'null';
    }
    if (!names(each, name)) return true;
    if (callee === '' || callee === name) return false;
    const called = factsAbout(plainName(callee)).calls;
    return parseCall(each).arguments.every(
      ({ value }, index) =>
        (index === called?.index && nameOf(value) === name) || !value.some(({ text }) => text === name),
    );
  });
}

function names({ tokens }: Instruction, name: string): boolean {
  return tokens.some(({ text }) => text === name);
}

function instructionsOf({ blocks }: FunctionDefinition): readonly Instruction[] {
  return blocks.flatMap(({ instructions }) => instructions);
}
