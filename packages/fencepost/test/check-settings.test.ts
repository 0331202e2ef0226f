import { describe, expect, it } from 'vitest';
import { checkSettings } from '../src/options/check-settings.js';

describe('the settings of a check', () => {
  it('are taken as they are if they are right', () => {
    const settings = {
      ...{ models: ['sc', 'pso'], races: true, allowRelaxed: false, all: true, maxExecutions: 10, maxTime: 0.5 },
      ...{ maxDepth: 3, unroll: 2, seed: 0, daemons: ['poller'] },
    };
    expect(checkSettings('x', settings)).toEqual(settings);
    expect(checkSettings('x', { models: undefined, seed: 1 })).toEqual({ seed: 1 });
  });

  it.each([
    [{ models: ['mips'] }, /check 'x': there is no model 'mips'/, /models are sc, ibm370, tso/],
    [{ models: ['pslo'] }, /under pslo, only tested/, /fencepost test --model pslo/],
    [{ maxTimes: 1 }, /there is no setting 'maxTimes'/, /did you mean maxTime\?/],
    [{ spurious: true }, /there is no setting 'spurious'/, /the most similar are \w+, \w+, \w+$/],
    [{ maxTime: 'soon' }, /maxTime cannot be 'soon'/, /a number of seconds, or a duration/],
    [{ maxTime: 0 }, /maxTime cannot be 0/, /a number of seconds, or a duration/],
    [{ maxExecutions: 0 }, /maxExecutions cannot be 0/, /a whole number of at least 1/],
    [{ races: 'yes' }, /races cannot be 'yes'/, /true or false/],
    [['sc'], /its settings are not an object/, /write: check\('name', \{ models/],
    [null, /its settings are not an object/, /write: check/],
  ])('are refused: %j', (settings, message, hint) => {
    expect(() => checkSettings('x', settings)).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        message: expect.stringMatching(message) as string,
        hint: expect.stringMatching(hint) as string,
      }),
    );
  });

  it('may be misspelt ones of a structure', () => {
    const misspelt = (): unknown => checkSettings('x', { call: 3 }, ['calls', 'threads']);
    expect(misspelt).toThrow(expect.objectContaining({ hint: 'did you mean calls?' }));
  });
});
