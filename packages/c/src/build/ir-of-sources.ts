import { flagsOfSources } from '../project/source-flags.js';
import { compileToIr } from '../toolchain/compile.js';
import { isIr } from '../toolchain/language.js';
import type { BuildOptions } from './build.js';
import { nodeHost } from './node-host.js';
import { readSources } from './sources.js';

export type IrSources = Pick<BuildOptions, 'files' | 'flags' | 'database' | 'door'>;

/** Returns the LLVM IR of each source. */
export async function irOf(options: IrSources): Promise<string[]> {
  const { files, door = 'lp64' } = options;
  const { flags } = flagsOfSources(options);
  const texts = await readSources(files);
  const toolchain = await nodeHost(true).toolchain();
  return Promise.all(
    files.map(async (file, index) =>
      isIr(file) ? texts[index]! : (await compileToIr(toolchain, file, flags[index]!, door)).ir,
    ),
  );
}
