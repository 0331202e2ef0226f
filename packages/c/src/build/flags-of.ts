import { isRust } from '@fencepost/core';
import type { FlagSources, SourcesFlags } from '../project/source-flags.js';
import { flagsOfSources } from '../project/source-flags.js';
import { usageError } from '../toolchain/errors.js';

interface Flagged extends FlagSources {
  /** Texts that replace the contents of files. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/** Returns the flags of each source for its compiler. */
export async function flagsOf(options: Flagged): Promise<SourcesFlags> {
  return options.files.some(isRust) ? flagsOfRust(options) : flagsOfSources(options);
}

async function flagsOfRust({ files, flags, texts = {} }: Flagged): Promise<SourcesFlags> {
  const [file, ...others] = files;
  if (others.length > 0) {
    throw usageError(
      `${files.join(', ')}: a crate in Rust is compiled alone`,
      'its modules are read with it; to link it with C, compile it to LLVM IR and name the .ll file',
    );
  }
  // rustc reads files only.
  if (Object.keys(texts).length > 0) throw usageError(`${file!} is in Rust: it cannot be checked with changes`);
  const { rustFlags } = await import('../toolchain/rustc.js');
  return { flags: [await rustFlags(file!, flags)], notes: [] };
}
