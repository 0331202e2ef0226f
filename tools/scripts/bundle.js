// What the compiler does not do: scripts for browsers, and the command in few files.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { browserBuild, licenceComment, pageModule } from './bundle-page.js';

const packages = path.join(import.meta.dirname, '..', '..', 'packages');

// First, as the command has the page in it.
const viewer = path.join(packages, 'viewer');
fs.writeFileSync(path.join(viewer, 'dist', 'page.js'), await pageModule());
await build({
  ...browserBuild,
  input: path.join(viewer, 'src', 'view', 'trace-viewer.tsx'),
  output: { dir: path.join(viewer, 'dist', 'bundle'), format: 'esm', cleanDir: true, banner: licenceComment('preact') },
});

// Loading some two hundred modules one by one takes longer than a small check.
const command = path.join(packages, 'fencepost', 'dist');
await build({
  input: { main: path.join(command, 'main.js'), 'check-worker': path.join(command, 'adapters', 'check-worker.js') },
  platform: 'node',
  // Looked for at run time, where they are installed: the user's choice, or native.
  external: ['@yowasp/clang', 'binaryen', 'oxc-parser', 'oxc-resolver', 'oxc-transform'],
  output: { dir: path.join(command, 'bundle'), format: 'esm', cleanDir: true },
  logLevel: 'warn',
});

// Jest loads CommonJS.
await build({
  input: path.join(command, 'adapters', 'jest.js'),
  platform: 'node',
  external: ['@jest/globals'],
  output: { file: path.join(command, 'adapters', 'jest.cjs'), format: 'cjs' },
  logLevel: 'warn',
});
fs.copyFileSync(
  path.join(packages, 'fencepost', 'src', 'adapters', 'jest.d.cts'),
  path.join(command, 'adapters', 'jest.d.cts'),
);
