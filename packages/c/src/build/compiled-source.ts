import { FencepostError, isRust } from '@fencepost/core';
import type { CompiledSource, Door } from '../toolchain/compile.js';
import { compileToIr, givenIr } from '../toolchain/compile.js';
import { isIr } from '../toolchain/language.js';
import type { Toolchain } from '../toolchain/toolchain.js';
import type { Host, Source } from './host.js';

/** Returns the LLVM IR of a source, in any of the languages. */
export async function compiledSource(
  host: Host,
  toolchain: Toolchain,
  source: Source,
  door: Door,
): Promise<CompiledSource> {
  const { file, text, flags } = source;
  if (isIr(file)) return givenIr(text);
  if (!isRust(file)) {
    return compileToIr(toolchain, file, flags, door, await host.precompiledHeaders?.(toolchain, source, door));
  }
  if (host.compileRust !== undefined) return host.compileRust(file, flags, toolchain.major);
  throw new FencepostError('C_TOOLCHAIN', `${file}: there is no compiler for Rust here`);
}
