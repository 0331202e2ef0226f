import { describe, expect, it } from 'vitest';
import type { TableOf } from '../src/index.js';
import {
  adapted,
  choice,
  defaultsOf,
  duration,
  flag,
  flagsOf,
  nameList,
  option,
  picked,
  setting,
  size,
  wholeNumber,
} from '../src/index.js';

interface Values {
  readonly deep: boolean;
  readonly names: readonly string[];
  readonly most: number | undefined;
  readonly kind: 'a' | 'b';
  readonly hidden: number | undefined;
}

const TABLE: TableOf<Values> = {
  deep: setting('deep', flag, { otherwise: false }),
  names: setting('name', nameList, { otherwise: [] }),
  most: option('most', wholeNumber(1)),
  kind: option(
    'kind',
    choice<'a' | 'b'>(() => ['a', 'b'], 'kind', 'KIND'),
    { otherwise: 'a' },
  ),
  hidden: option(null, wholeNumber(0)),
};

describe('a table', () => {
  it('has defaults', () => {
    expect(defaultsOf(TABLE)).toEqual({ deep: false, names: [], most: undefined, kind: 'a', hidden: undefined });
  });

  it('gives the command line for values, without defaults and values without a name', () => {
    expect(flagsOf(TABLE, defaultsOf(TABLE))).toEqual([]);
    const values = { deep: true, names: ['x', 'y'], most: 3, kind: 'b', hidden: 4 } as const;
    expect(flagsOf(TABLE, values)).toEqual(['--deep', '--name', 'x', '--name', 'y', '--most', '3', '--kind', 'b']);
  });

  it('gives flags that are read as the same values', () => {
    for (const [kind, value] of [
      [duration, 90],
      [duration, 0.5],
      [size, 512],
      [wholeNumber(0), 7],
    ] as const) {
      expect(kind.fromText(kind.toTexts(value), 'x')).toBe(value);
    }
    expect(nameList.fromText(nameList.toTexts(['a', 'b']), 'x')).toEqual(['a', 'b']);
  });

  it('picks its own values out of others', () => {
    const others = { ...defaultsOf(TABLE), more: 1 };
    expect(picked(TABLE, others)).toEqual(defaultsOf(TABLE));
  });

  it('has settings of a configuration, and options that are none', () => {
    expect(Object.values(TABLE).map(({ inConfig }) => inConfig)).toEqual([true, true, false, false, false]);
  });
});

it('an option that a command adapts keeps its name, and whether a resumed run may change it', () => {
  const before = setting('max-time', duration, { resumable: true, help: 'before' });
  const {
    flag: name,
    resumable,
    inConfig,
    otherwise,
    help,
  } = adapted(before, wholeNumber(1), { otherwise: 5, help: 'now' });
  expect({ name, resumable, inConfig, otherwise, help }).toEqual({
    ...{ name: 'max-time', resumable: true, inConfig: false, otherwise: 5, help: 'now' },
  });
});
