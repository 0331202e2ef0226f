import { parseCall } from '../syntax/calls.js';
import type { ModuleContext } from '../context/context.js';
import type { Block, FunctionDefinition, Instruction } from '../syntax/function.js';
import { plainName } from '../syntax/imports.js';
import { destinations, withoutInvoke, word } from '../syntax/invokes.js';
import type { Token } from '../syntax/lexer.js';
import { withPredecessors } from '../assembly/split-blocks.js';
import { nameOf } from '../syntax/values.js';

/** Library functions that may be left by unwinding; some of them call functions of the program. */
const ENDING = new Set([
  '__fp_raise',
  'longjmp',
  '_longjmp',
  'siglongjmp',
  '__longjmp_chk',
  'pthread_exit',
  'thrd_exit',
  'pthread_once',
  'call_once',
  '__once_proxy',
  'exit',
  'quick_exit',
]);

/**
 * Turns every call that may be left by unwinding into an invoke. Unwinding then continues at the existing landing pad,
 * or at a block that leaves the function (`leave`); in a function that must not be left by unwinding, at one that
 * reports that (`terminate`).
 */
export function withUnwinding(context: ModuleContext, fn: FunctionDefinition): FunctionDefinition {
  const noexcept = context.options.exceptions === true && context.hasAttribute(fn.signature.attributes, 'nounwind');
  const last = new Map<string, string>();
  const exits: Block[] = [];
  const leave = ({ location }: Instruction): string => {
    const name = `${fn.freshPrefix}leave.${exits.length}`;
    const opcode = noexcept ? 'terminate' : 'leave';
    exits.push({ label: name, instructions: [{ result: undefined, opcode, tokens: [], location, loop: undefined }] });
    return `%${name}`;
  };
  const blocks = fn.blocks.flatMap((block) => {
    const parts: { label: string; instructions: Instruction[] }[] = [{ label: block.label, instructions: [] }];
    for (const instruction of block.instructions) {
      const { opcode } = instruction;
      const isCall = opcode === 'call' || opcode === 'invoke';
      if (!isCall || !mayEnd(context, instruction)) {
        parts.at(-1)!.instructions.push(...(opcode === 'invoke' ? withoutInvoke(instruction) : [instruction]));
        continue;
      }
      const given = opcode === 'invoke' ? parseCall(instruction) : undefined;
      const normal = given?.normal ?? `%${fn.freshPrefix}${block.label}.${parts.length}`;
      parts.at(-1)!.instructions.push(invoke(instruction, normal, given?.unwind ?? leave(instruction)));
      if (given === undefined) parts.push({ label: normal.slice(1), instructions: [] });
    }
    last.set(`%${block.label}`, `%${parts.at(-1)!.label}`);
    return parts;
  });
  return { ...fn, blocks: [...blocks.map((block) => withPredecessors(block, last)), ...exits] };
}

function mayEnd(context: ModuleContext, instruction: Instruction): boolean {
  const call = parseCall(instruction);
  const name = nameOf(call.callee);
  if (name?.startsWith('@llvm.')) return false;
  if (name !== undefined && context.isLibrary(name)) return ENDING.has(plainName(name));
  if (context.options.exceptions !== true) return true;
  const attributes = name === undefined ? [] : (context.signatureOf(name)?.attributes ?? []);
  return !context.hasAttribute([...call.attributes, ...attributes], 'nounwind');
}

const label = (text: string): Token => ({ kind: 'local', text, spaced: true });

function invoke(call: Instruction, normal: string, pad: string): Instruction {
  const tokens = [
    ...[word('invoke'), ...call.tokens.slice(1, destinations(call))],
    ...[word('to'), word('label'), label(normal), word('unwind'), word('label'), label(pad)],
  ];
  return { ...call, opcode: 'invoke', tokens };
}
