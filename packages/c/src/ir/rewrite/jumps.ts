import type { Body } from '../context/body.js';
import { parseCall } from '../syntax/calls.js';
import type { ModuleContext } from '../context/context.js';
import { unsupported } from '../../unsupported.js';
import type { Block, FunctionDefinition, Instruction } from '../syntax/function.js';
import { tokenize } from '../syntax/lexer.js';
import { callLibrary } from './rewrite-library.js';
import { intType } from '../syntax/types.js';
import { withPredecessors } from '../assembly/split-blocks.js';
import { nameOf } from '../syntax/values.js';

const SETJMP = /^@(?:_?setjmp|_?_?sigsetjmp)$/;
const LONGJMP = /^declare [^\n]*@(?:_?longjmp|siglongjmp|__longjmp_chk)\(/m;

/** Returns whether the program leaves calls by `longjmp`. */
export function jumps(ir: string): boolean {
  return LONGJMP.test(ir);
}

/**
 * Makes `setjmp` return a unique number, which the function stores. While a `longjmp` leaves calls (see
 * `withUnwinding`), the function checks, before it is itself left, whether the jump leads to one of its numbers. If so,
 * control continues after that `setjmp`, with the value of the jump.
 */
export function withJumps(context: ModuleContext, fn: FunctionDefinition): FunctionDefinition {
  const isSetjmp = (instruction: Instruction): boolean =>
    instruction.opcode === 'call' && SETJMP.test(nameOf(parseCall(instruction).callee) ?? '');
  const marks = fn.blocks.flatMap(({ instructions }) => instructions.filter(isSetjmp));
  if (marks.length === 0) return fn;
  if (context.options.exceptions === true) {
    const hint = 'use exceptions instead';
    throw unsupported('setjmp in a function with cleanups', context.debugInfo.site(marks[0]!.location), hint);
  }
  const name = (what: string, mark: number): string => `${fn.freshPrefix}${what}.${mark}`;
  const last = new Map<string, string>();
  let found = 0;
  const blocks = fn.blocks.flatMap((block): Block[] => {
    if (block.instructions[0]?.opcode === 'leave')
      return [{ ...block, instructions: [written(`br label %${name('ask', 0)}`)] }];
    const parts: { label: string; instructions: Instruction[] }[] = [{ label: block.label, instructions: [] }];
    for (const instruction of block.instructions) {
      if (!isSetjmp(instruction)) {
        parts.at(-1)!.instructions.push(instruction);
        continue;
      }
      const mark = found++;
      const [number, after] = [`%${name('number', mark)}`, name('after', mark)];
      const from = parts.at(-1)!;
      from.instructions.push(
        { ...instruction, result: number },
        written(`store i32 ${number}, ptr %${name('mark', mark)}`),
        written(`br label %${after}`),
      );
      const values = `[ 0, %${from.label} ], [ %${name('value', mark)}, %${name('ask', mark)} ]`;
      const result = instruction.result ?? `%${name('unused', mark)}`;
      parts.push({ label: after, instructions: [written(`phi i32 ${values}`, result)] });
    }
    last.set(`%${block.label}`, `%${parts.at(-1)!.label}`);
    return parts;
  });
  // The phi after a setjmp keeps its predecessor: the part of the block that calls it.
  const [entry, ...others] = blocks.map((block) =>
    last.has(`%${block.label}`) ? withPredecessors(block, last) : block,
  );
  const slots = marks.flatMap((_, mark) => [
    written('alloca i32, align 4', `%${name('mark', mark)}`),
    written(`store i32 0, ptr %${name('mark', mark)}`),
  ]);
  const asking = marks.map((_, mark): Block => {
    const [known, value, lands] = ['known', 'value', 'lands'].map((what) => `%${name(what, mark)}`);
    return {
      label: name('ask', mark),
      instructions: [
        written(`load i32, ptr %${name('mark', mark)}`, known),
        { ...written(`landed ${known}`, value), opcode: 'landed' },
        written(`icmp ne i32 ${value}, 0`, lands),
        written(`br i1 ${lands}, label %${name('after', mark)}, label %${name('ask', mark + 1)}`),
      ],
    };
  });
  const leaving: Block = { label: name('ask', marks.length), instructions: [{ ...written('leave'), opcode: 'leave' }] };
  return {
    ...fn,
    blocks: [{ ...entry!, instructions: [...slots, ...entry!.instructions] }, ...others, ...asking, leaving],
  };
}

function written(text: string, result?: string): Instruction {
  const tokens = tokenize(text);
  return { result, opcode: tokens[0]!.text, tokens, location: undefined, loop: undefined };
}

/** Emits a call that returns the value of a jump to this number; otherwise 0. */
export function rewriteLanded(body: Body, { tokens, result }: Instruction): void {
  const type = intType(32);
  callLibrary(body, '@__fp_landed', [{ type, value: tokens.slice(1) }], { type, name: result });
}
