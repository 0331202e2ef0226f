/** Position of an instruction in the original module. */
export interface Place {
  /** Number of its function. */
  readonly function: number;
  /** Offset in bytes from the start of the module. */
  readonly offset: number;
}

/** A loop of the module. */
export interface Loop {
  readonly place: Place;
  /** Whether the loop ends when the comparison of a counter changes. */
  readonly isCounted: boolean;
}

/** Kind of action of an instruction. */
export type AccessKind =
  | 'load' | 'store' | 'add' | 'sub' | 'and' | 'or' | 'xor' | 'exchange' | 'cas'
  | 'wait' | 'notify' | 'fence' | 'copy' | 'fill' | 'init' | 'place' | 'grow'; // prettier-ignore

/** An instruction that accesses shared memory. */
export interface Access {
  readonly kind: AccessKind;
  readonly place: Place;
  /** Number of the shared memory, in `VisibleCode.memories`. */
  readonly memory: number;
  /** For a copy: number of the source memory. */
  readonly from: number;
  /** Offset added to the address. */
  readonly offset: number;
  /** Size in bytes; 0: given by an operand. */
  readonly size: 0 | 1 | 2 | 4 | 8;
  readonly isAtomic: boolean;
  /** Whether small integers are sign-extended. */
  readonly isSigned: boolean;
  readonly isFloat: boolean;
  /** Whether the instruction has 64-bit operands. */
  readonly isWide: boolean;
  /** For `init` and `place`: number of the segment. */
  readonly segment: number;
}

/** The part of an access that its opcode determines. */
export type Shape = Pick<Access, 'kind' | 'size' | 'isAtomic' | 'isSigned' | 'isFloat' | 'isWide'>;

const PLAIN = { isAtomic: false, isSigned: false, isFloat: false, isWide: false } as const;

const load = (size: Shape['size'], more: Partial<Shape> = {}): Shape => ({ kind: 'load', size, ...PLAIN, ...more });
const store = (size: Shape['size'], more: Partial<Shape> = {}): Shape => ({ kind: 'store', size, ...PLAIN, ...more });
const WIDE = { isWide: true };
const FLOAT = { isFloat: true };
const SIGNED = { isSigned: true };

/** Shapes of plain loads and stores, from opcode 0x28 on. */
const PLAIN_SHAPES: readonly Shape[] = [
  load(4), load(8, WIDE), load(4, FLOAT), load(8, { ...FLOAT, ...WIDE }),
  load(1, SIGNED), load(1), load(2, SIGNED), load(2),
  load(1, { ...SIGNED, ...WIDE }), load(1, WIDE), load(2, { ...SIGNED, ...WIDE }), load(2, WIDE),
  load(4, { ...SIGNED, ...WIDE }), load(4, WIDE),
  store(4), store(8, WIDE), store(4, FLOAT), store(8, { ...FLOAT, ...WIDE }),
  store(1), store(2), store(1, WIDE), store(2, WIDE), store(4, WIDE),
]; // prettier-ignore

const ATOMIC_KINDS: readonly AccessKind[] = ['load', 'store', 'add', 'sub', 'and', 'or', 'xor', 'exchange', 'cas'];
/** The forms of each atomic kind. */
const ATOMIC_FORMS = [
  { size: 4, isWide: false },
  { size: 8, isWide: true },
  { size: 1, isWide: false },
  { size: 2, isWide: false },
  { size: 1, isWide: true },
  { size: 2, isWide: true },
  { size: 4, isWide: true },
] as const;

const FIRST_PLAIN = 0x28;
const FIRST_ATOMIC = 0x10;

const WAITING: Readonly<Record<number, Shape>> = {
  0: { kind: 'notify', size: 4, ...PLAIN, isAtomic: true },
  1: { kind: 'wait', size: 4, ...PLAIN, isAtomic: true },
  2: { kind: 'wait', size: 8, ...PLAIN, isAtomic: true, isWide: true },
};

/** Returns the shape of a load or store by its opcode. */
export function plainShape(opcode: number): Shape | undefined {
  return PLAIN_SHAPES[opcode - FIRST_PLAIN];
}

/** Returns the shape of an atomic access by the opcode after 0xfe; undefined if there is none. */
export function atomicShape(opcode: number): Shape | undefined {
  const number = opcode - FIRST_ATOMIC;
  const kind = ATOMIC_KINDS[Math.floor(number / ATOMIC_FORMS.length)];
  if (number < 0 || kind === undefined) return WAITING[opcode];
  const form = ATOMIC_FORMS[number % ATOMIC_FORMS.length]!;
  return { kind, ...PLAIN, isAtomic: true, ...form };
}

/** Returns the shape of an instruction without a size of its own. */
export function otherShape(kind: AccessKind): Shape {
  return { kind, size: 0, ...PLAIN, isAtomic: kind === 'fence' };
}
