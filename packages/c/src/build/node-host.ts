import { DiskCache, NO_CACHE } from '../toolchain/cache.js';
import { recordDependencies, unchanged } from '../toolchain/dependencies.js';
import { findToolchain, toolchainIdentity } from '../toolchain/find.js';
import { cacheFolder } from '../toolchain/folders.js';
import type { Host } from './host.js';
import { ownIdentity } from './own-identity.js';
import { filesRead } from './sources.js';

/** Environment variables by which a compiler finds headers. */
const HEADER_PATHS = ['CPATH', 'C_INCLUDE_PATH', 'CPLUS_INCLUDE_PATH'];

/** Returns the host for a machine with Node: its files, its compilers, and a cache on disk. */
export function nodeHost(isCached: boolean): Host {
  const cache = isCached ? new DiskCache(cacheFolder()) : NO_CACHE;
  const directory = process.cwd();
  return {
    ...{ directory, cache, ownIdentity, filesRead, recordDependencies, unchanged },
    toolsIdentity: () => toolchainIdentity(),
    surroundings: () => [directory, HEADER_PATHS.map((name) => process.env[name] ?? null)],
    toolchain: () => findToolchain(cache),
    compileRust: async (...source) => (await import('../toolchain/rustc.js')).compileRust(...source),
    isRaceFree: async (irs) => (await import('../ir/races/race-freedom.js')).isRaceFree(irs),
  };
}
