import { readFileSync } from 'node:fs';

/** What `--version` prints. */
export function versionText(): string {
  return `fencepost ${version()}\n`;
}

/** Returns the version from package.json, the only place that states it. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}
