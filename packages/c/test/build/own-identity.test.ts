import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { contentsOf } from '../../src/build/own-identity.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-identity-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('is the same for a copy, and differs after any change', () => {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  mkdirSync(join(one, 'deep'), { recursive: true });
  writeFileSync(join(one, 'a.js'), 'a');
  writeFileSync(join(one, 'deep', 'b.js'), 'b');
  cpSync(one, two, { recursive: true });
  const before = contentsOf([one]);
  expect(contentsOf([two])).toBe(before);
  writeFileSync(join(two, 'deep', 'b.js'), 'c');
  expect(contentsOf([two])).not.toBe(before);
  cpSync(one, two, { recursive: true });
  expect(contentsOf([two])).toBe(before);
  cpSync(join(two, 'a.js'), join(two, 'c.js'));
  expect(contentsOf([two])).not.toBe(before);
});
