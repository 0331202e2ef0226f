import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { githubAnnotations } from '../../src/formats/github.js';
import { markdownReport } from '../../src/formats/markdown.js';
import { inExecutions, messageInWords } from '../../src/text/failure-words.js';
import { failureFinding } from '../../src/text/findings.js';
import { replayCommand } from '../../src/text/replay-command.js';
import { actionOf, headlineOf, placeOfStep, remarkOn } from '../../src/text/words.js';
import { EXAMPLES, ODD, checkOf, failureOf, violationOf } from './samples.js';

describe('words', () => {
  it('for when a failure happens', () => {
    const failure = failureOf({ thread: 'main' });
    expect(headlineOf(failure, ['tso', 'pso'], 'src/mp.c')).toBe(
      'check failed: data is there in main, under TSO and PSO, not under SC',
    );
    expect(headlineOf({ ...failure, underSc: true }, ['tso'], 'src/mp.c')).toContain(', under TSO, also under SC');
    expect(headlineOf({ ...failure, underSc: null }, ['tso'], 'src/mp.c')).toContain(
      ', under TSO, perhaps also under SC',
    );
    expect(headlineOf({ ...failure, underSc: true }, ['sc', 'tso', 'pso'], 'src/mp.c')).toContain(
      ', under SC, TSO and PSO',
    );
  });

  it('for races, which are not compared with SC', () => {
    const race = failureOf({ kind: 'data race', message: 'data race on x', underSc: true });
    expect(headlineOf(race, ['rc11'], 'src/mp.c')).toBe('data race on x, under RC11');
    const safe = checkOf({ model: 'sc', verdict: 'safe', failures: [], violations: [] });
    const report = { checks: [safe, checkOf({ model: 'rc11', verdict: 'failing', failures: [race] })] } as never;
    for (const text of [markdownReport(report), githubAnnotations(report)]) expect(text).not.toMatch(/already/);
  });

  it('for a deadlock, the same in every format', () => {
    const deadlock = failureOf({
      kind: 'deadlock',
      message: 'main waits for one to end at a.c:9, one waits to lock b at a.c:3',
      counterexample: {
        ...EXAMPLES.everything,
        story: {
          ...EXAMPLES.everything.story,
          threads: [
            { name: 'main', waits: 'for one to end' },
            { name: 'one', waits: 'to lock b (held by two since line 4)' },
          ],
        },
      } as never,
    });
    const { thread: _, site: __, ...failure } = deadlock;
    const words = 'one waits to lock b (held by two since line 4)';
    expect(headlineOf(failure, ['sc'], 'a.c')).toBe(`deadlock: ${words}, under SC`);
    const check = checkOf({ model: 'sc', failures: [failure] });
    expect(failureFinding(failure, check).title).toBe(`deadlock: ${words}`);
    expect(messageInWords(failure)).toBe(words);
  });

  it('for how often it fails, where the search ended early', () => {
    const check = checkOf({ executions: 256 });
    expect(inExecutions(176, { ...check, incomplete: null })).toBe('in 176 of 256 executions');
    const incomplete = { stoppedBy: 'failure', covered: '', estimate: null } as const;
    expect(inExecutions(176, { ...check, incomplete })).toBe('in 176 of the 256 executions explored so far');
  });

  it('for failures', () => {
    const said = (kind: 'crash' | 'data race' | 'assertion', message: string): string =>
      headlineOf(failureOf({ kind, message, underSc: true }), ['sc'], 'src/mp.c');
    expect(said('crash', 'division by zero')).toBe('crash: division by zero in receiver, under SC');
    expect(said('data race', 'data race on x')).toBe('data race on x, under SC');
    expect(said('assertion', 'assertion failed: x == 1')).toBe('assertion failed: x == 1 in receiver, under SC');
  });

  it('for a violation', () => {
    expect(headlineOf(violationOf(), ['pso'], 'src/mp.c')).toBe(
      'not robust under PSO: in sender, the store to data at line 3 was delayed past the store to flag at line 4',
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

  it('for stores in a buffer', () => {
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

  it('is quoted for a shell', () => {
    const text = ODD.replaceAll('\0', '').replaceAll('\ud800', '');
    const check = checkOf({ source: "it's here.c", replay: ['--', '-DX="$HOME"', '', text] });
    const command = replayCommand(check, EXAMPLES.messagePassing).replace('fencepost', String.raw`printf '%s\1'`);
    const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\u0001').slice(0, -1);
    expect(words).toEqual(['replay', "it's here.c", 'fp1:1x2.1c1.2x2.1c', '--', '-DX="$HOME"', '', text]);
  });
});
