import binaryen from 'binaryen';
import type { Access, HelperName, VisibleCode } from '../../src/index.js';
import { HELPERS, HIDDEN, START, hiddenGlobal, instrumentSharedMemory } from '../../src/index.js';

/** Numbers that code takes and gives. */
type Value = number | bigint;
type WasmFunction = (...args: readonly Value[]) => Value | undefined;

const PAGE = 65_536;
const MASK = { 1: 0xffn, 2: 0xffffn, 4: 0xffff_ffffn, 8: 0xffff_ffff_ffff_ffffn } as const;

const { Features } = binaryen;
/** Not all of them: some forms of modules are only proposed, and no engine reads them. */
const FEATURES =
  Features.Atomics |
  Features.BulkMemory |
  Features.BulkMemoryOpt |
  Features.ExceptionHandling |
  Features.GC |
  Features.Memory64 |
  Features.MultiMemory |
  Features.Multivalue |
  Features.MutableGlobals |
  Features.ReferenceTypes |
  Features.TailCall;

/** A module, given in the text format. */
export function assemble(text: string): Uint8Array {
  const module = binaryen.parseText(text);
  module.setFeatures(FEATURES);
  if (module.validate() !== 1) throw new Error('not a valid module');
  return module.emitBinary();
}

/** The module as it is, with its own shared memory, which it exports as `memory`. */
export function native(bytes: Uint8Array, imports: WebAssembly.Imports = {}): Instance {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
  const { buffer } = exports['memory'] as WebAssembly.Memory;
  return { memory: new Uint8Array(buffer), call: caller(exports), exports };
}

/** What a module does. */
export interface Instance {
  readonly memory: Uint8Array;
  readonly exports: WebAssembly.Exports;
  readonly call: (name: string, ...args: readonly Value[]) => Value | undefined;
}

export interface Rewritten extends Instance {
  readonly code: VisibleCode;
  /** The calls of helpers, in order: name and arguments. */
  readonly calls: string[];
}

/** What helpers answer instead of what memory says. */
type Answers = Partial<Record<HelperName, (first: number) => Value | undefined>>;

/**
 * The rewritten module. Its helpers do what the descriptions of accesses say, on bytes that only they know: if these are
 * wrong, it does something else than the original.
 */
export function rewritten(bytes: Uint8Array, imports: WebAssembly.Imports = {}, answers: Answers = {}): Rewritten {
  const code = instrumentSharedMemory(bytes);
  const memory = new Uint8Array((code.memories[0]?.initial ?? 0) * PAGE);
  const calls: string[] = [];
  const does = { ...helpersOn(memory, code), ...answers } as Readonly<Record<string, WasmFunction>>;
  const helpers = Object.fromEntries(
    Object.keys(HELPERS).map((name) => {
      const helper: WasmFunction = (...args) => {
        calls.push([name, ...args].join(' '));
        return does[name]!(...args);
      };
      return [name, helper];
    }),
  );
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code.bytes), { ...imports, [HIDDEN]: helpers });
  (exports[START] as WasmFunction)();
  return { memory, code, calls, exports, call: caller(exports) };
}

/** A mutable global of a rewritten module. */
export function globalOf({ exports }: Rewritten, index: number): Value {
  return (exports[hiddenGlobal(index)] as WebAssembly.Global).value;
}

function caller(exports: WebAssembly.Exports): Instance['call'] {
  return (name, ...args) => (exports[name] as WasmFunction)(...args);
}

function helpersOn(memory: Uint8Array, { accesses, segments }: VisibleCode): Record<HelperName, WasmFunction> {
  const view = new DataView(memory.buffer);
  const dropped = new Set<number>();
  const placeOf = (address: Value, { offset }: Access): number => (Number(address) >>> 0) + offset;
  const read = (address: Value, access: Access): bigint => {
    let value = 0n;
    for (let i = access.size - 1; i >= 0; i--)
      value = (value << 8n) | BigInt(view.getUint8(placeOf(address, access) + i));
    return access.isSigned ? BigInt.asIntN(8 * access.size, value) : value;
  };
  const write = (address: Value, access: Access, value: bigint): void => {
    for (let i = 0; i < access.size; i++)
      view.setUint8(placeOf(address, access) + i, Number((value >> BigInt(8 * i)) & 0xffn));
  };
  const given = (access: Access, value: bigint): Value =>
    access.isWide ? BigInt.asIntN(64, value) : Number(BigInt.asIntN(32, value));
  const load: WasmFunction = (address, number) => {
    const access = accesses[Number(number)]!;
    return given(access, read(address, access));
  };
  const store: WasmFunction = (address, value, number) => {
    write(address, accesses[Number(number)]!, BigInt(value));
    return undefined;
  };
  const update: WasmFunction = (address, operand, number) => {
    const access = accesses[Number(number)]!;
    // What an atomic store is told as.
    const old = read(address, access);
    write(address, access, combined(access.kind, old, BigInt(operand)));
    return given(access, old);
  };
  const exchange: WasmFunction = (address, expected, value, number) => {
    const access = accesses[Number(number)]!;
    const old = read(address, access);
    // The whole operand is compared: what does not fit is never equal.
    const wanted = BigInt.asUintN(access.isWide ? 64 : 32, BigInt(expected));
    if (old === wanted && access.size !== 0) write(address, access, BigInt(value) & MASK[access.size]);
    return given(access, old);
  };
  const nothing: WasmFunction = () => undefined;
  return {
    ...{ load32: load, load64: load, store32: store, store64: store, update32: update, update64: update },
    ...{ exchange32: exchange, exchange64: exchange },
    ...{ wait32: () => 1, wait64: () => 1, notify: () => 0, fence: nothing },
    size: () => memory.length / PAGE,
    grow: () => -1,
    copy: (target, source, length) => {
      memory.copyWithin(Number(target), Number(source), Number(source) + Number(length));
      return undefined;
    },
    fill: (address, byte, length) => {
      memory.fill(Number(byte), Number(address), Number(address) + Number(length));
      return undefined;
    },
    init: (target, from, length, number) => {
      const { segment } = accesses[Number(number)]!;
      if (dropped.has(segment)) throw new Error('it was dropped');
      memory.set(segments[segment]!.subarray(Number(from), Number(from) + Number(length)), Number(target));
      return undefined;
    },
    place: (address, number) => {
      memory.set(segments[accesses[Number(number)]!.segment]!, Number(address));
      return undefined;
    },
    drop: (segment) => {
      dropped.add(Number(segment));
      return undefined;
    },
    ...{ enter: () => 7, carry32: nothing, carry64: nothing, count: nothing, limit: nothing, head: nothing },
    ...{ passed: () => 0, touch: nothing, effect: nothing },
  };
}

function combined(kind: Access['kind'], old: bigint, operand: bigint): bigint {
  switch (kind) {
    case 'add':
      return old + operand;
    case 'sub':
      return old - operand;
    case 'and':
      return old & operand;
    case 'or':
      return old | operand;
    case 'xor':
      return old ^ operand;
    case 'exchange':
      return operand;
    default:
      throw new Error(`${kind} is no update`);
  }
}
