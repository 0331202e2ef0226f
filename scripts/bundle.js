// Puts the command into few files: loading some two hundred modules one by one takes longer than a small check.
import path from 'node:path';
import { build } from 'rolldown';

const dist = path.join(import.meta.dirname, '..', 'packages', 'fencepost', 'dist');
await build({
  input: path.join(dist, 'main.js'),
  platform: 'node',
  // Looked for at run time, where the user has installed them.
  external: ['@yowasp/clang', 'binaryen'],
  output: { dir: path.join(dist, 'bundle'), format: 'esm', cleanDir: true },
  logLevel: 'warn',
});
