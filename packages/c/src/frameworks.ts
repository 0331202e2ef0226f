import { fileURLToPath } from 'node:url';

/**
 * Folder of the headers that replace those of test frameworks. It is next to the folder of this code, both here and in
 * the published package.
 */
export const FRAMEWORKS = fileURLToPath(new URL('../frameworks/', import.meta.url));
