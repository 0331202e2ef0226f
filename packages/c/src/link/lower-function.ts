import type { Reader } from '@fencepost/wasm';
import { BULK, MalformedWasm, OP, STORED_TYPE, TYPE, Writer, skipImmediates } from '@fencepost/wasm';
import type { Stack } from './stack.js';
import { noteStack } from './stack.js';

/** Which parts of the module have 64-bit addresses. */
export interface AddressSizes {
  memory64: boolean;
  table64: boolean;
}

/** Locals that hold the values above an address on the stack while the address is truncated. */
class Scratch {
  private readonly indices = new Map<string, number>();
  readonly types: number[] = [];

  constructor(private readonly first: number) {}

  /** Returns the local for the value at this position above the address. */
  local(type: number, place: number): number {
    const key = `${type} ${place}`;
    const known = this.indices.get(key);
    if (known !== undefined) return known;
    const index = this.first + this.types.length;
    this.types.push(type);
    this.indices.set(key, index);
    return index;
  }
}

/** Returns the function's body (locals and code) with every address truncated to 32 bits where it is used. */
export function lowerFunction(
  body: Reader,
  parameters: number,
  sizes: AddressSizes,
  stack: Stack | undefined,
): Uint8Array {
  const { bytes } = body;
  const runs: { readonly count: number; readonly type: number }[] = [];
  let locals = parameters;
  for (let count = body.unsigned(); count > 0; count--) {
    const run = { count: body.unsigned(), type: body.byte() };
    runs.push(run);
    locals += run.count;
  }
  const scratch = new Scratch(locals);
  const code = new Writer(body.end - body.position);

  /** Position up to which the body is in `code`, copied or replaced. */
  let copied = body.position;
  const copyUpTo = (position: number): void => {
    if (position > copied) code.copy(bytes.subarray(copied, position));
    copied = position;
  };
  /** Truncates the address below values of these types. */
  const cutBelow = (...above: readonly number[]): void => {
    const saved = above.map((type, place) => scratch.local(type, place));
    for (const local of saved.toReversed()) setLocal(local);
    code.byte(OP.i32WrapI64);
    for (const local of saved) getLocal(local);
  };
  const setLocal = (local: number): void => {
    code.byte(OP.localSet);
    code.unsigned(local);
  };
  const getLocal = (local: number): void => {
    code.byte(OP.localGet);
    code.unsigned(local);
  };
  /** Truncates a table index. An index of more than 32 bits becomes one without a function. */
  const cutIndex = (): void => {
    const index = scratch.local(TYPE.i64, 0);
    setLocal(index);
    getLocal(index);
    code.byte(OP.i32WrapI64, OP.i32Const);
    code.signed32(-1);
    getLocal(index);
    code.byte(OP.i64Const);
    code.signed32(32);
    code.byte(OP.i64ShrU, OP.i64Eqz, OP.select);
  };
  /** Copies alignment and offset. 64-bit offsets are padded to more bytes than a 32-bit one may have. */
  const memoryArgument = (): void => {
    const alignment = body.unsigned();
    if (alignment >= 64) throw new MalformedWasm(`a memory access with flags ${alignment} at byte ${body.position}`);
    const offset = body.unsigned();
    if (offset >= 2 ** 32) throw new MalformedWasm(`an offset of ${offset} does not fit into 32 bits`);
    code.unsigned(alignment);
    code.unsigned(offset);
    copied = body.position;
  };

  while (!body.done) {
    const start = body.position;
    const opcode = body.byte();
    if (opcode >= OP.firstLoad && opcode <= OP.lastStore) {
      if (!sizes.memory64) {
        body.skipNumber();
        body.skipNumber();
        continue;
      }
      copyUpTo(start);
      if (opcode <= OP.lastLoad) cutBelow();
      else cutBelow(STORED_TYPE[opcode - OP.firstStore]!);
      code.byte(opcode);
      memoryArgument();
    } else if (opcode === OP.memorySize || opcode === OP.memoryGrow) {
      copyUpTo(start);
      body.skipNumber();
      if (opcode === OP.memoryGrow && sizes.memory64) cutBelow();
      copyUpTo(body.position);
      // The result of a failed grow is -1.
      if (sizes.memory64) code.byte(opcode === OP.memoryGrow ? OP.i64ExtendI32S : OP.i64ExtendI32U);
    } else if (opcode === OP.callIndirect) {
      copyUpTo(start);
      skipImmediates(opcode, body);
      if (sizes.table64) cutIndex();
    } else if (opcode === OP.globalSet) {
      if (body.unsigned() !== stack?.pointer) continue;
      copyUpTo(start);
      const value = scratch.local(stack.type, 0);
      setLocal(value);
      noteStack(code, value, stack);
      getLocal(value);
    } else if (opcode === OP.prefix) {
      bulkInstruction(start);
    } else {
      skipImmediates(opcode, body);
    }
  }
  copyUpTo(body.end);

  const result = new Writer(body.end);
  result.unsigned(runs.length + scratch.types.length);
  for (const { count, type } of [...runs, ...scratch.types.map((type) => ({ count: 1, type }))]) {
    result.unsigned(count);
    result.byte(type);
  }
  result.copy(code.result());
  return result.result();

  function bulkInstruction(start: number): void {
    const operation = body.unsigned();
    copyUpTo(start);
    switch (operation) {
      case BULK.memoryInit: // address; start and length in the segment, of 32 bits
        body.skipNumber();
        body.skipNumber();
        if (sizes.memory64) cutBelow(TYPE.i32, TYPE.i32);
        return;
      case BULK.dataDrop:
        body.skipNumber();
        return;
      case BULK.memoryCopy: // address, address, length
        body.skipNumber();
        body.skipNumber();
        if (sizes.memory64) cutThree(TYPE.i64);
        return;
      case BULK.memoryFill: // address, byte, length
        body.skipNumber();
        if (sizes.memory64) cutThree(TYPE.i32);
        return;
      default: // saturating conversions have no immediates
        if (operation < 8) return;
        throw new MalformedWasm(`unknown instruction 0xfc ${operation} at byte ${start}`);
    }
  }

  /** Truncates an address, a value of this type, and a length. */
  function cutThree(middle: number): void {
    const length = scratch.local(TYPE.i32, 1);
    code.byte(OP.i32WrapI64);
    setLocal(length);
    if (middle === TYPE.i64) code.byte(OP.i32WrapI64);
    cutBelow(TYPE.i32);
    getLocal(length);
  }
}
