import type { Writer } from '@fencepost/wasm';
import { EXTERNAL, OP, Reader, SECTION, TYPE, sections } from '@fencepost/wasm';

/** Name of a global that we add: the lowest address that the private stack has reached, for clearing the stack. */
export const LOWEST = '__fp_lowest';

/** The stack of a module that exports its stack pointer and the end of its data. */
export interface Stack {
  /** i32 or i64. */
  readonly type: number;
  /** The numbers of the globals. */
  readonly pointer: number;
  readonly lowest: number;
  readonly top: number;
  /** The lowest address that the stack may reach. */
  readonly low: number;
}

interface Global {
  readonly type: number;
  readonly value: number;
}

/** Returns the stack of the module; undefined if it has none. */
export function findStack(wasm: Uint8Array): Stack | undefined {
  let globals: readonly Global[] | undefined;
  for (const { id, content } of sections(new Reader(wasm))) {
    if (id === SECTION.global) globals = readGlobals(content);
    if (id !== SECTION.export || globals === undefined) continue;
    const exported = exportedGlobals(content);
    const pointer = exported.get('__stack_pointer') ?? -1;
    const { type, value: top } = globals[pointer] ?? {};
    const low = globals[exported.get('__data_end') ?? -1]?.value;
    if (type === undefined || top === undefined || low === undefined) return undefined;
    return { type, pointer, lowest: globals.length, top, low };
  }
  return undefined;
}

/** Returns all globals, if they are integers, as the linker emits them. */
function readGlobals(from: Reader): readonly Global[] | undefined {
  const globals: Global[] = [];
  for (let count = from.unsigned(); count > 0; count--) {
    const type = from.byte();
    from.byte(); // mutable or not
    const opcode = from.byte();
    if (opcode !== OP.i32Const && opcode !== OP.i64Const) return undefined;
    globals.push({ type, value: Number(from.signed()) });
    if (from.byte() !== OP.end) return undefined;
  }
  return globals;
}

function exportedGlobals(from: Reader): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let count = from.unsigned(); count > 0; count--) {
    const name = from.name();
    const kind = from.byte();
    const index = from.unsigned();
    if (kind === EXTERNAL.global) found.set(name, index);
  }
  return found;
}

/** Copies the global section, with one more entry. */
export function addGlobal(from: Reader, to: Writer, { type, top }: Stack): void {
  to.unsigned(from.unsigned() + 1);
  to.copy(from.bytes.subarray(from.position, from.end));
  const mutable = 1;
  to.byte(type, mutable, constant(type));
  to.signed32(top);
  to.byte(OP.end);
}

/** Copies the export section, with one more entry. */
export function addExport(from: Reader, to: Writer, { lowest }: Stack): void {
  to.unsigned(from.unsigned() + 1);
  to.copy(from.bytes.subarray(from.position, from.end));
  to.sized(new TextEncoder().encode(LOWEST));
  to.byte(EXTERNAL.global);
  to.unsigned(lowest);
}

/**
 * Emits code that runs before the stack pointer is set to the value in a local: it records a new lowest address, and
 * ends the program if the stack reaches into the data.
 */
export function noteStack(code: Writer, local: number, { type, lowest, low }: Stack): void {
  const lessThan = type === TYPE.i64 ? OP.i64LtS : OP.i32LtS;
  const get = (): void => {
    code.byte(OP.localGet);
    code.unsigned(local);
  };
  const noResult = 0x40;
  get();
  code.byte(OP.globalGet);
  code.unsigned(lowest);
  code.byte(lessThan, OP.if, noResult);
  get();
  code.byte(OP.globalSet);
  code.unsigned(lowest);
  get();
  code.byte(constant(type));
  code.signed32(low);
  code.byte(lessThan, OP.if, noResult, OP.unreachable, OP.end, OP.end);
}

function constant(type: number): number {
  return type === TYPE.i64 ? OP.i64Const : OP.i32Const;
}
