import type { BuildOptions } from './build.js';
import { compiledSource } from './compiled-source.js';
import { flagsOf } from './flags-of.js';
import { nodeHost } from './node-host.js';
import { readSources } from './sources.js';

export type IrSources = Pick<BuildOptions, 'files' | 'flags' | 'database' | 'door'>;

/** Returns the LLVM IR of each source. */
export async function irOf(options: IrSources): Promise<string[]> {
  const { files, door = 'lp64' } = options;
  const texts = await readSources(files);
  const { flags } = await flagsOf(options);
  const host = nodeHost(true);
  const toolchain = await host.toolchain();
  const compiled = await Promise.all(
    files.map((file, i) => compiledSource(host, toolchain, { file, text: texts[i]!, flags: flags[i]! }, door)),
  );
  return compiled.map(({ ir }) => ir);
}
