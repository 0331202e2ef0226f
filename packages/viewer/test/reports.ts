import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, assert, load, lock, parseSchedule, program, store } from '@fencepost/core';
import type { CheckReport, Counterexample, FailureReport, SourceLines } from '@fencepost/report';
import { buildCounterexample, buildStory } from '@fencepost/check';
import type { Opened } from '@fencepost/testing/browser';

const at = (file: string, line: number) => ({ file, line });

export const messagePassing = program('mp.c', (p) => {
  const data = p.variable('data');
  const flag = p.variable('flag');
  p.thread('sender', function* () {
    yield store(data, 1, 'relaxed', at('src/mp.c', 3));
    yield store(flag, 1, 'relaxed', at('src/mp.c', 4));
  });
  p.thread('receiver', function* () {
    if ((yield load(flag, 'relaxed', at('src/mp.c', 8))) === 1) {
      assert((yield load(data, 'relaxed', at('src/mp.c', 9))) === 1, 'data is there');
    }
  });
});

export const storeBuffering = program('sb.c', (p) => {
  const x = p.variable('x');
  const y = p.variable('y');
  p.thread('left', function* () {
    yield store(x, 1, 'relaxed', at('src/sb.c', 3));
    yield load(y, 'relaxed', at('src/sb.c', 4));
  });
  p.thread('right', function* () {
    yield store(y, 1, 'relaxed', at('src/sb.c', 8));
    yield load(x, 'relaxed', at('src/sb.c', 9));
  });
});

export const deadlock = program('deadlock.c', (p) => {
  const a = p.mutex('a');
  const b = p.mutex('b');
  p.thread('one', function* () {
    yield lock(a);
    yield lock(b);
  });
  p.thread('two', function* () {
    yield lock(b);
    yield lock(a);
  });
});

export function counterexampleOf(source: Program, model: ModelName, schedule: string): Counterexample {
  return buildCounterexample(new LocalStates(source), model, parseSchedule(schedule));
}

/** data = 1 stays in its buffer while flag = 1 overtakes it. */
export const staleMessage = counterexampleOf(messagePassing, 'pso', 'fp1:1x2.1c1.2x2.1c');
/** The message is overlooked, though its flag is seen: there are no buffers. */
export const oldMessage = counterexampleOf(messagePassing, 'rc11', 'fp1:1x2.2.2r1');
/** Both stores stay in their buffers while both loads read. */
export const bothZero = counterexampleOf(storeBuffering, 'tso', 'fp1:1x2.2x2.1c.2c');
export const bothWait = counterexampleOf(deadlock, 'sc', 'fp1:1.2');

const NOTHING_FOUND: Omit<CheckReport, 'source' | 'program' | 'model'> = {
  method: 'graph',
  verdict: 'safe',
  robust: true,
  harmful: false,
  executions: 3,
  blocked: 0,
  events: 12,
  seconds: 0.012,
  failures: [],
  violations: [],
  schedule: null,
  incomplete: null,
  notes: [],
  replay: [],
};

export function checkOf(name: string, model: ModelName, found: Partial<CheckReport> = {}): CheckReport {
  return { ...NOTHING_FOUND, source: `src/${name}`, program: name, model, replay: ['--model', model], ...found };
}

export function failureOf(counterexample: Counterexample | null, message: string): FailureReport {
  return { kind: 'assertion', message, executions: 2, underSc: false, counterexample };
}

function linesOf(file: string): SourceLines[string] {
  return Object.fromEntries(Array.from({ length: 12 }, (_, i) => [i + 1, `/* ${file}, line ${i + 1} */`]));
}

export const sources: SourceLines = { 'src/mp.c': linesOf('mp.c'), 'src/sb.c': linesOf('sb.c') };

export function reportOf(...checks: CheckReport[]): Opened {
  return { report: { version: 1, tool: 'fencepost 0.1.0', checks }, sources };
}

/** Several programs, several findings, one of them with nothing to show; a search that was given up. */
export const several = reportOf(
  checkOf('mp.c', 'sc', {
    incomplete: { stoppedBy: 'time', covered: 'some executions', estimate: { low: 900, likely: 1200.4, high: 5000 } },
  }),
  checkOf('mp.c', 'pso', {
    verdict: 'failing',
    robust: false,
    harmful: true,
    failures: [
      { ...failureOf(staleMessage, 'data is there'), site: at('src/mp.c', 9) },
      { ...failureOf(null, 'was seen once'), underSc: null, executions: 1 },
    ],
    replay: ['--model', 'pso', '--', "-DTEXT='a b'"],
  }),
  checkOf('sb.c', 'tso', {
    robust: false,
    notes: ['weak compare-and-swaps never fail spuriously'],
    violations: [{ operation: 'src/sb.c:9:3', write: 'src/sb.c:3:3', executions: 1, counterexample: bothZero }],
  }),
  checkOf('deadlock.c', 'sc', {
    verdict: 'failing',
    failures: [{ ...failureOf(bothWait, 'no thread can continue'), kind: 'deadlock', underSc: true }],
  }),
);

/** A main thread and two others, which take from an account and add to another. */
const bank = program('bank.c', (p) => {
  const [ten, moved, two] = ['balance[10]', 'moved', 'balance[2]'].map((name) => p.variable(name));
  p.thread('main', function* () {
    yield store(ten!, 100, 'relaxed', at('src/mp.c', 3));
  });
  for (const name of ['first', 'second']) {
    p.thread(name, function* () {
      yield load(ten!, 'relaxed', at('src/mp.c', 4));
      yield store(moved!, 100, 'relaxed', at('src/mp.c', 5));
      yield store(two!, 90, 'relaxed', at('src/mp.c', 6));
    });
  }
});

export const threeThreads = reportOf(
  checkOf('bank.c', 'sc', {
    verdict: 'failing',
    failures: [
      failureOf(counterexampleOf(bank, 'sc', 'fp1:1.2x3.3x3'), 'the sum is right'),
      failureOf(null, 'nothing is lost'),
    ],
  }),
);

/** As many threads as there are colours, with everything that has one. */
export const manyThreads = ((): Opened => {
  const THREADS = 8;
  const busy = program('busy.c', (p) => {
    const variables = Array.from({ length: THREADS }, (_, i) => p.variable(`v[${i}]`));
    variables.forEach((variable, i) => {
      p.thread(`thread ${i}`, function* () {
        yield store(variable, 1, 'relaxed', at('src/sb.c', 3));
        const read = yield load(variables[(i + 1) % THREADS]!, 'relaxed', at('src/sb.c', 4));
        assert(i > 0 || read === 1, 'the neighbour was there first');
      });
    });
  });
  const handles = Array.from({ length: THREADS }, (_, i) => i + 1);
  const schedule = `fp1:${[...handles.map((t) => `${t}x2`), ...handles.map((t) => `${t}c`)].join('.')}`;
  const counterexample = counterexampleOf(busy, 'tso', schedule);
  return reportOf(
    ...several.report.checks.slice(0, 1),
    checkOf('busy.c', 'tso', {
      verdict: 'failing',
      failures: [failureOf(counterexample, 'the neighbour was there first')],
      violations: [{ operation: 'a', write: 'b', executions: null, counterexample }],
    }),
    checkOf('safe.c', 'pso'),
    checkOf('unknown.c', 'pso', { verdict: 'unknown', robust: null }),
  );
})();

/** Two threads that take turns with some variables, each store in its buffer for a while: four steps a round. */
export function longExecution(rounds: number): Counterexample {
  const VARIABLES = 60;
  const taking = program('long', (p) => {
    const variables = Array.from({ length: VARIABLES }, (_, i) => p.variable(`v[${i}]`));
    p.thread('writer', function* () {
      for (let i = 0; i < rounds; i++) yield store(variables[i % VARIABLES]!, i, 'relaxed', at('src/mp.c', 3));
    });
    p.thread('reader', function* () {
      for (let i = 0; i < 2 * rounds; i++) yield load(variables[i % VARIABLES]!, 'relaxed', at('src/mp.c', 8));
    });
  });
  const schedule = `fp1:${Array<string>(rounds).fill('1.2x2.1c').join('.')}`;
  const story = buildStory(new LocalStates(taking), 'tso', parseSchedule(schedule));
  const last = story.steps.length - 2;
  return {
    schedule,
    story,
    cycle: [
      { from: 0, to: last - 3, kind: 'program order' },
      { from: last - 3, to: last, kind: 'reads-from' },
      { from: last, to: 0, kind: 'from-read' },
    ],
    delays: [],
    unordered: [],
  };
}
