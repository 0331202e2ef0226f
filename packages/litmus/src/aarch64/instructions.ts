import type { AccessOrder, FenceKind, Instruction, Word } from '@fencepost/axioms';
import { nearest } from '@fencepost/core';
import type { Register } from '../format/registers.js';
import type { Token, Tokens } from '../format/tokens.js';
import type { Variables } from '../format/variables.js';
import type { AccessMnemonic } from './mnemonics.js';
import { DMB_OPTIONS, SUPPORTED, findMnemonic, findNarrow, isAccess } from './mnemonics.js';
import { parseAddress, parseBaseAddress, parseRegister, parseSource, valueOf } from './operands.js';
import { ZERO } from './registers.js';
import { lowBits, ordered } from './words.js';

/** An instruction of a test whose words may be wide. */
export type AnyInstruction = Instruction<Word>;

/**
 * A cell of the program table: labels and the instruction after them, which is several if it does several things. Jumps
 * get their distance once all labels are known.
 */
export interface Cell {
  readonly labels: readonly Token[];
  readonly instructions: readonly AnyInstruction[];
  /** Label that the instruction jumps to. */
  readonly target?: Token;
  /** Number of bytes that it accesses in memory. */
  readonly bytes?: number;
  /** Offset of the instruction. */
  readonly offset: number;
}

export function parseCell(tokens: Tokens, variables: Variables): Cell {
  const labels: Token[] = [];
  while (!tokens.at('|') && !tokens.at(';')) {
    const name = tokens.expectName('an instruction');
    if (!tokens.accept(':')) return { labels, offset: name.offset, ...parseInstruction(tokens, variables, name) };
    labels.push(name);
  }
  return { labels, instructions: [], offset: tokens.peek().offset };
}

type Parsed = Omit<Cell, 'labels' | 'offset'>;

/** Registers that hold the operands of the last comparison. */
const [COMPARED, COMPARED_WITH] = ['$compared', '$with'];

function parseInstruction(tokens: Tokens, variables: Variables, name: Token): Parsed {
  const mnemonic = findMnemonic(name.text);
  if (mnemonic === undefined) return parseNarrow(tokens, variables, name);
  if (isAccess(mnemonic)) return parseAccess(tokens, variables, name, mnemonic);
  const site = tokens.source.siteAt(name.offset);
  const jump = (condition: Extract<AnyInstruction, { op: 'skip' }>['condition']): Parsed => ({
    instructions: [{ op: 'skip', condition, count: 0, site }],
    target: tokens.expectName('a label'),
  });
  switch (mnemonic.kind) {
    case 'nop':
      return { instructions: [] };
    case 'isb':
      return { instructions: [{ op: 'fence', fence: 'isb', site }] };
    case 'dmb':
      return { instructions: [{ op: 'fence', fence: parseBarrier(tokens), site }] };
    case 'move': {
      const [to] = parseRegisters(tokens, 1);
      const value = lowBits(tokens, to!.width, parseSource(tokens));
      return { instructions: [{ op: 'assign', to: to!.name, value, site }] };
    }
    case 'arithmetic': {
      const [to, left] = parseRegisters(tokens, 2);
      const value = { op: mnemonic.operator, left: valueOf(tokens, left!), right: parseSource(tokens) };
      return { instructions: [{ op: 'assign', to: to!.name, value: lowBits(tokens, to!.width, value), site }] };
    }
    case 'compare': {
      const [left] = parseRegisters(tokens, 1);
      const { width } = left!;
      const value = ordered(tokens, width, valueOf(tokens, left!));
      const other = ordered(tokens, width, lowBits(tokens, width, parseSource(tokens)));
      return {
        instructions: [
          { op: 'assign', to: COMPARED, value, site },
          { op: 'assign', to: COMPARED_WITH, value: other, site },
        ],
      };
    }
    case 'jump':
      return jump(tokens.word(1));
    case 'jump-if':
      return jump({ op: mnemonic.operator, left: { register: COMPARED }, right: { register: COMPARED_WITH } });
    case 'branch': {
      const [tested] = parseRegisters(tokens, 1);
      return jump({ op: mnemonic.ifZero ? '==' : '!=', left: valueOf(tokens, tested!), right: tokens.word(0) });
    }
    case 'load-pair':
    case 'store-pair':
      return parsePair(tokens, variables, name, mnemonic.kind);
  }
}

/** Parses an access of 8 or 16 bits. */
function parseNarrow(tokens: Tokens, variables: Variables, name: Token): Parsed {
  const narrow = findNarrow(name.text);
  if (narrow === undefined) throw unknown(tokens, name);
  const { mnemonic, bytes } = narrow;
  if (!tokens.isWide) throw tokens.source.unsupported(name.offset, `${name.text} accesses ${8 * bytes} bits`);
  return parseAccess(tokens, variables, name, mnemonic, bytes);
}

/** Parses LDP and STP, which are two accesses. */
function parsePair(tokens: Tokens, variables: Variables, name: Token, kind: 'load-pair' | 'store-pair'): Parsed {
  if (!tokens.isWide) throw tokens.source.unsupported(name.offset, `${name.text} accesses two words`);
  const site = tokens.source.siteAt(name.offset);
  const registers = parseRegisters(tokens, 2);
  requireOneWidth(tokens, name, registers[0]!, registers[1]!);
  const first = parseAddress(tokens, variables);
  const bytes = registers[0]!.width / 8;
  const base = { op: 'assign', to: '$pair', value: first, site } as const;
  const accesses = registers.map((register, i): AnyInstruction => {
    const address = { op: '+', left: { register: '$pair' }, right: BigInt(bytes * i) } as const;
    const access = { address, order: 'plain', size: bytes, site } as const;
    return kind === 'load-pair'
      ? { op: 'load', to: register.name, ...access }
      : { op: 'store', value: valueOf(tokens, register), ...access };
  });
  return { instructions: [base, ...accesses], bytes };
}

function parseAccess(
  tokens: Tokens,
  variables: Variables,
  name: Token,
  mnemonic: AccessMnemonic,
  narrow?: number,
): Parsed {
  const site = tokens.source.siteAt(name.offset);
  const { order } = mnemonic;
  const accessed = (register: Register, instruction: AnyInstruction): Parsed => {
    const bytes = narrow ?? register.width / 8;
    const size = tokens.isWide ? { size: bytes } : {};
    return { instructions: [{ ...instruction, ...size, site }], bytes };
  };
  switch (mnemonic.kind) {
    case 'load': {
      const [to] = parseRegisters(tokens, 1);
      const address = (mnemonic.indexed ? parseAddress : parseBaseAddress)(tokens, variables);
      const exclusive = mnemonic.exclusive ? { exclusive: true } : {};
      return accessed(to!, { op: 'load', to: to!.name, address, order, ...exclusive });
    }
    case 'store': {
      const [from] = parseRegisters(tokens, 1);
      const address = (mnemonic.indexed ? parseAddress : parseBaseAddress)(tokens, variables);
      return accessed(from!, { op: 'store', address, value: valueOf(tokens, from!), order });
    }
    case 'store-exclusive': {
      const [status, from] = parseRegisters(tokens, 2);
      const address = parseBaseAddress(tokens, variables);
      const value = valueOf(tokens, from!);
      return accessed(from!, { op: 'store-exclusive', status: status!.name, address, value, order });
    }
    case 'atomic': {
      const [from, to] = parseRegisters(tokens, mnemonic.returns ? 2 : 1);
      if (to !== undefined) requireOneWidth(tokens, name, from!, to);
      const address = parseBaseAddress(tokens, variables);
      const value = valueOf(tokens, from!);
      // LDADD to the zero register is STADD, unless it acquires.
      const returns = to !== undefined && (to.name !== ZERO || acquires(order)) ? { to: to.name } : {};
      return accessed(from!, { op: 'rmw', fn: mnemonic.fn, ...returns, address, value, order });
    }
    case 'compare-exchange': {
      const [expected, from] = parseRegisters(tokens, 2);
      requireOneWidth(tokens, name, expected!, from!);
      const address = parseBaseAddress(tokens, variables);
      const bits = narrow === undefined ? from!.width : 8 * narrow;
      const values = { expected: lowBits(tokens, bits, valueOf(tokens, expected!)), value: valueOf(tokens, from!) };
      const failureOrder = acquires(order) ? 'acquire' : 'plain';
      return accessed(from!, {
        ...{ op: 'compare-exchange', isCas: true, to: expected!.name, address },
        ...{ ...values, order, failureOrder },
      });
    }
  }
}

/** Registers, each followed by a comma. */
function parseRegisters(tokens: Tokens, count: number): Register[] {
  return Array.from({ length: count }, () => {
    const register = parseRegister(tokens);
    tokens.expect(',');
    return register;
  });
}

function parseBarrier(tokens: Tokens): FenceKind {
  const { text, offset } = tokens.expectName("'SY', 'LD' or 'ST'");
  const fence = DMB_OPTIONS.get(text.toUpperCase());
  if (fence !== undefined) return fence;
  throw tokens.source.syntaxError(offset, `there is no barrier DMB ${text}`, `write DMB SY, DMB LD or DMB ST`);
}

function requireOneWidth(tokens: Tokens, name: Token, a: Register, b: Register): void {
  if (a.width === b.width) return;
  throw tokens.source.syntaxError(name.offset, `${name.text} has registers of ${a.width} and of ${b.width} bits`);
}

function acquires(order: AccessOrder): boolean {
  return order === 'acquire' || order === 'acq_rel';
}

function unknown(tokens: Tokens, { text, offset }: Token): Error {
  const unsupported = (message: string): Error => tokens.source.unsupported(offset, message, SUPPORTED);
  const word = text.toUpperCase();
  if (/^(CMN|TST|SUBS|ADDS|ANDS|CSEL|CSET|CSINC|B\.\w+)$/.test(word)) {
    return unsupported(`${text} uses flags that are not modelled`);
  }
  const meant = nearest(word, ['DMB', 'LDAPR', 'LDXR', 'STXR', 'STLR', 'LDAR', 'LDADD', 'STADD', 'CBNZ', 'EOR']);
  return unsupported(
    `the instruction ${text} is not supported${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  );
}
