// Removes what the build made. `tsc -b --clean` would leave the outputs of sources that no longer exist.
import fs from 'node:fs';
import path from 'node:path';

const packages = path.join(import.meta.dirname, '..', 'packages');
for (const name of ['corpus', 'relaxer']) {
  fs.rmSync(path.join(packages, '..', name, 'dist'), { recursive: true, force: true });
}
for (const name of fs.readdirSync(packages)) {
  for (const built of ['dist', path.join('bench', 'dist'), path.join('stress', 'dist')]) {
    fs.rmSync(path.join(packages, name, built), { recursive: true, force: true });
  }
}
