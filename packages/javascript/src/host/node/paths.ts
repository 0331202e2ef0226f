import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Paths } from '../host.js';

export const paths: Paths = { ...path, fileURLToPath, pathToFileURL, current: () => process.cwd() };
