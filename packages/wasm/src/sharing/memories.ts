import { Reader } from '../bytes.js';
import { UnsupportedWasm } from '../unsupported.js';
import type { ImportName, ParsedModule } from './parse.js';
import { parseModule } from './parse.js';

/** A shared memory of a module. */
export interface SharedMemory {
  /** Import name; undefined if the module creates the memory. */
  readonly imported: ImportName | undefined;
  /** Initial size in pages. `maximum`: also in pages. */
  readonly initial: number;
  readonly maximum: number;
}

/** Whether the module imports or creates shared memory. The bytes must be a valid module. */
export function usesSharedMemory(bytes: Uint8Array): boolean {
  return parseModule(new Reader(bytes), 'memories').memories.some(({ isShared }) => isShared);
}

/** Returns the memories of a module, all of which must be shared, with 32-bit addresses. */
export function sharedMemories({ memories }: ParsedModule): readonly SharedMemory[] {
  if (memories.some(({ isShared }) => !isShared)) {
    throw new UnsupportedWasm('unshared memory together with shared memory');
  }
  if (memories.some(({ is64 }) => is64)) throw new UnsupportedWasm('shared memory with 64-bit addresses');
  return memories;
}
