import type { Body, StackScopes } from '../context/body.js';
import { NO_STACK_SCOPES } from '../context/body.js';
import type { Graph } from '../analysis/graph.js';
import type { Block, Instruction } from '../syntax/function.js';
import { isLast, stackCallOf } from './scopes.js';

/**
 * Returns where arrays of variable length end with their blocks. The compiler saves the stack before it makes them, and
 * restores it wherever control leaves their block. What `alloca` has made since the stack was saved ends with them.
 * Where the function returns afterwards, everything ends with the function.
 */
export function stackScopesOf(body: Body, blocks: readonly Block[], successors: Graph): StackScopes {
  const all = blocks.flatMap(({ instructions }) => instructions);
  const saving = all.filter((instruction) => stackCallOf(instruction) === 'save');
  if (saving.length === 0) return NO_STACK_SCOPES;
  // The place in which a saved stack is kept: the variable that it is stored in, or the value itself.
  const places = new Map(saving.map(({ result }) => [result!, result!]));
  for (const { opcode, tokens } of all) {
    const [value, variable] = localsOf(tokens);
    if (opcode === 'store' && variable !== undefined && places.has(value!)) places.set(value!, variable);
  }
  for (const { opcode, tokens, result } of all) {
    const [variable] = localsOf(tokens);
    if (opcode === 'load' && [...places.values()].includes(variable!)) places.set(result!, variable!);
  }
  const restores = new Map<Instruction, string>();
  blocks.forEach(({ instructions }, block) => {
    instructions.forEach((instruction, index) => {
      if (stackCallOf(instruction) !== 'restore') return;
      const place = places.get(localsOf(instruction.tokens)[0] ?? '');
      if (place !== undefined && !isLast(body, blocks, successors, block, index)) restores.set(instruction, place);
    });
  });
  const restored = new Set(restores.values());
  const saves = new Map(saving.map((save) => [save, places.get(save.result!)!]));
  const slots = new Map([...restored].map((place) => [place, body.fresh()]));
  const ending = new Set<string>();
  let isEnding = false;
  for (const instruction of all) {
    const place = saves.get(instruction);
    if (place !== undefined) isEnding = restored.has(place);
    const variable = instruction.result ?? '';
    if (isEnding && instruction.opcode === 'alloca' && body.fn.variables.has(variable)) ending.add(variable);
  }
  const slotAt = (at: ReadonlyMap<Instruction, string>): Map<Instruction, string> =>
    new Map([...at].flatMap(([instruction, place]) => (slots.has(place) ? [[instruction, slots.get(place)!]] : [])));
  return { slots: [...slots.values()], saves: slotAt(saves), restores: slotAt(restores), ending };
}

function localsOf(tokens: Instruction['tokens']): string[] {
  return tokens.flatMap(({ kind, text }) => (kind === 'local' ? [text] : []));
}

/** Emits what saving or restoring the stack means for the variables that other threads may see. */
export function markStack(body: Body, instruction: Instruction): void {
  const { saves, restores } = body.stackScopes;
  const saved = saves.get(instruction);
  if (saved !== undefined) body.emit(`store i32 ${body.callFor('frame', [])}, ptr ${saved}`);
  const restored = restores.get(instruction);
  if (restored === undefined) return;
  const mark = body.define(`load i32, ptr ${restored}`);
  body.call('rewind', body.label({ kind: 'alloca', size: 0, order: 'plain' }), mark);
}
