import { channel } from 'node:diagnostics_channel';
import { DiskCache, NO_CACHE } from '../toolchain/cache.js';
import { recordDependencies, unchanged } from '../toolchain/dependencies.js';
import { findToolchain, toolchainIdentity } from '../toolchain/find.js';
import { cacheFolder } from '../toolchain/folders.js';
import type { Host } from './host.js';
import { ownIdentity } from './own-identity.js';
import { filesRead } from './sources.js';

/** Published with true when a program is built, once the compiler was started, and with false after that. */
const building = channel('fencepost:building');

/** Environment variables by which a compiler finds headers. */
const HEADER_PATHS = ['CPATH', 'C_INCLUDE_PATH', 'CPLUS_INCLUDE_PATH'];

/** Returns the host for a machine with Node: its files, its compilers, and a cache on disk. */
export function nodeHost(isCached: boolean): Host {
  const cache = isCached ? new DiskCache(cacheFolder()) : NO_CACHE;
  const directory = process.cwd();
  const toolsIdentity = (): string => toolchainIdentity();
  return {
    ...{ directory, cache, ownIdentity, toolsIdentity, filesRead, recordDependencies, unchanged },
    surroundings: () => [directory, HEADER_PATHS.map((name) => process.env[name] ?? null)],
    toolchain: () => findToolchain(cache),
    compileRust: async (...source) => (await import('../toolchain/rustc.js')).compileRust(...source),
    precompiledHeaders: async (toolchain, source, door) => {
      // Headers from these folders might hide those of the system.
      if (HEADER_PATHS.some((name) => (process.env[name] ?? '') !== '')) return undefined;
      const { precompiledHeaders } = await import('./precompiled-headers.js');
      return precompiledHeaders({ cache, ownIdentity, toolsIdentity }, toolchain, source, door);
    },
    building: (isBuilding) => building.publish(isBuilding),
    isRaceFree: async (irs) => (await import('../ir/races/race-freedom.js')).isRaceFree(irs),
  };
}
