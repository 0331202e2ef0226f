// Makes the tarball that is published, after `npm run build`. Usage: node tools/scripts/pack.js [FOLDER]; prints where it is.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { home } from './published/entries.js';
import { writePackage } from './published/package.js';

const destination = path.resolve(process.argv[2] ?? '.');
const folder = path.join(home, 'dist', 'package');
writePackage(folder);
const args = ['pack', folder, '--pack-destination', destination, '--silent'];
const name = execFileSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' }).trim();
console.log(path.join(destination, name));
