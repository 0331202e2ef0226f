import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {} from '../../src/webassembly.js';
import { clangCandidates } from '../../src/toolchain/locate.js';

const best = clangCandidates(process.env)[0];

/** The tests that compile are skipped where nothing can. */
export const hasClang = best?.linker !== undefined;
/** Data below the stack: before LLVM 22 that was how it is, and there was no such option. */
export const stackLast = (best?.major ?? 0) >= 22 ? ['--no-stack-first'] : [];

/** Runs something in a folder of its own, which is gone afterwards. */
export function inFolder<T>(action: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-test-'));
  try {
    return action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compiles C (by its path or its text) and links it for 64-bit WebAssembly. */
export function wasm64(sources: readonly string[], flags: readonly string[] = [], linkFlags: readonly string[] = []) {
  return inFolder((folder) => {
    const objects = sources.map((source, index) => {
      const object = join(folder, `${index}.o`);
      const path = source.includes('\n') ? join(folder, `${index}.c`) : source;
      if (path !== source) writeFileSync(path, source);
      const target = ['--target=wasm64', '-mcpu=mvp', '-mmutable-globals', '-msign-ext'];
      execFileSync(best!.clang, [...target, '-O1', '-ffreestanding', '-c', path, '-o', object, ...flags]);
      return object;
    });
    const result = join(folder, 'p.wasm');
    const options = ['-mwasm64', '--no-entry', '--export-table', '--export=__stack_pointer', ...linkFlags];
    execFileSync(best!.linker!, [...options, '-o', result, ...objects]);
    return new Uint8Array(readFileSync(result));
  });
}

/** Compiles C for this machine, runs it and gives the lines it prints. */
export function nativeLines(source: string, flags: readonly string[] = []): string[] {
  return inFolder((folder) => {
    const program = join(folder, 'program');
    execFileSync(best!.clang, ['-O1', source, '-o', program, ...flags]);
    return execFileSync(program, { encoding: 'utf8' }).trim().split('\n');
  });
}

export type WasmFunction = (...args: (number | bigint)[]) => number | bigint | undefined;

export function instantiate(wasm: Uint8Array, imports: WebAssembly.Imports = {}): Record<string, WasmFunction> {
  return new WebAssembly.Instance(new WebAssembly.Module(wasm), imports).exports as Record<string, WasmFunction>;
}
