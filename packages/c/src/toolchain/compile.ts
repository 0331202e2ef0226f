import { CompilerRejected, crashed, hasCrashed, usageError } from './errors.js';
import type { CheckedFlags } from './flags.js';
import type { Language } from './language.js';
import { isSource, languageOf } from './language.js';
import { parseMakeRule } from './make-rule.js';
import { folderOf } from './paths.js';
import type { Toolchain } from './toolchain.js';

/** The data model: 64-bit Linux with the headers of the machine, or plain 32-bit WebAssembly. */
export type Door = 'lp64' | 'wasm32';

/** The result of compiling a source. */
export interface CompiledSource {
  /** LLVM IR as text. */
  readonly ir: string;
  /** The compiler's warnings about a source that it accepts. */
  readonly warnings: string;
  /** The files that were read, including the source itself. */
  readonly dependencies: readonly string[];
  /** Whether its calls can unwind, and it contains the destructors that unwinding runs. */
  readonly exceptions: boolean;
  /** Whether it marks the start and the end of blocks and expressions, and no access was moved across a mark. */
  readonly scopes: boolean;
}

/** The flags of one source. */
export interface SourceFlags extends Pick<CheckedFlags, 'flags' | 'optimise' | 'reads'> {
  /** The language, unless the name of the file determines it. */
  readonly language?: Language;
  /** The version of its compiler, unless that is clang. */
  readonly compiler?: string;
}

/** Returns the result for a source that is already IR. */
export function givenIr(ir: string): CompiledSource {
  return { ir, warnings: '', dependencies: [], exceptions: cleansUp(ir), scopes: false };
}

/** Returns whether some function has to clean up when a call is left by unwinding. */
function cleansUp(ir: string): boolean {
  return /^define .* personality /m.test(ir);
}

/** Makes shared pointers omit a load that is wider than the counters it reads, as for the thread sanitizer. */
const CXX_FLAGS = ['-D_GLIBCXX_TSAN=1'];

/**
 * Makes the compiler mark where the lifetimes of variables and temporaries begin and end, as optimising does. Nothing
 * else is sanitised.
 */
const SCOPES = ['-Xclang', '-fsanitize-address-use-after-scope'];

/**
 * Makes attributes of 32-bit x86 empty. Headers of its C library have them, and with these headers programs that were
 * preprocessed there.
 */
const WITHOUT_REGISTERS = ['-Dregparm(count)=', '-D__regparm__(count)='];

const DEPENDENCIES = 'fencepost-dependencies';

/**
 * Compiles a source to LLVM IR, by default without optimisation: each access of the source is then one access of the
 * IR, with its line and column, and none is lost.
 */
export async function compileToIr(
  toolchain: Toolchain,
  file: string,
  { flags, optimise, reads, language = languageOf(file) }: SourceFlags,
  door: Door,
): Promise<CompiledSource> {
  if (!isSource(file)) throw usageError(`${file} is neither C, C++ nor LLVM IR`, 'they end in .c, .cc, .cpp or .ll');
  const { frameworks } = toolchain;
  const args = [
    ...target(door, toolchain),
    // Vectors would have to be split again: an access to a vector is not a single memory access.
    ...(optimise === undefined ? ['-O0', ...SCOPES] : [optimise, '-fno-vectorize', '-fno-slp-vectorize']),
    // Names show which variables are compound literals.
    ...(language === 'c' && optimise === undefined ? ['-fno-discard-value-names'] : []),
    '-g',
    // Also in C, where a function may have to clean up (pthread_cleanup_push) when the thread ends within it.
    '-fexceptions',
    ...['-Xclang', '-disable-O0-optnone', '-Wno-override-module', '-D__FENCEPOST__=1', '-D__NO_CTYPE=1'],
    ...(language === 'c++' ? CXX_FLAGS : []),
    ...['-I', frameworks],
    ...flags,
    ...['-S', '-emit-llvm', ...dependencyFlags(), '-o', '-'],
    ...(language === languageOf(file) && !isPreprocessedFor32(file, door) ? [file] : ['-x', language, file]),
  ];
  const { ok, output, messages } = await toolchain.run({
    tool: 'clang',
    args: () => args,
    reads: [folderOf(file), frameworks, ...reads],
  });
  if (!ok && hasCrashed(messages)) throw crashed(`${file}: the compiler`, 'it says so itself', messages);
  if (!ok) throw new CompilerRejected([file], messages, hintFor(messages, door));
  const { ir, dependencies } = splitOutput(new TextDecoder().decode(output));
  const exceptions = language === 'c++' ? !flags.includes('-fno-exceptions') : cleansUp(ir);
  return {
    ir,
    warnings: messages,
    dependencies: onDisk(toolchain, dependencies),
    exceptions,
    scopes: optimise === undefined,
  };
}

/** Whether the compiler would not apply `WITHOUT_REGISTERS`, because the text is preprocessed already. */
function isPreprocessedFor32(file: string, door: Door): boolean {
  return door === 'wasm32' && /\.ii?$/.test(file);
}

/** Makes the compiler write the list of files read after the IR. */
export function dependencyFlags(): string[] {
  return ['-MD', '-MF', '-', '-MT', DEPENDENCIES];
}

/** Returns the files that are on disk: a toolchain's own headers are part of the compiler. */
export function onDisk({ ownHeaders }: Toolchain, dependencies: readonly string[]): readonly string[] {
  return ownHeaders ? dependencies.filter((path) => !path.startsWith('/usr/')) : dependencies;
}

/** Separates the IR from the list of files that were read. */
export function splitOutput(output: string): { ir: string; dependencies: string[] } {
  const match = new RegExp(`^${DEPENDENCIES}:(?:.*\\\\\\r?\\n)*.*\\n?`, 'm').exec(output);
  if (match === null) return { ir: output, dependencies: [] };
  return {
    ir: output.slice(0, match.index) + output.slice(match.index + match[0].length),
    dependencies: parseMakeRule(match[0]),
  };
}

/**
 * The headers of @yowasp/clang are musl's, modified for WASI. These flags undo the modifications. Numbers and types of
 * the system come from our own headers (frameworks/as-linux): `EBUSY` is 16 on Linux, and 10 on WASI.
 */
const AS_ON_LINUX = [
  '-D__wasilibc_unmodified_upstream=1',
  ...['SIGNAL', 'MMAN', 'PROCESS_CLOCKS', 'GETPID'].map((what) => `-D_WASI_EMULATED_${what}=1`),
];

/** Returns the flags for the target and its headers. */
export function target(door: Door, { ownHeaders, wasiHeaders, frameworks }: Toolchain): string[] {
  if (door === 'wasm32') {
    if (ownHeaders) return ['--target=wasm32-wasip1', ...WITHOUT_REGISTERS];
    // Without a C library, only the compiler's own headers exist: stdatomic.h, stdint.h and the like.
    return wasiHeaders === undefined
      ? ['--target=wasm32', '-ffreestanding', ...WITHOUT_REGISTERS]
      : ['--target=wasm32-wasi', '-isystem', wasiHeaders, ...WITHOUT_REGISTERS];
  }
  if (!ownHeaders) return ['--target=x86_64-linux-gnu'];
  const folders = [`${frameworks.replace(/\/$/, '')}/as-linux`, '/usr/include/wasm32-wasip1'];
  return ['--target=x86_64-linux-gnu', ...folders.flatMap((folder) => ['-isystem', folder]), ...AS_ON_LINUX];
}

/** Returns a hint if the compiler's message does not explain the remedy. */
function hintFor(messages: string, door: Door): string | undefined {
  if (/'(?:pthread|stdio|stdlib|string|assert|threads)\.h' file not found/.test(messages)) {
    return door === 'lp64'
      ? 'the headers of the C library are missing: apt install libc6-dev'
      : 'apt install wasi-libc';
  }
  return /error: un(?:known|supported) (?:argument|option)/.test(messages)
    ? 'arguments after -- are passed to the compiler: remove those that it rejects'
    : undefined;
}
