import type { AccessOrder, AtomicFunction, FenceKind, Operator } from '@fencepost/axioms';

/** The shape of an instruction: its effect and its ordering. */
export type Mnemonic =
  | { readonly kind: 'nop' | 'move' | 'dmb' | 'isb' | 'jump' | 'compare' | 'load-pair' | 'store-pair' }
  /** Jumps if the operands of the last comparison are so. */
  | { readonly kind: 'jump-if'; readonly operator: Operator }
  | { readonly kind: 'arithmetic'; readonly operator: Operator }
  | { readonly kind: 'branch'; readonly ifZero: boolean }
  | { readonly kind: 'load'; readonly order: AccessOrder; readonly exclusive: boolean; readonly indexed: boolean }
  | { readonly kind: 'store'; readonly order: AccessOrder; readonly indexed: boolean }
  | { readonly kind: 'store-exclusive'; readonly order: AccessOrder }
  | { readonly kind: 'atomic'; readonly fn: AtomicFunction; readonly order: AccessOrder; readonly returns: boolean }
  | { readonly kind: 'compare-exchange'; readonly order: AccessOrder };

const SUFFIXES: Readonly<Record<string, AccessOrder>> = { '': 'plain', A: 'acquire', L: 'release', AL: 'acq_rel' };
const FUNCTIONS = { ADD: '+', EOR: '^', SET: '|' } as const;

const TABLE: ReadonlyMap<string, Mnemonic> = new Map<string, Mnemonic>([
  ['NOP', { kind: 'nop' }],
  ['MOV', { kind: 'move' }],
  ['DMB', { kind: 'dmb' }],
  ['ISB', { kind: 'isb' }],
  ['B', { kind: 'jump' }],
  ['CMP', { kind: 'compare' }],
  ['B.EQ', { kind: 'jump-if', operator: '==' }],
  ['B.NE', { kind: 'jump-if', operator: '!=' }],
  ['B.LT', { kind: 'jump-if', operator: '<' }],
  ['B.LE', { kind: 'jump-if', operator: '<=' }],
  ['B.GT', { kind: 'jump-if', operator: '>' }],
  ['B.GE', { kind: 'jump-if', operator: '>=' }],
  ['LDP', { kind: 'load-pair' }],
  ['STP', { kind: 'store-pair' }],
  ['ADD', { kind: 'arithmetic', operator: '+' }],
  ['SUB', { kind: 'arithmetic', operator: '-' }],
  ['AND', { kind: 'arithmetic', operator: '&' }],
  ['ORR', { kind: 'arithmetic', operator: '|' }],
  ['EOR', { kind: 'arithmetic', operator: '^' }],
  ['CBZ', { kind: 'branch', ifZero: true }],
  ['CBNZ', { kind: 'branch', ifZero: false }],
  ['LDR', { kind: 'load', order: 'plain', exclusive: false, indexed: true }],
  ['LDAR', { kind: 'load', order: 'acquire', exclusive: false, indexed: false }],
  ['LDAPR', { kind: 'load', order: 'acquire_pc', exclusive: false, indexed: false }],
  ['LDXR', { kind: 'load', order: 'plain', exclusive: true, indexed: false }],
  ['LDAXR', { kind: 'load', order: 'acquire', exclusive: true, indexed: false }],
  ['STR', { kind: 'store', order: 'plain', indexed: true }],
  ['STLR', { kind: 'store', order: 'release', indexed: false }],
  ['STXR', { kind: 'store-exclusive', order: 'plain' }],
  ['STLXR', { kind: 'store-exclusive', order: 'release' }],
  ...Object.entries(SUFFIXES).flatMap(([suffix, order]): [string, Mnemonic][] => [
    [`SWP${suffix}`, { kind: 'atomic', fn: 'exchange', order, returns: true }],
    [`CAS${suffix}`, { kind: 'compare-exchange', order }],
    ...Object.entries(FUNCTIONS).flatMap(([name, fn]): [string, Mnemonic][] => [
      [`LD${name}${suffix}`, { kind: 'atomic', fn, order, returns: true }],
      // There is no STADDA: it returns no value that could acquire.
      ...(suffix.startsWith('A') ? [] : [stored(`ST${name}${suffix}`, fn, order)]),
    ]),
  ]),
]);

function stored(name: string, fn: AtomicFunction, order: AccessOrder): [string, Mnemonic] {
  return [name, { kind: 'atomic', fn, order, returns: false }];
}

export const SUPPORTED =
  'supported are MOV, ADD, SUB, AND, ORR, EOR, CMP, B.EQ, B.NE, B.LT, B.LE, B.GT, B.GE, CBZ, CBNZ, B, LDR, LDAR, ' +
  'LDAPR, STR, STLR, LDXR, LDAXR, STXR, STLXR, SWP, CAS, LDADD, LDEOR, LDSET with A, L and AL, STADD, STEOR, STSET ' +
  'with L, these with B and H, LDP, STP, DMB, ISB and NOP';

export function findMnemonic(word: string): Mnemonic | undefined {
  return TABLE.get(word.toUpperCase());
}

const NARROW: Readonly<Record<string, number>> = { B: 1, H: 2 };

/** Returns the access that ends in B or H, and the number of bytes that it then has. */
export function findNarrow(word: string): { readonly mnemonic: AccessMnemonic; readonly bytes: number } | undefined {
  const bytes = NARROW[word.slice(-1).toUpperCase()];
  const mnemonic = findMnemonic(word.slice(0, -1));
  return bytes === undefined || mnemonic === undefined || !isAccess(mnemonic) ? undefined : { mnemonic, bytes };
}

/** An access to memory by one register. */
export type AccessMnemonic = Extract<Mnemonic, { order: AccessOrder }>;

export function isAccess(mnemonic: Mnemonic): mnemonic is AccessMnemonic {
  return 'order' in mnemonic;
}

/** Barriers by their option. The inner and outer shareable domains are equivalent for a single program. */
export const DMB_OPTIONS: ReadonlyMap<string, FenceKind> = new Map(
  ['', 'ISH', 'OSH', 'NSH'].flatMap((domain): [string, FenceKind][] => [
    [domain === '' ? 'SY' : domain, 'dmb.sy'],
    [domain === '' ? 'LD' : `${domain}LD`, 'dmb.ld'],
    [domain === '' ? 'ST' : `${domain}ST`, 'dmb.st'],
  ]),
);
