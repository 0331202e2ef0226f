import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One cache for all tests of a run: what several of them need of the compiler is made once, and nothing is kept. */
export default function setUp(): (() => void) | undefined {
  if (process.env['FENCEPOST_CACHE'] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-cache-'));
  process.env['FENCEPOST_CACHE'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
