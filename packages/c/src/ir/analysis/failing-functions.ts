import { parseCall } from '../syntax/calls.js';
import type { FunctionDefinition, Instruction } from '../syntax/function.js';
import { plainName } from '../syntax/imports.js';
import type { IrModule } from '../syntax/module.js';
import { alwaysPanics } from '../../rust-panics.js';
import { functionsWith } from '../../runtime/library.js';
import { nameOf } from '../syntax/values.js';

/** Functions whose call is a failure. */
const FAILING = [...functionsWith('fails'), 'llvm.trap', 'llvm.ubsantrap'];

/** Returns the functions of the module and of the library that fail whenever they are called. */
export function failingFunctions({ functions, declarations }: IrModule): ReadonlySet<string> {
  const panicking = [...declarations.keys()].filter((name) => alwaysPanics(plainName(name)));
  const failing = new Set([...FAILING.map((name) => `@${name}`), ...panicking]);
  const called = functions.map((fn) => entryOf(fn).map(calleeOf));
  for (let before = 0; before !== failing.size;) {
    before = failing.size;
    functions.forEach(({ signature }, index) => {
      if (called[index]!.some((name) => failing.has(name))) failing.add(signature.name);
    });
  }
  return failing;
}

/** Returns the instructions executed whenever the function is called, up to the first branch. */
function entryOf({ blocks }: FunctionDefinition): readonly Instruction[] {
  return blocks[0]?.instructions ?? [];
}

/** Returns the name of the called function, without quotes; empty if the callee has no name. */
export function calleeOf(instruction: Instruction): string {
  if (instruction.opcode !== 'call' && instruction.opcode !== 'invoke') return '';
  const name = nameOf(parseCall(instruction).callee);
  return name === undefined ? '' : `@${plainName(name)}`;
}
