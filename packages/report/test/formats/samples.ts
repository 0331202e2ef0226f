import type { ModelName, Program } from '@fencepost/core';
import {
  LocalStates,
  assert as expectThat,
  compareExchange,
  fence,
  join,
  load,
  lock,
  parseSchedule,
  program,
  spawn,
  store,
  unlock,
} from '@fencepost/core';
import type {
  CheckReport,
  Counterexample,
  FailureReport,
  Report,
  StoryStep,
  ViolationReport,
} from '../../src/index.js';
import { buildCounterexample } from '@fencepost/check';

const at = (line: number, column?: number) => ({ file: 'src/mp.c', line, ...(column !== undefined && { column }) });

const messagePassing = program('mp', (p) => {
  const data = p.variable('data');
  const flag = p.variable('flag');
  p.thread('sender', function* () {
    yield store(data, 1, 'relaxed', at(3, 8));
    yield store(flag, 1, 'relaxed', at(4, 8));
  });
  p.thread('receiver', function* () {
    if ((yield load(flag, 'relaxed', at(8))) === 1) {
      expectThat((yield load(data, 'relaxed', at(9))) === 1, 'data is there');
    }
  });
});

const storeBuffering = program('sb', (p) => {
  const [x, y] = [p.variable('x'), p.variable('y')];
  p.thread('left', function* () {
    yield store(x, 1);
    yield load(x);
    yield load(y);
  });
  p.thread('right', function* () {
    yield store(y, 1);
    yield load(x);
  });
});

const embrace = program('embrace', (p) => {
  const [a, b] = [p.mutex('a'), p.mutex('b')];
  p.thread('left', function* () {
    yield lock(a, at(20));
    yield lock(b, at(21));
  });
  p.thread('right', function* () {
    yield lock(b, at(25));
    yield lock(a, at(26));
  });
});

const everything = program('everything', (p) => {
  const x = p.variable('x');
  const m = p.mutex('m');
  p.thread('main', function* () {
    yield store(x, 1);
    yield fence();
    const child = yield spawn(function* () {
      yield lock(m);
      yield unlock(m);
    }, 'child');
    yield compareExchange(x, 1, 2);
    yield compareExchange(x, 1, 3);
    yield join(child);
  });
});

function told(source: Program, model: ModelName, schedule: string): Counterexample {
  return { ...buildCounterexample(new LocalStates(source), model, parseSchedule(schedule)), schedule };
}

export const EXAMPLES = {
  messagePassing: told(messagePassing, 'pso', 'fp1:1x2.1c1.2x2.1c'),
  storeBuffering: told(storeBuffering, 'tso', 'fp1:1x3.2x2.2c.1c'),
  deadlock: told(embrace, 'sc', 'fp1:1.2'),
  everything: told(everything, 'tso', 'fp1:1.1c.1x2.1-1x2.1x3'),
};

const SAFE: CheckReport = {
  source: './src/mp.c',
  program: 'mp.c',
  model: 'sc',
  method: 'graph',
  verdict: 'safe',
  robust: true,
  harmful: false,
  executions: 3,
  blocked: 1,
  events: 12,
  seconds: 0.0421,
  failures: [],
  violations: [],
  schedule: null,
  incomplete: null,
  notes: [],
  replay: ['--model', 'sc'],
};

export function checkOf(some: Partial<CheckReport>): CheckReport {
  const { model = 'sc' } = some;
  return { ...SAFE, replay: ['--model', model], ...some };
}

export function failureOf(some: Partial<FailureReport> = {}): FailureReport {
  return {
    kind: 'assertion',
    message: 'data is there',
    thread: 'receiver',
    site: at(9),
    executions: 2,
    underSc: false,
    counterexample: EXAMPLES.messagePassing,
    ...some,
  };
}

export function violationOf(some: Partial<ViolationReport> = {}): ViolationReport {
  return {
    operation: 'src/mp.c:9',
    write: 'src/mp.c:3:8',
    executions: 1,
    counterexample: EXAMPLES.messagePassing,
    ...some,
  };
}

export function reportOf(...checks: readonly CheckReport[]): Report {
  return { version: 1, tool: 'fencepost 0.1.0', checks };
}

/** Characters that mean something to one of the formats, or that one of them cannot say. */
export const ODD = 'a"b\'c<d>&amp;]]>\\N{0}\t%3A,:::\r\n\u0000\u0007\u001b[31m\ud800|\ufffe|😀|é\u2028';

function oddCounterexample(): Counterexample {
  const { story, cycle, delays, unordered } = EXAMPLES.messagePassing;
  const oddStep = (step: StoryStep): StoryStep => ({
    ...step,
    label: ODD,
    site: step.site && { ...step.site, file: ODD },
    read: step.read && ODD,
    wrote: step.wrote && ODD,
  });
  return {
    schedule: 'fp1:1',
    story: {
      model: 'pso',
      threads: story.threads.map((thread) => ({ ...thread, name: ODD, ...(thread.failure && { failure: ODD }) })),
      places: story.places.map((place) => ({ ...place, name: ODD })),
      steps: story.steps.map(oddStep),
    },
    cycle,
    delays,
    unordered,
  };
}

const oddCheck = checkOf({
  source: ODD,
  program: ODD,
  model: 'pso',
  verdict: 'failing',
  robust: false,
  harmful: true,
  failures: [
    failureOf({
      message: ODD,
      thread: ODD,
      site: { file: ODD, line: 0, column: 0 },
      counterexample: oddCounterexample(),
    }),
  ],
  violations: [violationOf({ operation: ODD, write: ODD, counterexample: oddCounterexample() })],
  notes: [ODD],
  replay: ['--', ODD],
});

const SEVERAL_LINES = failureOf({ message: 'expected\n  1\ngot\n  0' });

const scFailure = failureOf({ underSc: true, counterexample: null });

/** Reports of every shape, by what they are about. */
export const REPORTS: Readonly<Record<string, Report>> = {
  empty: reportOf(),
  safe: reportOf(checkOf({}), checkOf({ model: 'tso' })),
  failing: reportOf(
    checkOf({}),
    checkOf({
      model: 'pso',
      verdict: 'failing',
      robust: false,
      harmful: true,
      failures: [failureOf()],
      violations: [violationOf()],
      schedule: EXAMPLES.messagePassing.schedule,
    }),
  ),
  'failing under each model': reportOf(
    ...(['sc', 'tso', 'pso'] as const).map((model) =>
      checkOf({ model, verdict: 'failing', failures: [scFailure, failureOf({ site: at(30), kind: 'crash' })] }),
    ),
  ),
  benign: reportOf(
    ...(['tso', 'pso'] as const).map((model) =>
      checkOf({
        model,
        source: 'sb.mjs',
        program: 'sb',
        robust: false,
        violations: [violationOf({ operation: 'right#1', write: 'left#0', counterexample: EXAMPLES.storeBuffering })],
      }),
    ),
  ),
  accepted: reportOf(
    ...(['tso', 'pso'] as const).map((model) =>
      checkOf({
        model,
        source: 'sb.test.ts',
        program: 'sb',
        robust: false,
        allowsRelaxed: true,
        violations: [violationOf({ operation: 'right#1', write: 'left#0', counterexample: EXAMPLES.storeBuffering })],
      }),
    ),
  ),
  deadlock: reportOf(
    checkOf({
      verdict: 'failing',
      failures: [
        {
          kind: 'deadlock',
          message: 'left waits to lock b, right waits to lock a',
          executions: 1,
          underSc: true,
          counterexample: EXAMPLES.deadlock,
        },
      ],
    }),
  ),
  'every operation': reportOf(
    checkOf({
      model: 'tso',
      verdict: 'failing',
      failures: [failureOf({ kind: 'invalid access', message: 'freed', counterexample: EXAMPLES.everything })],
    }),
  ),
  'not decided': reportOf(
    checkOf({
      verdict: 'unknown',
      robust: null,
      harmful: null,
      incomplete: {
        stoppedBy: 'executions',
        covered: 'the search ended after 3 executions',
        estimate: { low: 10, likely: 100.5, high: 1e9 },
      },
    }),
    checkOf({
      model: 'tso',
      robust: null,
      incomplete: { stoppedBy: 'interrupt', covered: 'the search ended after 3 executions', estimate: null },
    }),
  ),
  'several lines': reportOf(checkOf({ model: 'pso', verdict: 'failing', robust: false, failures: [SEVERAL_LINES] })),
  odd: reportOf(oddCheck),
};
