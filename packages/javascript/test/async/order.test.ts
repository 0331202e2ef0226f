import { describe, expect, it } from 'vitest';
import { FAILING_PROGRAMS, PROGRAMS } from './programs.js';
import { runNatively, runOnModel } from './worlds.js';

describe.each([
  ['programs', PROGRAMS, undefined],
  ['programs that fail', FAILING_PROGRAMS, 'reason'],
])('%s do the same natively and on the model', (_, programs, failure) => {
  const native = runNatively(Object.values(programs));
  it.each(Object.keys(programs).map((name, i) => [name, i] as const))('%s', (name, i) => {
    expect(runOnModel(programs[name]!)).toEqual(native[i]);
    expect(native[i]!.failure).toBe(failure);
    expect(native[i]!.log).not.toEqual(failure === undefined ? [] : ['never']);
  });
});
