import module from 'node:module';
import { join } from 'node:path';
import { cacheFolder, makeFolder } from '@fencepost/c/folders';

/** Available since Node 22.1. */
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };

/**
 * Enables V8's code cache for our modules, so that the next command and its threads start faster. Code that cannot be
 * cached is compiled again.
 */
export function keepCompiledCode(): void {
  if (enableCompileCache === undefined) return;
  const folder = join(cacheFolder(), 'code');
  try {
    makeFolder(folder);
  } catch {
    return;
  }
  enableCompileCache(folder);
  // For threads, which do not inherit the setting from this thread.
  process.env['NODE_COMPILE_CACHE'] ??= folder;
}
