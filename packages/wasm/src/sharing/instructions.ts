import type { Reader } from '../bytes.js';
import { BULK, OP, skipImmediates } from '../format.js';
import { UnsupportedWasm } from '../unsupported.js';

/** Opcodes beyond the first WebAssembly version: references, tail calls, vectors, atomics. */
export const MORE = {
  loop: 0x03,
  call: 0x10,
  returnCall: 0x12,
  returnCallIndirect: 0x13,
  localTee: 0x22,
  tableGet: 0x25,
  tableSet: 0x26,
  refNull: 0xd0,
  refIsNull: 0xd1,
  refFunc: 0xd2,
  vector: 0xfd,
  atomic: 0xfe,
} as const;

/** Opcodes after `OP.prefix`, beyond `BULK`. */
export const TABLE = { init: 12, drop: 13, copy: 14, grow: 15, size: 16, fill: 17 } as const;

/** Opcode after `MORE.atomic`. */
export const FENCE = 3;

const EXCEPTIONS = new Set([0x06, 0x07, 0x08, 0x09, 0x0a, 0x18, 0x19, 0x1f]);
const HAS_MEMORY = 0x40;

/** The memory of an access, and the offset added to its address. */
export interface MemoryArgument {
  readonly memory: number;
  readonly offset: number;
}

export function memoryArgument(body: Reader): MemoryArgument {
  const memory = body.unsigned() >= HAS_MEMORY ? body.unsigned() : 0;
  return { memory, offset: body.unsigned() };
}

/** Skips the immediates of an instruction. */
export function skipInstruction(opcode: number, body: Reader): void {
  if (opcode >= OP.firstLoad && opcode <= OP.lastStore) {
    memoryArgument(body);
    return;
  }
  switch (opcode) {
    case MORE.returnCallIndirect:
      body.skipNumber();
      body.skipNumber();
      return;
    case MORE.returnCall:
    case MORE.tableGet:
    case MORE.tableSet:
    case MORE.refNull:
    case MORE.refFunc:
    case OP.memorySize:
    case OP.memoryGrow:
      body.skipNumber();
      return;
    case MORE.refIsNull:
      return;
    case OP.prefix:
      skipBulk(body);
      return;
    case MORE.vector:
      skipVector(body);
      return;
    case MORE.atomic:
      if (body.unsigned() === FENCE) body.byte();
      else memoryArgument(body);
      return;
    default:
      if (EXCEPTIONS.has(opcode)) throw new UnsupportedWasm('exceptions');
      if (opcode > 0xc4 || (opcode > OP.callIndirect && opcode < 0x1a)) {
        throw new UnsupportedWasm(`instruction 0x${opcode.toString(16)}`);
      }
      skipImmediates(opcode, body);
  }
}

const ONE_NUMBER: ReadonlySet<number> = new Set([
  BULK.dataDrop,
  BULK.memoryFill,
  TABLE.drop,
  TABLE.grow,
  TABLE.size,
  TABLE.fill,
]);
/** Last opcode of the saturating conversions, which have no immediates. */
const LAST_CONVERSION = 7;

function skipBulk(body: Reader): void {
  const operation = body.unsigned();
  if (operation <= LAST_CONVERSION) return;
  if (operation > TABLE.fill) throw new UnsupportedWasm(`instruction 0xfc ${operation}`);
  body.skipNumber();
  if (!ONE_NUMBER.has(operation)) body.skipNumber();
}

const BYTES = [12, 13] as const;
const LANES = [21, 34] as const;
const MEMORY_LANES = [84, 91] as const;
const MEMORY = [0, 11] as const;
const ZERO_LOADS = [92, 93] as const;

const within = (value: number, [first, last]: readonly [number, number]): boolean => value >= first && value <= last;

/** Skips a vector instruction. Vector accesses to memory are not supported, because all memory is shared. */
function skipVector(body: Reader): void {
  const opcode = body.unsigned();
  if ([MEMORY, ZERO_LOADS, MEMORY_LANES].some((range) => within(opcode, range))) {
    throw new UnsupportedWasm('an access to a vector in shared memory');
  }
  if (within(opcode, BYTES)) body.skip(16);
  else if (within(opcode, LANES)) body.byte();
}
