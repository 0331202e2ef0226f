import { MalformedWasm, OP, TYPE } from '@fencepost/wasm';

const { i32, i64, f32, f64 } = TYPE;

/** For instructions without immediates, from `i32.eqz` on: number of instructions, of operands, and the result. */
const NUMERIC: readonly (readonly [count: number, operands: number, result: number])[] = [
  ...([
    [1, 1, i32],
    [10, 2, i32],
    [1, 1, i32],
    [10, 2, i32],
    [12, 2, i32],
  ] as const), // comparisons
  ...([
    [3, 1, i32],
    [15, 2, i32],
    [3, 1, i64],
    [15, 2, i64],
  ] as const),
  ...([
    [7, 1, f32],
    [7, 2, f32],
    [7, 1, f64],
    [7, 2, f64],
  ] as const),
  ...([
    [5, 1, i32],
    [6, 1, i64],
    [5, 1, f32],
    [5, 1, f64],
  ] as const), // conversions
  ...([
    [1, 1, i32],
    [1, 1, i64],
    [1, 1, f32],
    [1, 1, f64],
  ] as const), // reinterpretations
  ...([
    [2, 1, i32],
    [3, 1, i64],
  ] as const), // sign extensions
];
const FIRST = 0x45;
const SELECT_WITH_TYPE = 0x1c;
const OPERANDS = new Uint8Array(256);
const RESULT = new Uint8Array(256);
let op = FIRST;
for (const [count, operands, result] of NUMERIC) {
  OPERANDS.fill(operands, op, op + count);
  RESULT.fill(result, op, op + count);
  op += count;
}
// The loads: of each type, then narrow ones of i32 and of i64.
[i32, i64, f32, f64, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64].forEach((type, index) => {
  OPERANDS[OP.firstLoad + index] = 1;
  RESULT[OP.firstLoad + index] = type;
});
OPERANDS.fill(2, OP.firstStore, OP.lastStore + 1);
[OP.i32Const, OP.i64Const, OP.f32Const, OP.f64Const].forEach((constant, index) => {
  RESULT[constant] = [i32, i64, f32, f64][index]!;
});
RESULT[OP.memorySize] = RESULT[OP.memoryGrow] = i32;
OPERANDS[OP.memoryGrow] = 1;
OPERANDS[OP.drop] = OPERANDS[OP.brIf] = OPERANDS[OP.localSet] = OPERANDS[OP.globalSet] = 1;

/** Number of values that an instruction takes; not of calls, and of `select` and `local.tee`, whose types vary. */
export function operandsOf(opcode: number, operation: number): number {
  if (opcode === OP.prefix) return operation < 8 ? 1 : operation === 9 ? 0 : 3;
  return OPERANDS[opcode]!;
}

/** The type of the value that an instruction leaves; 0: none. */
export function resultOf(opcode: number, operation: number): number {
  if (opcode === OP.prefix) return operation < 4 ? i32 : operation < 8 ? i64 : 0;
  const result = RESULT[opcode]!;
  if (opcode === SELECT_WITH_TYPE || (opcode >= FIRST && result === 0))
    throw new MalformedWasm(`unknown instruction 0x${opcode.toString(16)}`);
  return result;
}
