// Bundles the extension for VS Code to editors/vscode/dist. `--package` also makes the file to install, with vsce.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { manifest } from './published/entries.js';

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
if (process.argv.includes('--package')) {
  // Its version is that of the package.
  const version = [manifest().version, '--no-update-package-json', '--no-git-tag-version'];
  const args = ['--yes', '@vscode/vsce@3.6.2', 'package', ...version, '--no-dependencies', '--out', 'fencepost.vsix'];
  execFileSync('npx', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
}
