import { describe, expect, it } from 'vitest';
import { parseArguments } from '../src/arguments.js';
import { choose } from '../src/choose.js';
import { secondsIn } from '../src/duration.js';
import { duration, wholeNumber } from '../src/kinds.js';

const TABLE = { model: 'value', report: 'list', all: 'flag', help: 'flag' } as const;
const LETTERS = { m: 'model', a: 'all' };

describe('options', () => {
  it('have one value, several, or none', () => {
    const { values, lists, flags, positionals, rest } = parseArguments(
      ['a.c', '--report', 'x', '--all', '--report=y=z', '--model', 'tso', 'b.c', '--', '--model', '-O2'],
      TABLE,
      'rest',
    );
    expect([...values]).toEqual([['model', 'tso']]);
    expect([...lists]).toEqual([['report', ['x', 'y=z']]]);
    expect([...flags]).toEqual(['all']);
    expect(positionals).toEqual(['a.c', 'b.c']);
    expect(rest).toEqual(['--model', '-O2']);
  });

  it('may have letters', () => {
    const { values, flags, positionals } = parseArguments(
      ['-a', 'a.c', '-m', 'tso', '-'],
      TABLE,
      'rest',
      () => [],
      LETTERS,
    );
    expect([[...values], [...flags], positionals]).toEqual([[['model', 'tso']], ['all'], ['a.c', '-']]);
    expect([...parseArguments(['-m=sc'], TABLE, 'rest', () => [], LETTERS).values]).toEqual([['model', 'sc']]);
    expect([...parseArguments(['-h'], TABLE).flags]).toEqual(['help']);
  });

  it('after -- are files, unless they are for another program', () => {
    expect(parseArguments(['--', '--all'], TABLE)).toMatchObject({ positionals: ['--all'], rest: [] });
  });

  it.each(['-DN=5', '-Iinclude', '-O2', '-std=c11'])('takes %s for a flag of the compiler', (flag) => {
    const hint = `flags of the compiler come last: -- ${flag}`;
    expect(() => parseArguments(['x.c', flag], TABLE, 'rest')).toThrow(expect.objectContaining({ hint }));
    expect(() => parseArguments(['x.c', flag], TABLE)).toThrow(expect.not.objectContaining({ hint }));
    expect(parseArguments(['x.c', '--', flag], TABLE, 'rest').rest).toEqual([flag]);
  });

  it.each([
    [['--modle', 'x'], /unknown option '--modle'/, 'did you mean --model?'],
    [['--reports', 'x'], /unknown option '--reports'/, 'did you mean --report?'],
    [['-x'], /unknown option '-x'/, 'letters are -m (--model), -a (--all); for a file of this name write ./-x'],
    [['-all'], /unknown option '-all'/, 'did you mean --all?'],
    [['-msc'], /unknown option '-msc'/, 'write -m sc; for a file of this name write ./-msc'],
    [['-am'], /unknown option '-am'/, 'write -a -m; for a file of this name write ./-am'],
    [
      ['--reporting-file'],
      /unknown option '--reporting-file'/,
      'the most similar are --report, --model, --help; --help --all lists all',
    ],
    [['-m'], /--model needs a value/, 'write --model VALUE or --model=VALUE'],
    [['-m', 'a', '--model', 'b'], /--model is given twice/, 'omit one of them'],
    [['-a=yes'], /--all takes no value/, 'write --all alone'],
    [['--model'], /--model needs a value/, 'write --model VALUE or --model=VALUE'],
    [['--report', '--all'], /--report needs a value/, 'write --report VALUE or --report=VALUE'],
    [['--model=a', '--model=b'], /--model is given twice/, 'omit one of them'],
    [['--all=yes'], /--all takes no value/, 'write --all alone'],
  ])('refuses %j', (args, message, hint) => {
    expect(() => parseArguments(args, TABLE, 'positionals', () => [], LETTERS)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringMatching(message) as string, hint }),
    );
  });
});

describe('values', () => {
  it('out of a set suggest the nearest', () => {
    const formats = ['text', 'json', 'sarif'];
    expect(choose('json', formats, 'format')).toBe('json');
    expect(() => choose('sarfi', formats, 'format')).toThrow(
      expect.objectContaining({ hint: 'did you mean sarif? (formats are text, json, sarif)' }),
    );
  });

  it('that are numbers have a minimum', () => {
    expect(wholeNumber(3).fromText(['3'], 'model')).toBe(3);
    expect(() => wholeNumber(4).fromText(['3'], 'model')).toThrow(
      "--model takes a whole number of at least 4, not '3'",
    );
    // It would be rounded.
    expect(() => wholeNumber(0).fromText(['9007199254740993'], 'seed')).toThrow(
      "--seed takes a whole number from 0 to 9007199254740991, not '9007199254740993'",
    );
  });
});

describe('durations', () => {
  it.each([
    ['60', 60],
    ['60s', 60],
    ['500ms', 0.5],
    ['5m', 300],
    ['1.5h', 5400],
    ['30d', 2_592_000],
  ])('%s is %d seconds', (text, seconds) => {
    expect(secondsIn(text)).toBe(seconds);
  });

  it.each(['', '0', '0ms', '-1', '1w', '5 m', 'm', '1e3', '1:30', '.5', '9'.repeat(400)])('%j is not one', (text) => {
    expect(secondsIn(text)).toBeUndefined();
  });

  it('are refused with examples', () => {
    expect(duration.fromText(['2m'], 'model')).toBe(120);
    expect(() => duration.fromText(['soon'], 'model')).toThrow(
      expect.objectContaining({
        message: "--model takes a duration, not 'soon'",
        hint: expect.stringContaining('60, 500ms, 5m, 1h') as string,
      }),
    );
  });
});
