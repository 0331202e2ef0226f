import { check } from 'fencepost';
import { describe, expect, it } from 'vitest';
import { givenCheck } from '../../src/adapters/given-check.js';

const define = (): void => undefined;

describe('the arguments of check', () => {
  it('are a name, perhaps settings, and a function', () => {
    expect(givenCheck(['x', define])).toEqual({ name: 'x', settings: {} });
    expect(givenCheck(['x', { maxTime: 3 }, define])).toEqual({ name: 'x', settings: { maxTime: 3 } });
    // Refused when the check is run, with the place.
    expect(givenCheck(['x', 'settings', define])).toEqual({ name: 'x', settings: {} });
  });

  it.each([[[]], [[define]], [['x']], [['x', {}]], [[true, 'the message of an assertion']]])(
    'are refused otherwise: %j',
    (given) => {
      expect(() => givenCheck(given)).toThrow(/^a check has a name and a function: check\('/);
    },
  );
});

describe('check of the library', () => {
  it('is refused where a test runner would not notice it', () => {
    expect(() => check('x', define)).toThrow(
      expect.objectContaining({ code: 'USAGE', hint: "import { check } from 'fencepost/vitest'" }),
    );
  });
});
