// Publishes the built package, unless the registry has this version, and tags it. For the release workflow.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { home, manifest } from './published/entries.js';
import { writePackage } from './published/package.js';

const { version } = manifest();

if (isPublished()) console.log(`fencepost ${version} is published`);
else {
  const folder = path.join(home, 'dist', 'package');
  writePackage(folder);
  execFileSync('npm', ['publish', folder], { stdio: 'inherit' });
  // Prints the tag, which tells the workflow to make a release on GitHub.
  execFileSync('npx', ['changeset', 'tag'], { stdio: 'inherit' });
}

function isPublished() {
  try {
    return execFileSync('npm', ['view', `fencepost@${version}`, 'version'], { encoding: 'utf8' }).trim() === version;
  } catch {
    // No version of it is.
    return false;
  }
}
