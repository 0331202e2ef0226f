import { EXTERNAL, OP, Reader, SECTION, TYPE, Writer, sections } from '@fencepost/wasm';
import type { Code } from './code.js';
import { decode } from './code.js';
import type { Signature, Surroundings } from './function.js';
import { resumableCode } from './function.js';
import type { Frames } from './frames.js';
import { findSites } from './sites.js';

/*
 * Makes a module resumable: a thread can leave all its functions within a call of an import, and later continue there,
 * in another instance. Binaryen's pass Asyncify does the same, and the exports are those of Asyncify; but it saves all
 * locals, dead ones included, and its output is six times as large.
 */

/** The module of the imports that may suspend. A call through the table is assumed to suspend, too. */
const SUSPENDING = 'fp';

/** A function of the module. */
interface Body {
  readonly type: Signature;
  /** All bytes of the body. */
  readonly bytes: Uint8Array;
  readonly locals: readonly number[];
  readonly code: Code;
}

interface Contents extends Omit<Surroundings, 'frames'> {
  readonly types: Signature[];
  readonly functions: Signature[];
  readonly globals: number[];
  readonly bodies: Body[];
  /** For each imported function, whether it may suspend. */
  readonly imported: boolean[];
}

/** Returns the module with functions that can be left and entered again. */
export function resumable(wasm: Uint8Array): Uint8Array {
  const contents = read(wasm);
  const { types, functions, globals, bodies } = contents;
  const frames: Frames = { state: globals.length, area: globals.length + 1 };
  const suspends = suspending(contents);
  const bodiesOut = bodies.map((body, index) =>
    suspends[contents.imported.length + index] === true
      ? rewritten(body, { types, functions, globals, frames }, suspends)
      : body.bytes,
  );
  const controls = controlFunctions(frames);
  const output = new Writer(2 * wasm.length);
  output.copy(wasm.subarray(0, 8));
  for (const { id, content } of sections(new Reader(wasm))) {
    const section = new Writer(content.end - content.position);
    /** Copies a vector, to which `added` elements will be appended. */
    const longer = (added: number): void => {
      section.unsigned(content.unsigned() + added);
      section.copy(wasm.subarray(content.position, content.end));
    };
    switch (id) {
      case SECTION.type:
        longer(controls.length);
        for (const { type } of controls) section.copy(type);
        break;
      case SECTION.function:
        longer(controls.length);
        controls.forEach((_, index) => section.unsigned(types.length + index));
        break;
      case SECTION.global:
        longer(2);
        section.byte(TYPE.i32, 1, OP.i32Const, 0, OP.end, TYPE.i32, 1, OP.i32Const, 0, OP.end);
        break;
      case SECTION.export:
        longer(controls.length);
        controls.forEach(({ name }, index) => {
          section.sized(new TextEncoder().encode(`asyncify_${name}`));
          section.byte(EXTERNAL.function);
          section.unsigned(functions.length + index);
        });
        break;
      case SECTION.code:
        section.unsigned(bodies.length + controls.length);
        for (const body of bodiesOut) section.sized(body);
        for (const { body } of controls) section.sized(body);
        break;
      default:
        section.copy(wasm.subarray(content.position, content.end));
    }
    output.byte(id);
    output.sized(section.result());
  }
  return output.result();
}

function read(wasm: Uint8Array): Contents {
  const contents: Contents = { types: [], functions: [], globals: [], bodies: [], imported: [] };
  const { types, functions, globals, bodies, imported } = contents;
  for (const { id, content } of sections(new Reader(wasm))) {
    if (id === SECTION.import) readImports(content, contents);
    if (![SECTION.type, SECTION.function, SECTION.global, SECTION.code].some((known) => known === id)) continue;
    const count = content.unsigned();
    for (let index = 0; index < count; index++) {
      if (id === SECTION.type) types.push(readType(content));
      else if (id === SECTION.function) functions.push(types[content.unsigned()]!);
      else if (id === SECTION.global) globals.push(readGlobal(content));
      else bodies.push(readBody(content, functions[imported.length + index]!));
    }
  }
  return contents;
}

function readType(from: Reader): Signature {
  from.byte();
  const list = (): number[] => Array.from({ length: from.unsigned() }, () => from.byte());
  return { parameters: list(), results: list() };
}

function readImports(from: Reader, { types, functions, globals, imported }: Contents): void {
  for (let count = from.unsigned(); count > 0; count--) {
    const module = from.name();
    from.name();
    const kind = from.byte();
    if (kind === EXTERNAL.function) {
      functions.push(types[from.unsigned()]!);
      imported.push(module === SUSPENDING);
    } else if (kind === EXTERNAL.global) {
      globals.push(from.byte());
      from.byte();
    } else {
      if (kind === EXTERNAL.table) from.byte();
      const flags = from.byte();
      from.skipNumber();
      if ((flags & 1) !== 0) from.skipNumber();
    }
  }
}

/** Reads a global with a constant as its initial value. */
function readGlobal(from: Reader): number {
  const type = from.byte();
  from.byte();
  const op = from.byte();
  if (op === OP.f32Const) from.skip(4);
  else if (op === OP.f64Const) from.skip(8);
  else from.skipNumber();
  from.byte(); // end
  return type;
}

function readBody(from: Reader, type: Signature): Body {
  const body = from.part(from.unsigned());
  const bytes = body.bytes.subarray(body.position, body.end);
  const locals = [...type.parameters];
  for (let runs = body.unsigned(); runs > 0; runs--) {
    const count = body.unsigned();
    const each = body.byte();
    for (let i = 0; i < count; i++) locals.push(each);
  }
  return { type, bytes, locals, code: decode(body) };
}

/** Returns which functions may be suspended: those with a call that may, directly or not. */
function suspending({ bodies, imported }: Contents): boolean[] {
  const suspends = [...imported];
  const callers = new Map<number, number[]>();
  const found: number[] = [];
  const add = (index: number): void => {
    if (suspends[index] === true) return;
    suspends[index] = true;
    found.push(index);
  };
  bodies.forEach(({ code: { op, operand } }, body) => {
    const index = imported.length + body;
    op.forEach((each, i) => {
      if (each === OP.callIndirect || (each === OP.call && imported[operand[i]!] === true)) add(index);
      else if (each === OP.call) {
        const known = callers.get(operand[i]!);
        if (known === undefined) callers.set(operand[i]!, [index]);
        else known.push(index);
      }
    });
  });
  for (let index = found.pop(); index !== undefined; index = found.pop()) callers.get(index)?.forEach(add);
  return suspends;
}

function rewritten({ type, locals, code }: Body, to: Surroundings, suspends: readonly boolean[]): Uint8Array {
  const { op, operand } = code;
  const sites = findSites(code, (i) => op[i] === OP.callIndirect || suspends[operand[i]!] === true);
  const { added, code: result } = resumableCode(code, locals, type, sites, to);
  const declared = [...locals.slice(type.parameters.length), ...added];
  const body = new Writer(result.length + 2 * declared.length + 8);
  const runs: { type: number; count: number }[] = [];
  for (const each of declared) {
    const run = runs.at(-1);
    if (run?.type === each) run.count++;
    else runs.push({ type: each, count: 1 });
  }
  body.unsigned(runs.length);
  for (const run of runs) {
    body.unsigned(run.count);
    body.byte(run.type);
  }
  body.copy(result);
  return body.result();
}

interface Control {
  readonly name: string;
  readonly type: Uint8Array;
  readonly body: Uint8Array;
}

/** The functions by which a thread is suspended and resumed. */
function controlFunctions({ state, area }: Frames): readonly Control[] {
  const FUNCTION = 0x60;
  const made = (
    name: string,
    parameters: readonly number[],
    results: readonly number[],
    emit: (to: Writer) => void,
  ) => {
    const type = new Writer();
    type.byte(FUNCTION, parameters.length, ...parameters, results.length, ...results);
    const body = new Writer();
    body.byte(0); // no locals
    emit(body);
    body.byte(OP.end);
    return { name, type: type.result(), body: body.result() };
  };
  const setState = (to: Writer, value: number): void => {
    to.byte(OP.i32Const, value, OP.globalSet);
    to.unsigned(state);
  };
  const start = (name: string, value: number): Control =>
    made(name, [TYPE.i32], [], (to) => {
      setState(to, value);
      to.byte(OP.localGet, 0, OP.globalSet);
      to.unsigned(area);
    });
  const stop = (name: string): Control => made(name, [], [], (to) => setState(to, 0));
  const get = made('get_state', [], [TYPE.i32], (to) => {
    to.byte(OP.globalGet);
    to.unsigned(state);
  });
  return [start('start_unwind', 1), stop('stop_unwind'), start('start_rewind', 2), stop('stop_rewind'), get];
}
