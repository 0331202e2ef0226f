import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..', 'src');

/** What is loaded with a module, before it does anything: its own files, and packages. */
function loadedWith(file: string, found = new Set<string>()): ReadonlySet<string> {
  const own = relative(SOURCES, file);
  if (found.has(own)) return found;
  found.add(own);
  const text = readFileSync(file, 'utf8');
  for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';/gms)) {
    if (name.startsWith('.')) loadedWith(join(dirname(file), name.replace(/\.js$/, '.ts')), found);
    else found.add(name);
  }
  return found;
}

it('the version is printed without loading models and reports, which takes longer than starting Node', () => {
  const loaded = loadedWith(join(SOURCES, 'command.ts'));
  expect(loaded).toContain('run/version.ts');
  expect(loaded).not.toContain('@fencepost/core');
  expect(loaded).not.toContain('cli/run.ts');
});
