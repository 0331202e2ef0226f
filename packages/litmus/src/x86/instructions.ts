import type { Site } from '@fencepost/core';
import type { Width } from '../format/registers.js';
import type { Token, Tokens } from '../format/tokens.js';
import type { Variables } from '../format/variables.js';
import type { AssemblyOperand } from './operands.js';
import { parseOperand } from './operands.js';
import type { Architecture } from './registers.js';

/** An instruction by its name, without suffixes. */
export type Opcode =
  | 'mov'
  | 'xchg'
  | 'xadd'
  | 'cmpxchg'
  | 'inc'
  | 'dec'
  | 'add'
  | 'sub'
  | 'and'
  | 'or'
  | 'xor'
  | 'mfence'
  | 'sfence'
  | 'lfence'
  | 'nop';

/** An instruction as written, in one form for both assembler syntaxes. */
export interface AssemblyInstruction {
  readonly opcode: Opcode;
  readonly locked: boolean;
  /** Number of bits accessed; undefined if the architecture, suffix and registers do not determine it. */
  readonly width: Width | undefined;
  /** Destination first, as Intel writes them. */
  readonly operands: readonly AssemblyOperand[];
  readonly site: Site;
}

const OPERAND_COUNTS: Record<Opcode, number> = {
  mov: 2,
  xchg: 2,
  xadd: 2,
  cmpxchg: 2,
  inc: 1,
  dec: 1,
  add: 2,
  sub: 2,
  and: 2,
  or: 2,
  xor: 2,
  mfence: 0,
  sfence: 0,
  lfence: 0,
  nop: 0,
};

const LOCKABLE: ReadonlySet<Opcode> = new Set<Opcode>([
  'xchg',
  'xadd',
  'cmpxchg',
  'inc',
  'dec',
  'add',
  'sub',
  'and',
  'or',
  'xor',
]);

const SUPPORTED = `supported are ${Object.keys(OPERAND_COUNTS).join(', ')}, with the suffixes l and q, and lock`;

/** Parses a cell of the program table that is not empty. */
export function parseInstruction(
  tokens: Tokens,
  architecture: Architecture,
  variables: Variables,
): AssemblyInstruction {
  const start = tokens.peek();
  let mnemonic = tokens.expectName('an instruction');
  if (tokens.at(':')) {
    throw tokens.source.unsupported(start.offset, `the label '${mnemonic.text}' is not supported`, STRAIGHT_LINE);
  }
  const locked = mnemonic.text.toLowerCase() === 'lock';
  if (locked) {
    // herd7 also reads `lock; incl (x)`.
    tokens.accept(';');
    mnemonic = tokens.expectName('the instruction after lock');
  }
  const { opcode, suffix } = parseMnemonic(tokens, mnemonic);
  if (locked && !LOCKABLE.has(opcode)) {
    throw tokens.source.syntaxError(mnemonic.offset, `lock cannot precede ${mnemonic.text}`);
  }
  const written = parseOperands(tokens, architecture, variables, OPERAND_COUNTS[opcode]);
  const operands = destinationFirst(written, architecture, opcode);
  const width = commonWidth(tokens, mnemonic, operands, suffix ?? (architecture === 'X86' ? 32 : undefined));
  const instruction = { opcode, locked, width, operands, site: tokens.source.siteAt(start.offset) };
  checkOperands(tokens, mnemonic, instruction);
  return instruction;
}

const STRAIGHT_LINE = 'threads must be straight-line code: unroll loops, and write a test for each branch';

function parseMnemonic(tokens: Tokens, { text, offset }: Token): { opcode: Opcode; suffix: Width | undefined } {
  const word = text.toLowerCase();
  if (isOpcode(word)) return { opcode: word, suffix: undefined };
  const base = word.slice(0, -1);
  const suffix = word.slice(-1);
  if (isOpcode(base) && OPERAND_COUNTS[base] > 0 && /[bwlq]/.test(suffix)) {
    if (suffix === 'l' || suffix === 'q') return { opcode: base, suffix: suffix === 'l' ? 32 : 64 };
    throw tokens.source.unsupported(
      offset,
      `${text} accesses ${suffix === 'b' ? 8 : 16} bits, which is not modelled`,
      'use 32 or 64 bits',
    );
  }
  if (/^(j[a-z]+|call|ret|loop)$/.test(word)) {
    throw tokens.source.unsupported(offset, `the jump ${text} is not supported`, STRAIGHT_LINE);
  }
  if (/^(cmp|test|set|cmov)/.test(word)) {
    throw tokens.source.unsupported(offset, `${text} uses the flags, which are not modelled`, SUPPORTED);
  }
  throw tokens.source.unsupported(offset, `the instruction ${text} is not supported`, SUPPORTED);
}

function isOpcode(word: string): word is Opcode {
  return Object.hasOwn(OPERAND_COUNTS, word);
}

function parseOperands(
  tokens: Tokens,
  architecture: Architecture,
  variables: Variables,
  count: number,
): AssemblyOperand[] {
  const operands: AssemblyOperand[] = [];
  for (let i = 0; i < count; i++) {
    if (i > 0) tokens.expect(',');
    operands.push(parseOperand(tokens, architecture, variables));
  }
  return operands;
}

/**
 * Puts the destination first. AT&T writes it last, Intel first. If one of two operands must be memory, herd7 accepts it
 * in either place.
 */
function destinationFirst(
  written: readonly AssemblyOperand[],
  architecture: Architecture,
  opcode: Opcode,
): readonly AssemblyOperand[] {
  const [first, second] = written;
  if (first === undefined || second === undefined) return written;
  const memoryFirst = isExchange(opcode) && isMemory(first);
  const memoryLast = isExchange(opcode) && isMemory(second);
  const destinationLast = memoryLast || (architecture === 'X86_64' && !memoryFirst);
  return destinationLast ? [second, first] : written;
}

/** Whether the operands are memory and a register, or two registers. */
function isExchange(opcode: Opcode): boolean {
  return opcode === 'xchg' || opcode === 'xadd' || opcode === 'cmpxchg';
}

function isMemory(operand: AssemblyOperand): boolean {
  return operand.kind === 'variable' || operand.kind === 'indirect';
}

function commonWidth(
  tokens: Tokens,
  mnemonic: Token,
  operands: readonly AssemblyOperand[],
  suffix: Width | undefined,
): Width | undefined {
  let width = operands.length === 0 ? undefined : suffix;
  for (const operand of operands) {
    if (operand.kind !== 'register') continue;
    width ??= operand.register.width;
    if (operand.register.width === width) continue;
    throw tokens.source.syntaxError(
      mnemonic.offset,
      `${mnemonic.text} works on ${width} bits, but ${operand.register.name} has ${operand.register.width}`,
    );
  }
  return width;
}

function checkOperands(tokens: Tokens, mnemonic: Token, { opcode, locked, operands }: AssemblyInstruction): void {
  const fail = (message: string): never => {
    throw tokens.source.syntaxError(mnemonic.offset, message);
  };
  const [to, from] = operands;
  if (to === undefined) return;
  if (to.kind === 'immediate') fail(`${mnemonic.text} cannot write to a number`);
  if (locked && !isMemory(to)) fail('lock needs an instruction that writes to memory');
  if (from === undefined) return;
  if (isMemory(to) && isMemory(from)) fail(`${mnemonic.text} cannot access memory twice`);
  if (isExchange(opcode) && from.kind !== 'register') fail(`${mnemonic.text} needs a register`);
}
