import { fileURLToPath } from 'node:url';

/** Headers that stand in for those of test frameworks; beside the folder of this code, here as in the published package. */
export const FRAMEWORKS = fileURLToPath(new URL('../frameworks/', import.meta.url));
