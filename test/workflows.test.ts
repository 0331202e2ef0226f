import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const github = join(root, '.github');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly 'runs-on': string; readonly steps: readonly Step[] }>>;
}

interface Step {
  readonly run?: string;
  readonly uses?: string;
}

function yamlIn(folder: string): [name: string, text: string][] {
  const names = readdirSync(join(github, folder)).filter((name) => name.endsWith('.yml'));
  return names.map((name) => [name, readFileSync(join(github, folder, name), 'utf8')]);
}

describe('workflows', () => {
  it.each(yamlIn('workflows'))('%s can be run', (_, text) => {
    const { on, permissions, jobs } = parse(text) as Workflow;
    expect(on).toBeDefined();
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) {
      expect(job['runs-on']).toMatch(/^ubuntu-/);
      for (const { run, uses } of job.steps) expect(run ?? uses).toMatch(/./);
    }
  });

  it.each(yamlIn('workflows'))('%s runs scripts that there are', (_, text) => {
    const names = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('forms for issues', () => {
  it.each(yamlIn('ISSUE_TEMPLATE'))('%s is complete', (name, text) => {
    const form = parse(text) as Readonly<Record<string, unknown>>;
    const keys = name === 'config.yml' ? ['contact_links'] : ['name', 'description', 'body'];
    expect(Object.keys(form)).toEqual(expect.arrayContaining(keys));
  });
});
