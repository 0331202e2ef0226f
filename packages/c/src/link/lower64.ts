import { EXTERNAL, MalformedWasm, OP, Reader, SECTION, Writer, sections } from '@fencepost/wasm';
import type { AddressSizes } from './lower-function.js';
import { lowerFunction } from './lower-function.js';
import { addExport, addGlobal, findStack } from './stack.js';

/*
 * Programs are compiled for 64-bit pointers (so that `long`, `size_t` and structures are those of Linux), but Node 20
 * runs neither 64-bit memories nor 64-bit tables. Addresses are below 2^32 anyway, so each is truncated to 32 bits
 * where it is used.
 */

/** Limits of a memory or table: bit 2 of the flags means "64-bit". */
const LIMIT_64 = 4;

/**
 * Returns the module with 32-bit memories and tables, and without custom sections except names. Globals, locals,
 * parameters and results that hold pointers keep their 64 bits. A 32-bit module only loses its custom sections. The
 * stack of either is monitored (stack.ts).
 */
export function lower64(wasm: Uint8Array): Uint8Array {
  const sizes: AddressSizes = { memory64: false, table64: false };
  const parameterCounts: number[] = []; // by type
  const functionTypes: number[] = []; // by function that has a body
  const stack = findStack(wasm);
  const output = new Writer(wasm.length + wasm.length / 4);
  output.copy(wasm.subarray(0, 8));
  for (const { id, content } of sections(new Reader(wasm))) {
    const start = content.position;
    const lowered = new Writer(content.end - start);
    switch (id) {
      case SECTION.custom:
        if (content.name() !== 'name') continue;
        copyRest(new Reader(wasm, start, content.end), lowered);
        break;
      case SECTION.type:
        readTypes(content, parameterCounts);
        copyRest(new Reader(wasm, start, content.end), lowered);
        break;
      case SECTION.function:
        for (let count = content.unsigned(); count > 0; count--) functionTypes.push(content.unsigned());
        copyRest(new Reader(wasm, start, content.end), lowered);
        break;
      case SECTION.import:
        lowerImports(content, lowered, sizes);
        break;
      case SECTION.table:
        vector(content, lowered, () => {
          lowered.byte(content.byte());
          if (lowerLimits(content, lowered)) sizes.table64 = true;
        });
        break;
      case SECTION.memory:
        vector(content, lowered, () => {
          if (lowerLimits(content, lowered)) sizes.memory64 = true;
        });
        break;
      case SECTION.element:
        vector(content, lowered, () => lowerElements(content, lowered, sizes.table64));
        break;
      case SECTION.data:
        vector(content, lowered, () => lowerData(content, lowered, sizes.memory64));
        break;
      case SECTION.code:
        vector(content, lowered, (index) => {
          const body = content.part(content.unsigned());
          const parameters = parameterCounts[functionTypes[index] ?? -1];
          if (parameters === undefined) throw new MalformedWasm(`function body ${index} has no type`);
          lowered.sized(lowerFunction(body, parameters, sizes, stack));
        });
        break;
      case SECTION.global: // a pointer in one keeps its 64 bits
        if (stack === undefined) copyRest(content, lowered);
        else addGlobal(content, lowered, stack);
        break;
      case SECTION.export:
        if (stack === undefined) copyRest(content, lowered);
        else addExport(content, lowered, stack);
        break;
      default: // start, number of data segments
        copyRest(content, lowered);
    }
    output.byte(id);
    output.sized(lowered.result());
  }
  return output.result();
}

function vector(from: Reader, to: Writer, item: (index: number) => void): void {
  const count = from.unsigned();
  to.unsigned(count);
  for (let index = 0; index < count; index++) item(index);
}

function copyRest(from: Reader, to: Writer): void {
  to.copy(from.bytes.subarray(from.position, from.end));
}

function readTypes(from: Reader, parameterCounts: number[]): void {
  for (let count = from.unsigned(); count > 0; count--) {
    const form = from.byte();
    if (form !== 0x60) throw new MalformedWasm(`unknown form of type 0x${form.toString(16)}`);
    const parameters = from.unsigned();
    from.skip(parameters);
    from.skip(from.unsigned()); // results
    parameterCounts.push(parameters);
  }
}

function lowerImports(from: Reader, to: Writer, sizes: AddressSizes): void {
  vector(from, to, () => {
    const start = from.position;
    from.skip(from.unsigned());
    from.skip(from.unsigned());
    const kind = from.byte();
    to.copy(from.bytes.subarray(start, from.position));
    switch (kind) {
      case EXTERNAL.function:
        to.unsigned(from.unsigned());
        break;
      case EXTERNAL.table:
        to.byte(from.byte());
        if (lowerLimits(from, to)) sizes.table64 = true;
        break;
      case EXTERNAL.memory:
        if (lowerLimits(from, to)) sizes.memory64 = true;
        break;
      case EXTERNAL.global:
        to.byte(from.byte(), from.byte());
        break;
      default:
        throw new MalformedWasm(`unknown kind of import ${kind}`);
    }
  });
}

/** Copies limits as 32-bit ones; returns whether they were 64-bit. */
function lowerLimits(from: Reader, to: Writer): boolean {
  const flags = from.byte();
  if ((flags & ~(LIMIT_64 | 1)) !== 0) throw new MalformedWasm(`unknown flags of limits ${flags}`);
  to.byte(flags & ~LIMIT_64);
  to.unsigned(below4G(from.unsigned(), 'a minimum size'));
  if ((flags & 1) !== 0) to.unsigned(below4G(from.unsigned(), 'a maximum size'));
  return (flags & LIMIT_64) !== 0;
}

function below4G(value: number, what: string): number {
  if (value < 2 ** 32) return value;
  throw new MalformedWasm(`${what} of ${value} does not fit into 32 bits`);
}

/** Lowers the start of an active segment: a constant expression. */
function lowerOffset(from: Reader, to: Writer, is64: boolean): void {
  const opcode = from.byte();
  if (opcode !== (is64 ? OP.i64Const : OP.i32Const)) {
    throw new MalformedWasm(`a segment starts at instruction 0x${opcode.toString(16)}, not at a constant`);
  }
  const value = from.signed();
  if (is64) below4G(Number(BigInt.asUintN(64, value)), 'the start of a segment');
  if (from.byte() !== OP.end) throw new MalformedWasm('the start of a segment is more than a constant');
  to.byte(OP.i32Const);
  to.signed32(Number(BigInt.asIntN(32, value)));
  to.byte(OP.end);
}

function lowerElements(from: Reader, to: Writer, table64: boolean): void {
  const flags = from.unsigned();
  // The linker only emits this form: function indices.
  if (flags !== 0 && flags !== 2) throw new MalformedWasm(`unknown kind of element segment ${flags}`);
  to.unsigned(flags);
  if (flags === 2) to.unsigned(from.unsigned());
  lowerOffset(from, to, table64);
  if (flags === 2) to.byte(from.byte());
  vector(from, to, () => to.unsigned(from.unsigned()));
}

function lowerData(from: Reader, to: Writer, memory64: boolean): void {
  const flags = from.unsigned();
  if (flags > 2) throw new MalformedWasm(`unknown kind of data segment ${flags}`);
  to.unsigned(flags);
  if (flags === 2) to.unsigned(from.unsigned());
  if (flags !== 1) lowerOffset(from, to, memory64);
  const length = from.unsigned();
  const start = from.position;
  from.skip(length);
  to.sized(from.bytes.subarray(start, from.position));
}
