import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SourceFlags } from '../toolchain/compile.js';

/** Texts that the compiler reads in place of files. */
export interface Overlay {
  textOf(file: string): string | undefined;
  flagsWith(flags: SourceFlags): SourceFlags;
}

/** The overlay that replaces nothing. */
export const NO_OVERLAY: Overlay = { textOf: () => undefined, flagsWith: (flags) => flags };

/**
 * Makes clang read the texts in place of the files with these absolute paths, under any name by which a source includes
 * them.
 */
export async function withOverlay<T>(
  texts: Readonly<Record<string, string>>,
  action: (overlay: Overlay) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fencepost-overlay-'));
  try {
    const roots = await Promise.all(
      Object.entries(texts).map(async ([name, text], i) => {
        const path = join(folder, String(i));
        await writeFile(path, text);
        return { type: 'file', name, 'external-contents': path };
      }),
    );
    const list = join(folder, 'overlay.yaml');
    // JSON is YAML. Source locations in the result name the original files, not the files that hold the texts.
    await writeFile(list, JSON.stringify({ version: 0, 'use-external-names': false, roots }));
    return await action({
      textOf: (file) => texts[resolve(file)],
      flagsWith: (each) => ({
        ...each,
        flags: [...each.flags, '-ivfsoverlay', list],
        reads: [...each.reads, folder],
      }),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
