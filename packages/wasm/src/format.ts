import { MalformedWasm } from './bytes.js';
import type { Reader } from './bytes.js';

/** Numbers of sections (WebAssembly core specification, 5.5.2). */
export const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
  tag: 13,
} as const;

/** Kinds of imports and exports. */
export const EXTERNAL = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;

/** Value types. */
export const TYPE = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c } as const;

/** The opcodes of the instructions used here. */
export const OP = {
  block: 0x02,
  loop: 0x03,
  else: 0x05,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  drop: 0x1a,
  select: 0x1b,
  unreachable: 0x00,
  if: 0x04,
  globalGet: 0x23,
  globalSet: 0x24,
  end: 0x0b,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  firstLoad: 0x28,
  lastLoad: 0x35,
  firstStore: 0x36,
  lastStore: 0x3e,
  i32Load: 0x28,
  i32Store: 0x36,
  memorySize: 0x3f,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  i32Eqz: 0x45,
  i32Eq: 0x46,
  i32LtS: 0x48,
  i32GtU: 0x4b,
  i32LeU: 0x4d,
  i32GeU: 0x4f,
  i64Eqz: 0x50,
  i64LtS: 0x53,
  i64ShrU: 0x88,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i32And: 0x71,
  i32Or: 0x72,
  i32WrapI64: 0xa7,
  i64ExtendI32S: 0xac,
  i64ExtendI32U: 0xad,
  i32ReinterpretF32: 0xbc,
  i64ReinterpretF64: 0xbd,
  f32ReinterpretI32: 0xbe,
  f64ReinterpretI64: 0xbf,
  prefix: 0xfc,
} as const;

/** Opcodes after `OP.prefix`. */
export const BULK = { memoryInit: 8, dataDrop: 9, memoryCopy: 10, memoryFill: 11 } as const;

/** The type of the value that each store takes, from `OP.firstStore` on. */
export const STORED_TYPE: readonly number[] = [
  TYPE.i32, // i32.store
  TYPE.i64, // i64.store
  TYPE.f32, // f32.store
  TYPE.f64, // f64.store
  TYPE.i32, // i32.store8
  TYPE.i32, // i32.store16
  TYPE.i64, // i64.store8
  TYPE.i64, // i64.store16
  TYPE.i64, // i64.store32
];

/** A section, and a reader positioned at its content. */
export interface Section {
  readonly id: number;
  readonly content: Reader;
}

/** Returns the sections of a module, in order. `last`: the greatest section number that is known. */
export function* sections(reader: Reader, last: number = SECTION.dataCount): Generator<Section> {
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  if (header.some((byte) => reader.byte() !== byte)) throw new MalformedWasm('not a WebAssembly module of version 1');
  while (!reader.done) {
    const id = reader.byte();
    if (id > last) throw new MalformedWasm(`unknown section ${id} at byte ${reader.position - 1}`);
    yield { id, content: reader.part(reader.unsigned()) };
  }
}

/** Reads a vector. `item` reads one element. */
export function each(reader: Reader, item: (index: number) => void): void {
  const count = reader.unsigned();
  for (let index = 0; index < count; index++) item(index);
}

/**
 * Skips the immediates of an instruction without an address: those of the first WebAssembly version, sign extension and
 * saturating conversions (core specification, section 5.4). The caller handles loads, stores and everything else that
 * depends on the size of addresses, except that `call_indirect` has two numbers either way.
 */
export function skipImmediates(opcode: number, reader: Reader): void {
  switch (opcode) {
    case 0x02: // block
    case 0x03: // loop
    case OP.if:
    case 0x0c: // br
    case 0x0d: // br_if
    case 0x10: // call
    case OP.localGet:
    case OP.localSet:
    case 0x22: // local.tee
    case OP.globalGet:
    case OP.globalSet:
    case OP.i32Const:
    case OP.i64Const:
      reader.skipNumber();
      return;
    case OP.callIndirect:
      reader.skipNumber();
      reader.skipNumber();
      return;
    case 0x0e: // br_table
      for (let targets = reader.unsigned() + 1; targets > 0; targets--) reader.skipNumber();
      return;
    case 0x1c: // select with types
      for (let types = reader.unsigned(); types > 0; types--) reader.skipNumber();
      return;
    case 0x43: // f32.const
      reader.skip(4);
      return;
    case 0x44: // f64.const
      reader.skip(8);
      return;
    case OP.unreachable:
    case 0x01: // nop
    case 0x05: // else
    case OP.end:
    case 0x0f: // return
    case 0x1a: // drop
    case 0x1b: // select
      return;
    default: // from i32.eqz to i64.extend32_s, numeric instructions without immediates
      if (opcode < 0x45 || opcode > 0xc4) {
        throw new MalformedWasm(`unknown instruction 0x${opcode.toString(16)} at byte ${reader.position - 1}`);
      }
  }
}
