import type { CheckReport, SourceLines } from '@fencepost/report';
import { summaryLine, textReport } from '@fencepost/report';
import { describe, expect, it } from 'vitest';
import { checkOf, execution, failureOf, linesOf, tagged, threadFailure, violationOf } from '@fencepost/testing/reports';
import {
  ATOMIC_BASE,
  DEKKER_LINES,
  MESSAGE_LINES,
  SB_LINES,
  dekker,
  flags,
  longWay,
  messagePassing,
  philosophers,
  standardAtomics,
  storeBuffering,
  talking,
  twoPlusTwoWrites,
} from './sample-programs.js';

interface Sample {
  readonly checks: readonly CheckReport[];
  readonly sources?: SourceLines;
}

const inDekker = { source: 'src/dekker.c', program: 'dekker.c' };
const DEKKER_TSO = 'fp1:1x2.2.2c.2.1c.1.2';

function failsUnderBothBufferedModels(): Sample {
  const [tso, pso] = (['tso', 'pso'] as const).map((model) => {
    const shown = execution(dekker(), model, DEKKER_TSO);
    const failures = [threadFailure(shown, { executions: 2 })];
    return checkOf({ ...inDekker, model, failures, violations: [violationOf(shown, 3)], executions: 7 });
  });
  return {
    checks: [checkOf({ ...inDekker, model: 'sc', executions: 3 }), tso!, pso!],
    sources: linesOf('src/dekker.c', DEKKER_LINES, 10),
  };
}

function failsUnderPso(): Sample {
  const source = 'mp.c';
  const shown = execution(messagePassing(source), 'pso', 'fp1:1x2.1c1.2x2');
  const fields = { source, program: source };
  return {
    checks: [
      checkOf({ ...fields, model: 'sc', executions: 1 }),
      checkOf({ ...fields, model: 'tso', executions: 1 }),
      checkOf({
        ...fields,
        model: 'pso',
        failures: [threadFailure(shown)],
        violations: [violationOf(shown)],
        executions: 2,
        replay: ['--model', 'pso', '--', '-DNAME="a b"'],
      }),
    ],
    sources: linesOf(source, MESSAGE_LINES, 3),
  };
}

function benign(): Sample {
  const fields = { source: 'SB.litmus', program: 'SB' };
  const program = { ...storeBuffering(), assembly: true } as const;
  const violations = (model: 'tso' | 'pso') => [violationOf(execution(program, model, 'fp1:1x2.2.2c.2.1c'))];
  return {
    checks: [
      checkOf({ ...fields, model: 'sc', executions: 3 }),
      checkOf({ ...fields, model: 'tso', violations: violations('tso') }),
      checkOf({ ...fields, model: 'pso', violations: violations('pso') }),
    ],
    sources: linesOf('SB.litmus', SB_LINES, 4),
  };
}

/** Not under SC, as far as known: SC was not searched to its end. */
function overwritten(): Sample {
  const fields = { source: '2+2w.c', program: '2+2w.c' };
  const shown = execution(twoPlusTwoWrites(), 'pso', 'fp1:1x2.1c1.2.2c.2.2c.1c');
  const failure = { kind: 'assertion', message: 'x and y are both 1' } as const;
  return {
    checks: [
      checkOf({
        ...fields,
        model: 'pso',
        failures: [failureOf(shown, failure, { underSc: null })],
        violations: [violationOf(shown, null)],
        harmful: null,
      }),
    ],
  };
}

function deadlock(): Sample {
  const fields = { source: 'philosophers.c', program: 'philosophers.c' };
  const failure = { kind: 'deadlock', message: 'thread 1 waits to lock forks[1] at philosophers.c:18:3, …' } as const;
  const checks = (['sc', 'tso', 'pso'] as const).map((model) => {
    const shown = execution(philosophers(3), model, 'fp1:1.2.3');
    return checkOf({ ...fields, model, failures: [failureOf(shown, failure, { underSc: true })], executions: 7 });
  });
  return { checks, sources: linesOf('philosophers.c', '  lock(left);\n  lock(right);\n  unlock(right);', 17) };
}

function manyThreads(): Sample {
  const fields = { source: 'philosophers.c', program: 'philosophers.c' };
  const shown = execution(philosophers(6), 'sc', 'fp1:1.2.3.4.5.6');
  const failure = { kind: 'deadlock', message: 'all wait' } as const;
  return { checks: [checkOf({ ...fields, model: 'sc', failures: [failureOf(shown, failure, { underSc: true })] })] };
}

function module(): Sample {
  const fields = { source: 'programs/flags.mjs', program: 'unfenced flags' };
  const shown = execution(flags('relaxed'), 'tso', 'fp1:1x2.2.2c.2.1c');
  const failures = [failureOf(shown, { kind: 'assertion', message: 'both entered' })];
  return {
    checks: [checkOf({ ...fields, model: 'tso', failures, violations: [violationOf(shown)], method: 'monitor' })],
  };
}

function systemHeaders(): Sample {
  const fields = { source: 'sb.cpp', program: 'sb.cpp' };
  const shown = execution(standardAtomics(), 'tso', 'fp1:1x2.1-1x3.1-2.1-2c.1-2.1-1c.1-1c.1-2.1-2c.1x4');
  const notes = ['the loop at /usr/include/c++/12/bits/stl_algo.h:12:3 was not followed'];
  return {
    checks: [
      checkOf({ ...fields, model: 'tso', failures: [threadFailure(shown)], violations: [violationOf(shown)], notes }),
    ],
    // What is in headers of the system is not quoted.
    sources: {
      ...linesOf('sb.cpp', '  assert(saw_x || saw_y);', 25),
      ...linesOf(ATOMIC_BASE, '__atomic_store_n(&_M_i, __i, int(__m));', 464),
    },
  };
}

function longExecution(): Sample {
  const fields = { source: 'long.c', program: 'long.c' };
  const shown = execution(longWay(60), 'pso', 'fp1:1x2.1c1.1x60.2x62.1c');
  return { checks: [checkOf({ ...fields, model: 'pso', failures: [threadFailure(shown)] })] };
}

function stopped(): Sample {
  const fields = { source: 'large.c', program: 'large.c' };
  const incomplete = (stoppedBy: 'time' | 'limits', covered: string, likely: number | null) => ({
    stoppedBy,
    covered,
    estimate: likely === null ? null : { low: likely * 0.81, likely, high: likely * 2.4 },
  });
  const limited = incomplete('limits', 'the loop at large.c:8:3: only 32 iterations (raise --unroll)', null);
  const robust = null;
  return {
    checks: [
      checkOf({
        ...fields,
        model: 'sc',
        incomplete: incomplete('time', 'the search under sc ended after 1,234,567 executions', 12_345_678),
        robust,
        executions: 1_234_567,
        blocked: 1042,
        seconds: 75.4,
      }),
      checkOf({ ...fields, model: 'tso', incomplete: limited, robust }),
      checkOf({ ...fields, model: 'pso', incomplete: limited, robust }),
    ],
  };
}

/** More failures than have room, the second one with the same cycle as the first. */
function manyFailures(): Sample {
  const shown = execution(dekker(), 'tso', DEKKER_TSO);
  const failures = Array.from({ length: 13 }, (_, i) =>
    failureOf(i === 4 ? null : shown, {
      kind: i % 2 === 0 ? 'assertion' : 'crash',
      message: `assertion failed: step ${i}`,
      site: { file: 'src/dekker.c', line: 30 + i },
    }),
  );
  return { checks: [checkOf({ ...inDekker, model: 'tso', failures, executions: 1500 })] };
}

function severalPrograms(): Sample {
  return {
    checks: [
      checkOf({ source: 'a.c', program: 'a.c', model: 'sc' }),
      checkOf({ source: 'a.c', program: 'a.c', model: 'tso', executions: 1 }),
      checkOf({ source: 'b.mjs', program: 'first', model: 'tso', robust: null }),
      checkOf({ source: 'b.mjs', program: 'second', model: 'tso' }),
    ],
  };
}

/** A race is one of SC, told once. */
function race(): Sample {
  const fields = { source: 'race.c', program: 'race.c' };
  const message = 'data race on sent: store at race.c:4 (sender) and load at race.c:8:10 (receiver) are not ordered';
  const failure = { kind: 'data race', message, site: { file: 'race.c', line: 4 } } as const;
  const checks = (['sc', 'tso'] as const).map((model) => {
    const shown = execution(messagePassing('race.c'), model, model === 'sc' ? 'fp1:1x2.2x2' : 'fp1:1.1c.1.1c.2x2');
    return checkOf({ ...fields, model, failures: [failureOf(shown, failure, { underSc: true })] });
  });
  return { checks, sources: linesOf('race.c', MESSAGE_LINES, 3) };
}

function wideCharacters(): Sample {
  const shown = execution(talking(), 'tso', 'fp1:1x2.2x2');
  const failures = [threadFailure(shown, { kind: 'crash', underSc: true })];
  return { checks: [checkOf({ source: 'talk.c', program: 'talk.c', model: 'tso', failures })] };
}

const SAMPLES: Readonly<Record<string, () => Sample>> = {
  'fails-under-both': failsUnderBothBufferedModels,
  'fails-under-pso': failsUnderPso,
  benign,
  overwritten,
  deadlock,
  'many-threads': manyThreads,
  module,
  'system-headers': systemHeaders,
  'long-execution': longExecution,
  stopped,
  'many-failures': manyFailures,
  'several-programs': severalPrograms,
  'wide-characters': wideCharacters,
  race,
};

describe('output on a terminal', () => {
  it.each(Object.entries(SAMPLES))('of %s', async (name, sample) => {
    const { checks, sources = {} } = sample();
    const variants = [50, 120].flatMap((width) =>
      [false, true].map((colour) => {
        const lines = [...textReport(checks, sources, { width, colour }), summaryLine(checks, { colour })];
        return [`===== ${width} columns, ${colour ? 'in colour' : 'plain'}`, ...lines.map(tagged), ''].join('\n');
      }),
    );
    await expect(variants.join('\n')).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });

  /** Characters of two columns, as far as the samples have any, count twice. */
  const widthOf = (line: string): number => line.replaceAll(/[\u3000-\u9fff]|\p{Emoji_Presentation}/gu, '  ').length;

  it.each(Object.entries(SAMPLES))('of %s is within the width, except for commands to be copied', (_, sample) => {
    const { checks, sources = {} } = sample();
    for (const width of [32, 40, 50, 60, 80, 100, 140]) {
      for (const all of [false, true]) {
        const lines = textReport(checks, sources, { width, colour: false, all });
        const tooWide = lines.filter((line) => widthOf(line) > width && !line.includes('fencepost replay'));
        expect(tooWide, `${width} columns`).toEqual([]);
      }
    }
  });

  it.each(Object.entries(SAMPLES))('of %s has the same text in colour', (_, sample) => {
    const { checks, sources = {} } = sample();
    const style = { width: 72, colour: false };
    const bare = textReport(checks, sources, { ...style, colour: true }).map((line) =>
      line.replaceAll(/\u001b\[\d+m/g, ''),
    );
    expect(bare).toEqual(textReport(checks, sources, style));
  });
});
