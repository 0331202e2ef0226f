import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Files } from '../host.js';

export const files: Files = {
  exists: (file) => fs.existsSync(file),
  read: (file) => fs.readFileSync(file, 'utf8'),
  readLater: (file) => readFile(file, 'utf8'),
  realPath: (file) => fs.realpathSync(file),
};
