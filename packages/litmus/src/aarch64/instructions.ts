import type { AccessOrder, Instruction } from '@fencepost/axioms';
import { nearest } from '@fencepost/core';
import type { Register, Width } from '../format/registers.js';
import type { Token, Tokens } from '../format/tokens.js';
import type { Variables } from '../format/variables.js';
import type { Mnemonic } from './mnemonics.js';
import { DMB_OPTIONS, SUPPORTED, findMnemonic } from './mnemonics.js';
import { parseAddress, parseBaseAddress, parseRegister, parseSource, valueOf } from './operands.js';
import { ZERO } from './registers.js';

/**
 * A cell of the program table: labels and the instruction after them. Jumps get their distance once all labels are
 * known.
 */
export interface Cell {
  readonly labels: readonly Token[];
  readonly instruction?: Instruction;
  /** Label that the instruction jumps to. */
  readonly target?: Token;
  /** Number of bits that it accesses in memory. */
  readonly width?: Width;
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
  return { labels, offset: tokens.peek().offset };
}

type Parsed = Omit<Cell, 'labels' | 'offset'>;

function parseInstruction(tokens: Tokens, variables: Variables, name: Token): Parsed {
  const mnemonic = findMnemonic(name.text);
  if (mnemonic === undefined) throw unknown(tokens, name);
  const site = tokens.source.siteAt(name.offset);
  switch (mnemonic.kind) {
    case 'nop':
      return {};
    case 'isb':
      return { instruction: { op: 'fence', fence: 'isb', site } };
    case 'dmb':
      return { instruction: { op: 'fence', fence: parseBarrier(tokens), site } };
    case 'move': {
      const [to] = parseRegisters(tokens, 1);
      return { instruction: { op: 'assign', to: to!.name, value: parseSource(tokens), site } };
    }
    case 'arithmetic': {
      const [to, left] = parseRegisters(tokens, 2);
      const value = { op: mnemonic.operator, left: valueOf(left!), right: parseSource(tokens) };
      return { instruction: { op: 'assign', to: to!.name, value, site } };
    }
    case 'jump':
      return { instruction: { op: 'skip', condition: 1, count: 0, site }, target: tokens.expectName('a label') };
    case 'branch': {
      const [tested] = parseRegisters(tokens, 1);
      const condition = { op: mnemonic.ifZero ? '==' : '!=', left: valueOf(tested!), right: 0 } as const;
      return { instruction: { op: 'skip', condition, count: 0, site }, target: tokens.expectName('a label') };
    }
    case 'load':
    case 'store':
    case 'store-exclusive':
    case 'atomic':
    case 'compare-exchange':
      return parseAccess(tokens, variables, name, mnemonic);
  }
}

type AccessKind = 'load' | 'store' | 'store-exclusive' | 'atomic' | 'compare-exchange';

function parseAccess(
  tokens: Tokens,
  variables: Variables,
  name: Token,
  mnemonic: Extract<Mnemonic, { kind: AccessKind }>,
): Parsed {
  const site = tokens.source.siteAt(name.offset);
  const { order } = mnemonic;
  switch (mnemonic.kind) {
    case 'load': {
      const [to] = parseRegisters(tokens, 1);
      const address = (mnemonic.indexed ? parseAddress : parseBaseAddress)(tokens, variables);
      const exclusive = mnemonic.exclusive ? { exclusive: true } : {};
      return { instruction: { op: 'load', to: to!.name, address, order, ...exclusive, site }, width: to!.width };
    }
    case 'store': {
      const [from] = parseRegisters(tokens, 1);
      const address = (mnemonic.indexed ? parseAddress : parseBaseAddress)(tokens, variables);
      return { instruction: { op: 'store', address, value: valueOf(from!), order, site }, width: from!.width };
    }
    case 'store-exclusive': {
      const [status, from] = parseRegisters(tokens, 2);
      const address = parseBaseAddress(tokens, variables);
      const value = valueOf(from!);
      return {
        instruction: { op: 'store-exclusive', status: status!.name, address, value, order, site },
        width: from!.width,
      };
    }
    case 'atomic': {
      const [from, to] = parseRegisters(tokens, mnemonic.returns ? 2 : 1);
      if (to !== undefined) requireOneWidth(tokens, name, from!, to);
      const address = parseBaseAddress(tokens, variables);
      const value = valueOf(from!);
      // LDADD to the zero register is STADD, unless it acquires.
      const returns = to !== undefined && (to.name !== ZERO || acquires(order)) ? { to: to.name } : {};
      return {
        instruction: { op: 'rmw', fn: mnemonic.fn, ...returns, address, value, order, site },
        width: from!.width,
      };
    }
    case 'compare-exchange': {
      const [expected, from] = parseRegisters(tokens, 2);
      requireOneWidth(tokens, name, expected!, from!);
      const address = parseBaseAddress(tokens, variables);
      const values = { expected: valueOf(expected!), value: valueOf(from!) };
      const failureOrder = acquires(order) ? 'acquire' : 'plain';
      return {
        instruction: {
          ...{ op: 'compare-exchange', isCas: true, to: expected!.name, address },
          ...{ ...values, order, failureOrder, site },
        },
        width: from!.width,
      };
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

function parseBarrier(tokens: Tokens): Extract<Instruction, { op: 'fence' }>['fence'] {
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
  if (/^(CMP|CMN|TST|SUBS|ADDS|ANDS|CSEL|CSET|CSINC|B\.\w+)$/.test(word)) {
    return unsupported(`${text} uses the flags, which are not modelled`);
  }
  const narrow = word.replace(/[BH]$/, '');
  if (narrow !== word && findMnemonic(narrow) !== undefined) {
    return unsupported(`${text} accesses ${word.endsWith('B') ? 8 : 16} bits, which is not modelled`);
  }
  const meant = nearest(word, ['DMB', 'LDAPR', 'LDXR', 'STXR', 'STLR', 'LDAR', 'LDADD', 'STADD', 'CBNZ', 'EOR']);
  return unsupported(
    `the instruction ${text} is not supported${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  );
}
