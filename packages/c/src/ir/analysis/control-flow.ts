import type { Block, FunctionDefinition, Instruction } from '../syntax/function.js';
import type { Token } from '../syntax/lexer.js';
import { Cursor, joinTokens, splitAtCommas } from '../syntax/lexer.js';
import type { Graph } from './graph.js';
import { withoutInvoke } from '../syntax/invokes.js';

const PADS = new Set(['landingpad', 'catchswitch', 'catchpad', 'cleanuppad']);
const TRAP: Instruction = {
  result: undefined,
  opcode: 'unreachable',
  tokens: [],
  location: undefined,
  loop: undefined,
};

/** The reachable blocks, and the control flow between them. */
export interface FlowGraph {
  readonly blocks: readonly Block[];
  readonly successors: Graph;
}

/**
 * Returns the control flow of a function. `unwinds`: calls may be left by unwinding (unwinding.ts); otherwise landing
 * pads are unreachable.
 */
export function controlFlow(fn: FunctionDefinition, unwinds = false): FlowGraph {
  const blocks = fn.blocks.map((block) => (unwinds ? block : neverUnwinding(block)));
  const numbers = new Map(blocks.map(({ label }, index) => [`%${label}`, index]));
  const successors = blocks.map(({ instructions }) =>
    targets(instructions.at(-1)).flatMap((label) => numbers.get(label) ?? []),
  );
  const reached = reachable(successors);
  const kept = blocks.map((_, index) => index).filter((index) => reached.has(index));
  const newNumbers = new Map(kept.map((index, at) => [index, at]));
  const comesFrom = (index: number) => (label: string) =>
    reached.has(numbers.get(label)!) && successors[numbers.get(label)!]!.includes(index);
  return {
    blocks: kept.map((index) => withIncoming(blocks[index]!, comesFrom(index))),
    successors: kept.map((index) => (successors[index] ?? []).map((target) => newNumbers.get(target)!)),
  };
}

function neverUnwinding(block: Block): Block {
  const { label, instructions } = block;
  if (instructions.some(({ opcode }) => PADS.has(opcode))) return { label, instructions: [TRAP] };
  const last = instructions.at(-1);
  if (last?.opcode !== 'invoke') return block;
  return { label, instructions: [...instructions.slice(0, -1), ...withoutInvoke(last)] };
}

/** Returns the labels, with `%`, that a terminator may branch to. */
function targets(terminator: Instruction | undefined): string[] {
  switch (terminator?.opcode) {
    case 'br':
    case 'callbr':
    case 'switch':
    case 'indirectbr':
    case 'invoke':
      return labelsIn(terminator.tokens);
    default:
      return [];
  }
}

function labelsIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token, index) => (tokens[index - 1]?.text === 'label' ? [token.text] : []));
}

function reachable(successors: Graph): Set<number> {
  const found = new Set([0]);
  for (const block of found) for (const target of successors[block] ?? []) found.add(target);
  return found;
}

/** Removes from phis the values of blocks that were deleted or no longer lead here. */
function withIncoming(block: Block, comesFrom: (label: string) => boolean): Block {
  if (block.instructions[0]?.opcode !== 'phi') return block;
  const instructions = block.instructions.map((instruction) => {
    if (instruction.opcode !== 'phi') return instruction;
    const cursor = new Cursor(instruction.tokens);
    const start = instruction.tokens.findIndex(
      ({ text }, index) => text === '[' && isIncoming(instruction.tokens, index),
    );
    cursor.position = start;
    const parts = splitAtCommas(instruction.tokens.slice(start));
    const kept = parts.filter((part) => comesFrom(part.at(-2)?.text ?? ''));
    if (kept.length === parts.length) return instruction;
    const comma: Token = { kind: 'symbol', text: ',', spaced: false };
    const tokens = kept.flatMap((part, index) => (index === 0 ? part : [comma, ...part]));
    return { ...instruction, tokens: [...instruction.tokens.slice(0, start), ...tokens] };
  });
  return { label: block.label, instructions };
}

/** Distinguishes an incoming value, `[ %value, %label ]`, from the type of a phi, which may be `[2 x i32]`. */
function isIncoming(tokens: readonly Token[], at: number): boolean {
  const group = new Cursor(tokens, at).group();
  return (
    group.at(-2)?.kind === 'local' &&
    splitAtCommas(group.slice(1, -1)).length === 2 &&
    !joinTokens(group).includes(' x ')
  );
}
