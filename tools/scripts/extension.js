// Bundles the extension for VS Code to editors/vscode/dist. `npx @vscode/vsce package` in that folder makes the file to install.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';

const root = path.join(import.meta.dirname, '..', '..');
const folder = path.join(root, 'editors', 'vscode');

await build({
  platform: 'node',
  input: path.join(folder, 'src', 'extension.ts'),
  external: ['vscode'],
  logLevel: 'warn',
  output: { file: path.join(folder, 'dist', 'extension.cjs'), format: 'cjs' },
});
// It belongs into the package, and vsce takes no files from elsewhere.
fs.copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
