import { FencepostError } from '@fencepost/core';
import { pathToFileURL } from 'node:url';
import { clangCandidates, identity, locatePackage, locateWasmOpt } from '../toolchain/locate.js';
import type { Environment } from '../toolchain/locate.js';
import { BINARYEN, missingTools, toolsFound } from '../toolchain/missing-tools.js';
import { runProcess } from '../toolchain/process.js';
import type { Binaryen } from './binaryen.js';
import { SUSPENDING, asyncifyWith } from './binaryen.js';

/** Returns an identity that changes with the version of Binaryen in use. */
export function binaryenIdentity(environment: Environment = process.env): string {
  const path = locateWasmOpt(environment) ?? locatePackage(BINARYEN);
  return path === undefined ? 'none' : identity(path);
}

/**
 * Makes the functions of a module resumable (Asyncify; its header comment in Binaryen explains the protocol).
 * Binaryen's optimiser does not run: the code is already optimised, and running it showed no measurable gain.
 */
export async function asyncify(wasm: Uint8Array, environment: Environment = process.env): Promise<Uint8Array> {
  const wasmOpt = locateWasmOpt(environment);
  if (wasmOpt !== undefined) return withWasmOpt(wasmOpt, wasm);
  const path = locatePackage(BINARYEN);
  if (path === undefined) throw missingTools(toolsFound(environment, clangCandidates(environment)[0], []), environment);
  return withPackage(path, wasm);
}

async function withWasmOpt(wasmOpt: string, wasm: Uint8Array): Promise<Uint8Array> {
  const features = ['--mvp-features', '--enable-mutable-globals', '--enable-sign-ext'];
  // -g keeps the names of functions.
  const args = ['-g', ...features, '--asyncify', `--pass-arg=asyncify-imports@${SUSPENDING}`, '-', '-o', '-'];
  const { ok, output, messages } = await runProcess(wasmOpt, args, wasm);
  if (ok && output.length > 0) return output;
  const reason = messages.trim() || 'it wrote nothing';
  throw new FencepostError('C_TOOLCHAIN', `${wasmOpt} cannot make functions resumable: ${reason}`, {
    hint: 'is it the wasm-opt of Binaryen? FENCEPOST_WASM_OPT can name another one',
  });
}

async function withPackage(path: string, wasm: Uint8Array): Promise<Uint8Array> {
  const { default: binaryen } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { default: Binaryen };
  return asyncifyWith(binaryen, wasm);
}
