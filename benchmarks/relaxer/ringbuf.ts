import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import { testActively, testRandomly, testWithPriorities } from '@fencepost/explore';
import { loadChecks } from '@fencepost/javascript';
import { installPackages } from '@fencepost/testing/npm-packages';
import type { Found } from './first-failure.js';
import { quartiles } from './quartiles.js';

// npm run bench -- relaxer-ringbuf [--seeds N --budget N --seconds N --method WORD]: 200 elements through a ring of ringbuf.js under PSO,
// with a plain store where the package has an atomic one: how long it takes each method to see a wrong element.
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    budget: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    method: { type: 'string', default: '' },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1);
const budget = Number(values.budget);
const mostSeconds = Number(values.seconds);

const PACKAGE = { 'ringbuf.js': '0.4.0' };
/** How `push` says that elements are there. */
const PUBLICATION =
  /Atomics\.store\(\s*this\.write_ptr,\s*0,\s*(\(wr \+ to_write\) % this\._storage_capacity\(\))\s*\)/g;
/** More than a loop of the check goes round. */
const UNROLL = 100_000;
/** Of the package as it is. */
const CONTROL_SEEDS = 3;

function checkOf(module: string): string {
  return `import { check } from 'fencepost';
import { RingBuffer } from '${module}';
check('200 pushes', (t) => {
  const storage = RingBuffer.getStorageForCapacity(4, Int32Array);
  t.thread('producer', () => {
    const ring = new RingBuffer(storage, Int32Array);
    for (let v = 1; v <= 200; v++) while (ring.push(Int32Array.of(v)) === 0);
  });
  t.thread('consumer', () => {
    const ring = new RingBuffer(storage, Int32Array);
    const element = new Int32Array(1);
    for (let v = 1; v <= 200; v++) {
      while (ring.pop(element) === 0);
      if (element[0] !== v) throw new Error(\`got \${element[0]} instead of \${v}\`);
    }
  });
});
`;
}

async function load(folder: string, name: string, module: string): Promise<Program> {
  const file = join(folder, `${name}.check.ts`);
  await writeFile(file, checkOf(module));
  const { checks } = await loadChecks(file, { include: Object.keys(PACKAGE), unroll: UNROLL });
  return checks[0]!.program;
}

/** How a search ended. */
interface Outcome {
  readonly found: Found | undefined;
  /** Executions that were tried. */
  readonly executions: number;
}

interface Method {
  readonly name: string;
  readonly search: (program: Program, seed: number) => Outcome;
}

// Local states are discovered again for each seed: that takes most of the time.
const METHODS: readonly Method[] = [
  { name: 'active, 10 runs under SC', search: actively },
  { name: 'random', search: (program, seed) => sampled(testRandomly, program, seed) },
  { name: 'priorities (PCT)', search: (program, seed) => sampled(testWithPriorities, program, seed) },
];

/** Until the first harmful cycle. Executions under SC count, too. */
function actively(program: Program, seed: number): Outcome {
  return withRestarts(() => {
    const begin = performance.now();
    const seconds = (): number => (performance.now() - begin) / 1000;
    let executions = 0;
    const until = (): boolean => executions >= budget || seconds() > mostSeconds;
    const options = { model: 'pso', seed, sequentialRuns: 10, trialsPerCycle: budget, until } as const;
    for (const { harmful } of testActively(new LocalStates(program), options)) {
      executions++;
      if (harmful > 0) return { found: { executions, seconds: seconds() }, executions };
    }
    return { found: undefined, executions };
  });
}

/** Until the first failure. What failed is known when a sampling is over, so few executions are tried first, then more. */
function sampled(method: typeof testRandomly, program: Program, seed: number): Outcome {
  for (let runs = Math.min(4, budget); ; runs = Math.min(4 * runs, budget)) {
    const outcome = withRestarts(() => {
      const begin = performance.now();
      const seconds: number[] = [];
      const until = (): boolean => performance.now() - begin > 1000 * mostSeconds;
      const sampling = method(new LocalStates(program), { model: 'pso', seed, runs, until });
      let step = sampling.next();
      for (; step.done !== true; step = sampling.next()) seconds.push((performance.now() - begin) / 1000);
      const first = Math.min(...step.value.failures.map(({ firstRun }) => firstRun));
      const found = first === Infinity ? undefined : { executions: first, seconds: seconds[first - 1]! };
      return { found, executions: seconds.length };
    });
    if (outcome.found !== undefined || runs === budget || outcome.executions < runs) return outcome;
  }
}

function row(subject: string, { name }: Method, all: readonly Outcome[]): string {
  const found = all.flatMap((each) => each.found ?? []);
  const tried = Math.min(...all.map((each) => each.executions));
  const executions = quartiles(all.map((each) => each.found?.executions));
  const seconds = quartiles(all.map((each) => each.found?.seconds));
  return `| ${subject} | ${name} | ${found.length} of ${all.length} | ${tried} | ${executions} | ${seconds} |`;
}

const folder = await mkdtemp(join(tmpdir(), 'fencepost-ringbuf-'));
try {
  await symlink(join(await installPackages(PACKAGE), 'node_modules'), join(folder, 'node_modules'), 'junction');
  const original = await readFile(join(folder, 'node_modules/ringbuf.js/dist/index.mjs'), 'utf8');
  if (original.match(PUBLICATION)?.length !== 1) throw new Error('push of ringbuf.js is not as it was');
  await writeFile(join(folder, 'plain.mjs'), original.replace(PUBLICATION, 'this.write_ptr[0] = $1'));
  const plain = await load(folder, 'plain', './plain.mjs');
  const unmodified = await load(folder, 'unmodified', 'ringbuf.js');
  console.log(`PSO; ${seeds.length} seeds, at most ${budget} executions and ${mostSeconds} s for each.\n`);
  console.log(
    '| ringbuf.js | method | found | fewest tried | executions: median (quartiles) | seconds: median (quartiles) |',
  );
  console.log('| --- | --- | ---: | ---: | ---: | ---: |');
  const controls = seeds.slice(0, CONTROL_SEEDS);
  for (const method of METHODS.filter(({ name }) => name.includes(values.method))) {
    console.log(
      row(
        'plain store',
        method,
        seeds.map((seed) => method.search(plain, seed)),
      ),
    );
    console.log(
      row(
        'unmodified',
        method,
        controls.map((seed) => method.search(unmodified, seed)),
      ),
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
