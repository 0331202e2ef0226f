import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, expect, it } from 'vitest';
import { loadConfig } from '../packages/fencepost/src/options/config.js';
import { allOptions } from '../packages/fencepost/src/options/groups.js';
import { root } from '@fencepost/testing/built';

// What the build makes of the tables of options: editors complete and check fencepost.config.json with it.

const folder = mkdtempSync(join(tmpdir(), 'fencepost-schema-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = readFileSync(join(root, 'packages/fencepost/dist/config.schema.json'), 'utf8');
const schema = JSON.parse(text) as { readonly properties: Readonly<Record<string, { readonly description?: string }>> };
const isValid = new Ajv2020().compile(schema);

it('has every setting, with its purpose', () => {
  const { $schema: _, ...settings } = schema.properties;
  expect(Object.keys(settings)).toEqual(allOptions().flatMap(([key, { inConfig }]) => (inConfig ? [key] : [])));
  expect(Object.entries(settings).filter(([, { description = '' }]) => description.length < 20)).toEqual([]);
});

it.each([
  [{ $schema: './node_modules/fencepost/dist/config.schema.json' }, true],
  [{ models: ['tso'], method: 'graph', all: true, maxTime: '5m', jobs: 4, unroll: 3 }, true],
  [{ maxTime: 1.5, maxMemory: '1g', symmetry: 'off', criterion: 'sequential', costs: { 'full-fence': 8 } }, true],
  [{ volatile: 'relaxed', allocFails: true, compiler: ['-DX'], compileCommands: 'none', include: ['a'] }, true],
  [{ reports: { html: 'report.html' }, repair: 'never', files: ['a.c'], testCases: ['Q.*'] }, true],
  [{ modles: ['tso'] }, false],
  [{ models: [] }, false],
  [{ method: 'grpah' }, false],
  [{ all: 'yes' }, false],
  [{ jobs: 0 }, false],
  [{ jobs: 2000 }, false],
  [{ unroll: 1.5 }, false],
  [{ maxTime: null }, false],
  [{ costs: { fences: 3 } }, false],
  [{ volatile: 'atomic' }, false],
])('agrees with the command about %j', async (config, isRight) => {
  const file = join(folder, 'fencepost.config.json');
  writeFileSync(file, JSON.stringify(config));
  const read = await loadConfig(file).then(
    () => true,
    () => false,
  );
  expect({ read, schema: isValid(config) }).toEqual({ read: isRight, schema: isRight });
});
