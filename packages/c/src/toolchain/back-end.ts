import { FIRST_ADDRESS } from '../address-space.js';
import { FencepostError } from '@fencepost/core';
import type { Cache } from './cache.js';
import type { Door } from './compile.js';
import { ARITHMETIC_HELPERS, MEMORY_HELPERS, isArithmeticHelper } from './helpers.js';
import type { Outcome } from './process.js';
import type { Toolchain } from './toolchain.js';

const TARGET: Readonly<Record<Door, string>> = { lp64: 'wasm64', wasm32: 'wasm32' };

/** Features that Node 20 and our own passes are known to support. */
const FEATURES = ['-mcpu=mvp', '-mmutable-globals', '-msign-ext'];

/**
 * Compiles instrumented IR to an object file, with optimisation: everything that must not be moved or removed is now a
 * call of a function unknown to the optimiser.
 */
export async function irToObject(toolchain: Toolchain, ir: string, door: Door): Promise<Uint8Array> {
  return object(toolchain, ['-O2', '-x', 'ir', '-Wno-override-module'], ir, door);
}

/**
 * Functions that the compiler assumes to exist (memcpy, 128-bit arithmetic). They access only the private memory of a
 * thread.
 */
export class Helpers {
  private readonly made = new Map<string, Promise<Uint8Array>>();

  constructor(
    private readonly toolchain: Toolchain,
    private readonly door: Door,
    private readonly cache: Cache,
    /** The identity of the compiler. */
    private readonly identity: string,
  ) {}

  memory(): Promise<Uint8Array> {
    return this.get(MEMORY_HELPERS);
  }

  arithmetic(): Promise<Uint8Array> {
    return this.get(ARITHMETIC_HELPERS);
  }

  private get(source: string): Promise<Uint8Array> {
    let object = this.made.get(source);
    if (object === undefined) {
      object = this.make(source);
      object.catch(() => undefined); // no unhandled rejection if no caller awaits it; callers that do get the error
      this.made.set(source, object);
    }
    return object;
  }

  private async make(source: string): Promise<Uint8Array> {
    const key = this.cache.key(['helpers', this.identity, this.door, source]);
    const known = await this.cache.load(key);
    if (known !== undefined) return known.data;
    const language = ['-O1', '-x', 'c', '-std=c11', '-ffreestanding', '-fno-builtin'];
    const data = await object(this.toolchain, language, source, this.door);
    await this.cache.store(key, { facts: {}, data });
    return data;
  }
}

async function object(
  toolchain: Toolchain,
  language: readonly string[],
  text: string,
  door: Door,
): Promise<Uint8Array> {
  const args = [`--target=${TARGET[door]}`, ...FEATURES, ...language, '-c', '-', '-o', '-'];
  const { ok, output, messages } = await toolchain.run({ tool: 'clang', args: () => args, input: text });
  if (!ok) {
    const hint = 'if it contains your own LLVM IR, validate it with llvm-as';
    // A crashed compiler prints much about itself that is useless here.
    const [said] = messages.split(/^PLEASE submit|^Stack dump/m);
    const message = `the program cannot be compiled for WebAssembly: ${said!.trim()}`;
    throw new FencepostError('C_UNSUPPORTED', message, { hint });
  }
  return output;
}

/** The exports of the linked module, if the program has them. */
const EXPORTS = [
  ...['__fp_main', '__fp_start', '__fp_start_int', '__fp_start_cxx', '__fp_call', '__fp_call1'],
  ...['__wasm_call_ctors', '__data_end', '__heap_base', '__stack_pointer'],
  ...['__fp_caller', '__fp_depth', '__fp_exiting', '__fp_unwinding', '__fp_uncaught'],
  ...['__fp_program_start', '__fp_thread_start'],
];

/** The stack size of each thread. */
export const STACK_BYTES = 128 << 10;

/** Links objects with the helpers they need. */
export async function link(
  toolchain: Toolchain,
  objects: readonly Uint8Array[],
  helpers: Helpers,
  door: Door,
  moreExports: readonly string[] = [],
): Promise<Uint8Array> {
  const all = [...objects, await helpers.memory()];
  let outcome = await runLinker(toolchain, all, door, moreExports);
  if (!outcome.ok && undefinedNames(outcome.messages).some(isArithmeticHelper)) {
    outcome = await runLinker(toolchain, [...all, await helpers.arithmetic()], door, moreExports);
  }
  if (!outcome.ok) throw linkError(outcome.messages);
  return outcome.output;
}

async function runLinker(
  toolchain: Toolchain,
  objects: readonly Uint8Array[],
  door: Door,
  moreExports: readonly string[],
): Promise<Outcome> {
  const files = new Map(objects.map((bytes, index) => [`${index}.o`, bytes]));
  return toolchain.run({
    tool: 'wasm-ld',
    args: (folder) => [
      ...(door === 'lp64' ? ['-mwasm64'] : []),
      '--no-entry',
      ...[...EXPORTS, ...moreExports].map((name) => `--export-if-defined=${name}`),
      '--export-table',
      ...['-z', `stack-size=${STACK_BYTES}`, `--global-base=${FIRST_ADDRESS}`],
      // Before LLVM 22 this was the default, and the option did not exist.
      ...(toolchain.major >= 22 ? ['--no-stack-first'] : []),
      ...['-o', '-', ...[...files.keys()].map((name) => `${folder}/${name}`)],
    ],
    files,
  });
}

function undefinedNames(messages: string): string[] {
  return [...new Set([...messages.matchAll(/undefined symbol: (.*)/g)].map(([, name]) => name!))];
}

function linkError(messages: string): FencepostError {
  const names = undefinedNames(messages);
  if (names.length > 0) {
    const hint = 'pass all files of the program';
    return new FencepostError('C_LINK', `the program does not define ${names.join(', ')}`, { hint });
  }
  const twice = /duplicate symbol: (.*)/.exec(messages)?.[1];
  if (twice !== undefined) {
    const hint = 'remove one of the files that define it, or make it static';
    return new FencepostError('C_LINK', `the program defines ${twice} twice`, { hint });
  }
  return new FencepostError('C_LINK', `the program cannot be linked: ${messages.trim()}`);
}
