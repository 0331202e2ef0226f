import { mayRace } from '../ir/races/race-freedom.js';
import { flagsOfSources } from '../project/source-flags.js';
import { compileToIr } from '../toolchain/compile.js';
import { isIr } from '../toolchain/language.js';
import type { BuildOptions } from './build.js';
import { nodeHost } from './node-host.js';
import { readSources } from './sources.js';

/**
 * Returns why the program may have a data race, as far as its text shows; undefined if it has none, under all models, for
 * all inputs and schedules. `openFunctions`: functions that nobody defines do nothing.
 */
export async function possibleRace(
  options: Pick<BuildOptions, 'files' | 'flags' | 'database' | 'door'>,
  openFunctions = false,
): Promise<string | undefined> {
  const { files, door = 'lp64' } = options;
  const { flags } = flagsOfSources(options);
  const texts = await readSources(files);
  const toolchain = await nodeHost(true).toolchain();
  const irs = await Promise.all(
    files.map(async (file, index) =>
      isIr(file) ? texts[index]! : (await compileToIr(toolchain, file, flags[index]!, door)).ir,
    ),
  );
  return mayRace(irs, openFunctions);
}
