import { afterEach, describe, expect, it } from 'vitest';
import {
  GuardedEnvironment,
  environmentOf,
  recordReads,
  runsInNode,
  runtimeIdentity,
} from '../src/cluster/surroundings.js';

const NAMES = ['SURROUNDING_READ', 'SURROUNDING_LATE', 'SURROUNDING_LISTED', 'PGPASSWORD', 'DATABASE_URL'];

describe('the environment that results may depend on', () => {
  afterEach(() => {
    for (const name of NAMES) Reflect.deleteProperty(process.env, name);
  });

  it('is Node and those of its options that change results', () => {
    const node = `Node ${process.versions.node}`;
    expect(runtimeIdentity([])).toBe(node);
    expect(runtimeIdentity(['--import', './telemetry.mjs', '--max-old-space-size=4096', '--inspect', '-r=x'])).toBe(
      node,
    );
    expect(runtimeIdentity(['--stack-size=10', '--import=./a.mjs', '--conditions=x', '--stack-size=10'])).toBe(
      `${node} --conditions=x --stack-size=10`,
    );
  });

  it('is nothing for programs that do not run in Node', () => {
    expect(runsInNode(['a.c', 'b.litmus', 'c.ll'])).toBe(false);
    expect(runsInNode(['a.c', 'b.check.ts'])).toBe(true);
  });

  it('are the variables that are read, not those that are listed, written before, or secret', async () => {
    for (const name of NAMES) process.env[name] = 'x';
    const real = process.env;
    const { loaded, environment } = await recordReads(async () => {
      const all = { ...process.env };
      process.env['SURROUNDING_WRITTEN'] = 'mine';
      const values = [
        process.env['SURROUNDING_READ'],
        process.env['SURROUNDING_WRITTEN'],
        process.env['SURROUNDING_NONE'],
      ];
      void [process.env['PGPASSWORD'], process.env['DATABASE_URL'], process.env['HOME']];
      await Promise.resolve();
      return [...values, 'SURROUNDING_IN' in process.env, all['SURROUNDING_LISTED']];
    });
    Reflect.deleteProperty(process.env, 'SURROUNDING_WRITTEN');
    expect(loaded).toEqual(['x', 'mine', undefined, false, 'x']);
    expect(process.env).toBe(real);
    expect(environment.values).toEqual({ SURROUNDING_READ: 'x', SURROUNDING_NONE: null, SURROUNDING_IN: null });
    // Their names are not to be read there either.
    expect(JSON.stringify(environment.others)).not.toMatch(/SURROUNDING|PG|DATABASE/);
    expect(environment.others.length).toBeGreaterThan(1);
    const theirs = environmentOf(environment);
    expect(theirs['SURROUNDING_READ']).toBe('x');
    expect(Object.keys(theirs)).not.toContain('SURROUNDING_LISTED');
    expect(Object.keys(theirs).filter((name) => /^PG|^DATABASE|^NODE_OPTIONS/.test(name))).toEqual([]);
  });

  it('is not a variable that was not sent: a program that reads it is refused', async () => {
    process.env['SURROUNDING_LATE'] = 'x';
    const { environment } = await recordReads(() => Promise.resolve());
    Reflect.deleteProperty(process.env, 'SURROUNDING_LATE');
    const real = process.env;
    try {
      const guarded = new GuardedEnvironment(environment);
      expect(process.env['SURROUNDING_UNSET']).toBeUndefined();
      guarded.require('a.ts');
      expect(guarded.explain(1, 'a.ts')).toBe(1);
      expect(process.env['SURROUNDING_LATE']).toBeUndefined();
      expect(() => guarded.require('a.ts')).toThrow(
        'a.ts reads the environment variable SURROUNDING_LATE while it runs',
      );
    } finally {
      process.env = real;
    }
  });
});
