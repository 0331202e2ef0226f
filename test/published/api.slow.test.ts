import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readApi, reportFolder } from '../../tools/scripts/published/api.js';

// Reads the published types: `npm run build` first.

describe('the API', { timeout: 60_000 }, () => {
  const { reports, notExported, undocumented } = readApi();

  it('has a report for each entry', () => {
    expect(readdirSync(reportFolder).sort()).toEqual([...reports.keys()].sort());
  });

  it.each([...reports])('is as reported: %s; if that is meant to change, run npm run api', (name, text) => {
    const file = join(reportFolder, name);
    expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '');
  });

  it('exports and documents everything that can be reached', () => {
    expect({ notExported, undocumented }).toEqual({ notExported: [], undocumented: [] });
  });
});
