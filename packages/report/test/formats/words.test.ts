import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { replayCommand } from '../../src/text/replay-command.js';
import { actionOf, headlineOf, placeOfStep, remarkOn } from '../../src/text/words.js';
import { EXAMPLES, ODD, checkOf, failureOf, violationOf } from './samples.js';

describe('words', () => {
  it('for when a failure happens', () => {
    const failure = failureOf({ thread: 'main' });
    expect(headlineOf(failure, ['tso', 'pso'], 'src/mp.c')).toBe(
      'check failed: data is there in main, only under TSO and PSO, not under SC',
    );
    expect(headlineOf({ ...failure, underSc: true }, ['tso'], 'src/mp.c')).toContain(
      ', under TSO and already under SC',
    );
    expect(headlineOf({ ...failure, underSc: null }, ['tso'], 'src/mp.c')).toContain(
      ', under TSO, perhaps under SC, too',
    );
    expect(headlineOf({ ...failure, underSc: true }, ['sc', 'tso', 'pso'], 'src/mp.c')).toContain(
      ', under SC, TSO and PSO',
    );
  });

  it('for what fails', () => {
    const said = (kind: 'crash' | 'data race' | 'assertion', message: string): string =>
      headlineOf(failureOf({ kind, message, underSc: true }), ['sc'], 'src/mp.c');
    expect(said('crash', 'division by zero')).toBe('crash: division by zero in receiver, under SC');
    expect(said('data race', 'data race on x')).toBe('data race on x, under SC');
    expect(said('assertion', 'assertion failed: x == 1')).toBe('assertion failed: x == 1 in receiver, under SC');
  });

  it('for a violation', () => {
    expect(headlineOf(violationOf(), ['pso'], 'src/mp.c')).toBe(
      'not SC under PSO: in sender, the store to data at line 3 was delayed past the store to flag at line 4',
    );
  });

  it('for every operation', () => {
    const { story } = EXAMPLES.everything;
    const told = story.steps.map((step, i) => `${placeOfStep(step)} ${actionOf(story, i)}`);
    expect(told).toEqual([
      'main#0 writes x = 1',
      'main#1 passes a fence',
      'main#2 starts child',
      'child#0 locks m',
      'child#1 unlocks m',
      'main#3 changes x from 1 to 2',
      'main#4 reads x = 2 and leaves it so',
      'main#5 joins child',
    ]);
  });

  it('for what is in a buffer', () => {
    const { story } = EXAMPLES.storeBuffering;
    expect(story.steps.map((_, i) => remarkOn(story, i))).toEqual([
      'stays in its buffer',
      'from its own buffer',
      '',
      'stays in its buffer',
      'left#0 has not reached memory',
      '',
      '',
    ]);
  });
});

describe('the command for a replay', () => {
  it('is plain where it can be', () => {
    const check = checkOf({ source: 'src/a.c', replay: ['--model', 'tso', '--', '-DSIZE=2'] });
    expect(replayCommand(check, EXAMPLES.messagePassing)).toBe(
      'fencepost replay src/a.c fp1:1x2.1c1.2x2.1c --model tso -- -DSIZE=2',
    );
  });

  it('is what a shell understands', () => {
    const text = ODD.replaceAll('\0', '').replaceAll('\ud800', '');
    const check = checkOf({ source: "it's here.c", replay: ['--', '-DX="$HOME"', '', text] });
    const command = replayCommand(check, EXAMPLES.messagePassing).replace('fencepost', String.raw`printf '%s\1'`);
    const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\u0001').slice(0, -1);
    expect(words).toEqual(['replay', "it's here.c", 'fp1:1x2.1c1.2x2.1c', '--', '-DX="$HOME"', '', text]);
  });
});
