import { liveness } from './liveness.js';
import { EXTERNAL, MalformedWasm, OP, Reader, SECTION, TYPE, Writer, sections } from '@fencepost/wasm';

/*
 * Asyncify saves the same locals of a function wherever it is suspended, including dead ones, which are not used after
 * that point. The contents of dead locals depend on the thread's history, and nothing depends on them. They are cleared
 * here while the function is being suspended, so that the saved frames of two threads at the same place with the same
 * values are equal.
 */

/** The most clearing instructions added to a function; functions that would need more are left unchanged. */
const MOST_CLEARED = 20_000;

/** Takes a module made resumable by Asyncify; returns it with frames in which dead locals are zero. */
export function clearDeadLocals(wasm: Uint8Array): Uint8Array {
  const state = stateOf(wasm);
  if (state === undefined) return wasm;
  const parameters: (readonly number[])[] = []; // by type
  const functionTypes: number[] = []; // by function that has a body
  const output = new Writer(2 * wasm.length);
  output.copy(wasm.subarray(0, 8));
  for (const { id, content } of sections(new Reader(wasm))) {
    const start = content.position;
    const section = new Writer(content.end - start);
    if (id === SECTION.code) {
      const count = content.unsigned();
      section.unsigned(count);
      for (let index = 0; index < count; index++) {
        const body = content.part(content.unsigned());
        section.sized(clearedFunction(body, parameters[functionTypes[index]!] ?? [], state));
      }
    } else {
      if (id === SECTION.type) readTypes(content, parameters);
      if (id === SECTION.function)
        for (let count = content.unsigned(); count > 0; count--) functionTypes.push(content.unsigned());
      section.copy(wasm.subarray(start, content.end));
    }
    output.byte(id);
    output.sized(section.result());
  }
  return output.result();
}

function readTypes(from: Reader, parameters: (readonly number[])[]): void {
  for (let count = from.unsigned(); count > 0; count--) {
    from.byte();
    parameters.push(Array.from({ length: from.unsigned() }, () => from.byte()));
    from.skip(from.unsigned()); // results
  }
}

/**
 * Returns the global that shows whether the module runs normally, is being suspended, or is being resumed:
 * `asyncify_start_unwind` sets it to 1.
 */
function stateOf(wasm: Uint8Array): number | undefined {
  let imported = 0;
  let starts = -1;
  for (const { id, content } of sections(new Reader(wasm))) {
    if (id === SECTION.import) imported = importedFunctions(content);
    if (id === SECTION.export) starts = exported(content, 'asyncify_start_unwind') - imported;
    if (id !== SECTION.code || starts < 0) continue;
    const count = content.unsigned();
    for (let index = 0; index < count; index++) {
      const body = content.part(content.unsigned());
      if (index !== starts) continue;
      for (let runs = body.unsigned(); runs > 0; runs--) body.skip(2);
      const isSet = body.byte() === OP.i32Const && body.byte() === 1 && body.byte() === OP.globalSet;
      return isSet ? body.unsigned() : undefined;
    }
  }
  return undefined;
}

function importedFunctions(from: Reader): number {
  let functions = 0;
  for (let count = from.unsigned(); count > 0; count--) {
    from.skip(from.unsigned());
    from.skip(from.unsigned());
    const kind = from.byte();
    if (kind === EXTERNAL.function) {
      functions++;
      from.skipNumber();
    } else if (kind === EXTERNAL.global) from.skip(2);
    else {
      if (kind === EXTERNAL.table) from.byte();
      const flags = from.byte();
      from.skipNumber();
      if ((flags & 1) !== 0) from.skipNumber();
    }
  }
  return functions;
}

/** Returns the number of an exported function, or -1. */
function exported(from: Reader, name: string): number {
  for (let count = from.unsigned(); count > 0; count--) {
    const found = from.name() === name;
    const kind = from.byte();
    const index = from.unsigned();
    if (found && kind === EXTERNAL.function) return index;
  }
  return -1;
}

function clearedFunction(body: Reader, parameters: readonly number[], state: number): Uint8Array {
  const { bytes } = body;
  const start = body.position;
  const types = [...parameters];
  for (let runs = body.unsigned(); runs > 0; runs--) {
    const count = body.unsigned();
    const type = body.byte();
    for (let i = 0; i < count; i++) types.push(type);
  }
  const places = liveness(body, state);
  if (places.reduce((sum, { dead }) => sum + dead.length, 0) > MOST_CLEARED) return bytes.subarray(start, body.end);
  const code = new Writer(2 * (body.end - start));
  let copied = start;
  for (const { at, dead } of places.toSorted((a, b) => a.at - b.at)) {
    code.copy(bytes.subarray(copied, at));
    copied = at;
    for (const local of dead) clear(code, local, types[local]!);
  }
  code.copy(bytes.subarray(copied, body.end));
  return code.result();
}

function clear(code: Writer, local: number, type: number): void {
  if (type === TYPE.i32) code.byte(OP.i32Const, 0);
  else if (type === TYPE.i64) code.byte(OP.i64Const, 0);
  else if (type === TYPE.f32) code.byte(OP.f32Const, 0, 0, 0, 0);
  else if (type === TYPE.f64) code.byte(OP.f64Const, 0, 0, 0, 0, 0, 0, 0, 0);
  else throw new MalformedWasm(`a local of unknown type 0x${type.toString(16)}`);
  code.byte(OP.localSet);
  code.unsigned(local);
}
