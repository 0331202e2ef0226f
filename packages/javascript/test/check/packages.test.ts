import { afterEach, describe, expect, test } from 'vitest';
import { programsIn } from './explored.js';
import type { PackagePlan } from './package-files.js';
import { KINDS, MAKERS, cleanUp, filesFor, said } from './package-files.js';
import { CARRIERS, TOUCHES } from './package-ways.js';

const [ELEMENT] = Object.values(TOUCHES);
const [ARGUMENT] = Object.values(CARRIERS);
const BASE = { kind: 'esm', maker: 'check', carrier: ARGUMENT!, touch: ELEMENT!, isRacy: true } as const;

afterEach(cleanUp);

/** What is said about each, by name. */
async function verdicts(
  plans: Readonly<Record<string, Omit<PackagePlan, 'name'>>>,
  exclude: readonly string[] = [],
): Promise<Record<string, string>> {
  const list = Object.values(plans).map((plan, i) => ({ ...plan, name: `p${i}` }));
  const programs = await programsIn(filesFor(list), { exclude });
  return Object.fromEntries(Object.keys(plans).map((name, i) => [name, said(programs[i]!)]));
}

const every = <T>(names: readonly string[], value: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, value]));

describe('memory reaches a package', { timeout: 120_000 }, () => {
  const plans = Object.fromEntries(Object.entries(CARRIERS).map(([name, carrier]) => [name, { ...BASE, carrier }]));

  test('in whatever way: what it does is found', async () => {
    expect(await verdicts(plans)).toEqual(every(Object.keys(CARRIERS), 'failing'));
  });

  test('in whatever way: what it does right is safe', async () => {
    const correct = Object.fromEntries(Object.entries(plans).map(([name, plan]) => [name, { ...plan, isRacy: false }]));
    expect(await verdicts(correct)).toEqual(every(Object.keys(CARRIERS), 'safe'));
  });

  test('that is excluded: the check is refused, or not called safe', async () => {
    const found = await verdicts(plans, ['p*']);
    expect(Object.entries(found).filter(([, verdict]) => verdict !== 'refused' && verdict !== 'unknown')).toEqual([]);
    expect(found).toMatchObject({
      argument: 'refused',
      callback: 'unknown',
      global: 'refused',
      'kept object': 'unknown',
    });
  });
});

describe('a package accesses memory', { timeout: 120_000 }, () => {
  /** What evaluates a text when it is loaded matters to all checks of its file. */
  const each = async (isRacy: boolean, exclude: readonly string[] = []): Promise<Record<string, string>> => {
    const found: Record<string, string>[] = [];
    for (const [name, touch] of Object.entries(TOUCHES)) {
      found.push(await verdicts({ [name]: { ...BASE, touch, isRacy } }, exclude));
    }
    return Object.assign({}, ...found) as Record<string, string>;
  };

  /** Those that are not simply seen. */
  const UNSEEN = {
    eval: 'unknown',
    'indirect eval of a declaration': 'unknown',
    // The other thread gets other numbers when it is run after this one.
    'crypto.randomFillSync': 'refused',
    'fs.readSync': 'refused',
    'fs.writeSync': 'refused',
    'node:vm': 'refused',
    Blob: 'refused',
    'Readable.from': 'refused',
  };

  test('in whatever way: it is found, or the check is refused or not called safe', async () => {
    expect(await each(true)).toEqual({ ...every(Object.keys(TOUCHES), 'failing'), ...UNSEEN });
  });

  test('in the right way: it is safe, if it is seen', async () => {
    expect(await each(false)).toEqual({
      ...every(Object.keys(TOUCHES), 'safe'),
      ...{ eval: 'unknown', 'indirect eval of a declaration': 'unknown' },
    });
  });

  test('and is excluded', async () => {
    expect(await each(true, ['p*'])).toEqual(every(Object.keys(TOUCHES), 'refused'));
  });
});

describe('a package of any kind', { timeout: 120_000 }, () => {
  const plans = Object.fromEntries(
    KINDS.flatMap((kind) => MAKERS.map((maker) => [`${kind}, ${maker}`, { ...BASE, kind, maker }] as const)),
  );

  test('is checked', async () => {
    expect(await verdicts(plans)).toEqual(every(Object.keys(plans), 'failing'));
  });

  test('is refused, or not called safe, if it is excluded', async () => {
    const found = await verdicts(plans, ['p*']);
    expect(Object.values(found).filter((verdict) => verdict !== 'refused' && verdict !== 'unknown')).toEqual([]);
  });
});
