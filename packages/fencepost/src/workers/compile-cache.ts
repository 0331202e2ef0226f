import module from 'node:module';
import { join } from 'node:path';
import { cacheFolder, makeFolder } from '@fencepost/c/folders';

/** Node 22.1 and later. */
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };

/**
 * Has V8 keep what it compiles of our modules: the next command, and each of its threads, has them ready sooner. What cannot
 * be kept is compiled again.
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
  // For threads, which do not have it from this one.
  process.env['NODE_COMPILE_CACHE'] ??= folder;
}
