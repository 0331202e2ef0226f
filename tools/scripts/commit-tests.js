// Prints the slow and long test files that this commit runs, one per line. Each commit runs others, so that all are run
// within a few commits, and every night runs all. FENCEPOST_TESTS=all prints all. Needs a build.
import fs from 'node:fs';
import path from 'node:path';
import { rotated } from '@fencepost/testing/rotation';

/** By kind of file: each commit runs one in this many. Tests of the published package are always run. */
const KINDS = [
  { of: /^test\/published\//, step: 1 },
  { of: /^test\/cluster\//, step: 6 },
  { of: /^packages\/(playground|viewer)\//, step: 6 },
  { of: /\.long\.test\.ts$/, step: 6 },
  { of: /./, step: 4 },
];

const root = path.join(import.meta.dirname, '..', '..');
const packages = fs.readdirSync(path.join(root, 'packages')).map((name) => path.join('packages', name, 'test'));
const files = [...packages, 'test']
  .filter((folder) => fs.existsSync(path.join(root, folder)))
  .flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file)),
  )
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.(slow|long)\.test\.ts$/.test(file) && !/\/(node_modules|dist|fixtures)\//.test(file))
  .sort();

const isEverything = process.env['FENCEPOST_TESTS'] === 'all';
let left = files;
for (const { of, step } of KINDS) {
  const all = left.filter((file) => of.test(file));
  left = left.filter((file) => !all.includes(file));
  for (const file of isEverything ? all : rotated(all, step)) console.log(file);
}
