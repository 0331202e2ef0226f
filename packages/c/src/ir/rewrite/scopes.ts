import type { Body, Scopes } from '../context/body.js';
import { NO_SCOPES } from '../context/body.js';
import { parseCall } from '../syntax/calls.js';
import type { Block, Instruction } from '../syntax/function.js';
import type { Graph } from '../analysis/graph.js';
import { nameOf } from '../syntax/values.js';

/** A compiler marker for the start or the end of a variable's block or full expression. */
export interface Marker {
  readonly begins: boolean;
  readonly variable: string;
  readonly block: number;
  readonly index: number;
}

const MARKER = /^@llvm\.lifetime\.(start|end)\b/;

/**
 * Returns the marks that matter. A variable whose lifetime ends just before its function returns is treated as ending
 * with the function. A variable that is not in a loop is treated as living from the start of its function: its address
 * is unknown before its block begins.
 */
export function scopesOf(body: Body, blocks: readonly Block[], successors: Graph): Scopes {
  if (body.context.options.scopes !== true) return NO_SCOPES;
  const markers = markersOf(body, blocks);
  const ends = markers.filter(({ begins, block, index }) => !begins && !isLast(body, blocks, successors, block, index));
  const ending = new Set(ends.map(({ variable }) => variable));
  const begins = markers.filter(({ begins, variable }) => begins && ending.has(variable));
  const repeated = new Set(begins.filter(({ block }) => isRepeated(successors, block)).map(({ variable }) => variable));
  const kept = [...ends, ...begins.filter(({ variable }) => repeated.has(variable))];
  return {
    marks: new Map(kept.map((marker) => [blocks[marker.block]!.instructions[marker.index]!, marker])),
    ending,
    beginning: repeated,
    literals: new Map(),
  };
}

function markersOf(body: Body, blocks: readonly Block[]): Marker[] {
  return blocks.flatMap(({ instructions }, block) =>
    instructions.flatMap((instruction, index): Marker[] => {
      const kind = markerOf(instruction);
      if (kind === undefined) return [];
      const value = parseCall(instruction).arguments.at(-1)?.value ?? [];
      const variable = nameOf(value);
      const isSeen = variable !== undefined && body.pointers.alloca(variable) !== undefined && !body.isPrivate(value);
      return isSeen ? [{ begins: kind === 'start', variable, block, index }] : [];
    }),
  );
}

function markerOf(instruction: Instruction): string | undefined {
  return MARKER.exec(calledBy(instruction))?.[1];
}

const STACK = /^@llvm\.stack(save|restore)\b/;

/** Returns whether an instruction saves or restores the stack. */
export function stackCallOf(instruction: Instruction): 'save' | 'restore' | undefined {
  return STACK.exec(calledBy(instruction))?.[1] as 'save' | 'restore' | undefined;
}

function calledBy({ opcode, tokens }: Instruction): string {
  return (opcode === 'call' ? tokens.find(({ kind }) => kind === 'global')?.text : undefined) ?? '';
}

/** Returns whether only other ends of lifetimes follow, and then the function is left. */
export function isLast(body: Body, blocks: readonly Block[], successors: Graph, block: number, index: number): boolean {
  const passed = new Set<number>();
  for (let [at, next] = [block, index + 1]; !passed.has(at); next = 0) {
    passed.add(at);
    for (const instruction of blocks[at]!.instructions.slice(next)) {
      const { opcode } = instruction;
      if (opcode === 'ret' || opcode === 'resume' || opcode === 'leave') return true;
      const ends = markerOf(instruction) === 'end' || stackCallOf(instruction) === 'restore';
      if (!TRIVIAL.has(opcode) && !ends && !readsOwn(body, instruction)) return false;
    }
    const [only, ...others] = successors[at]!;
    if (only === undefined || others.length > 0) return false;
    at = only;
  }
  return false;
}

/**
 * Instructions that may follow the end of a variable before a return, which fetches its result from a variable of the
 * compiler.
 */
const TRIVIAL = new Set(['br', 'extractvalue', 'insertvalue', 'phi']);

function readsOwn(body: Body, { opcode, tokens }: Instruction): boolean {
  return opcode === 'load' && tokens.some((token) => body.isPrivate([token]));
}

/** Returns whether the block can be reached from itself. */
export function isRepeated(successors: Graph, block: number): boolean {
  const found = new Set(successors[block]);
  for (const each of found) {
    if (each === block) return true;
    for (const target of successors[each] ?? []) found.add(target);
  }
  return false;
}

/** Emits the start or end of a lifetime, if it matters. */
export function markScope(body: Body, instruction: Instruction): void {
  const mark = body.scopes.marks.get(instruction);
  if (mark !== undefined) emitMark(body, mark);
}

/** Emits the start or end of a lifetime. */
export function emitMark(body: Body, mark: Pick<Marker, 'begins' | 'variable'>): void {
  const address = body.define(`ptrtoint ptr ${mark.variable} to i32`);
  if (mark.begins) body.call('scope_begin', address);
  else body.call('scope_end', body.label({ kind: 'alloca', size: 0, order: 'plain' }), address);
}
