// Removes what the build made. `tsc -b --clean` would leave the outputs of sources that no longer exist.
import fs from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');
const packages = fs.readdirSync(path.join(root, 'packages')).map((name) => path.join('packages', name));
for (const folder of ['benchmarks', 'campaigns', 'corpus', ...packages]) {
  fs.rmSync(path.join(root, folder, 'dist'), { recursive: true, force: true });
}
