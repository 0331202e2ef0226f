// Removes what the build made. `tsc -b --clean` would leave the outputs of sources that no longer exist.
import fs from 'node:fs';
import path from 'node:path';

const packages = path.join(import.meta.dirname, '..', 'packages');
for (const name of fs.readdirSync(packages)) {
  fs.rmSync(path.join(packages, name, 'dist'), { recursive: true, force: true });
}
