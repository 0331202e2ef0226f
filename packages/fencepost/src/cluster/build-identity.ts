import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../run/version.js';
import { builtFolder } from '../workers/built.js';

let known: string | undefined;

/** Returns an identifier of this build of Fencepost, made from a hash of its code. It is the same on every machine. */
export function buildIdentity(): string {
  return (known ??= `fencepost ${version()} (${digest().slice(0, 12)})`);
}

function digest(): string {
  const hash = createHash('sha256');
  const names = readdirSync(builtFolder).filter((name) => name.endsWith('.js'));
  for (const name of names.sort()) hash.update(name).update(readFileSync(join(builtFolder, name)));
  return hash.digest('hex');
}
