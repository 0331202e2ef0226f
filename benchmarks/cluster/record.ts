import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { DEFAULT_BOUNDS, build, compiledProgram } from '@fencepost/c';
import type { Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { loadChecks } from '@fencepost/javascript';
import { REPOSITORY } from '../repository.js';
import { shapeOf } from './shape.js';
import { writeTree } from './tree.js';

// Records the shape of a search: node record.js NAME FILE [FLAGS …] (docs/evidence/benchmarks.md)

/** Frontiers from this many executions on are measured. */
const SAMPLES = [1000, 5000, 20_000, 50_000];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'tso' },
    unroll: { type: 'string', default: '32' },
    /** Executions to record at least, if there are as many. */
    most: { type: 'string', default: '10000000' },
    folder: { type: 'string', default: join(REPOSITORY, 'benchmarks', 'dist', 'trees') },
  },
});
const [name = '', file = '', ...flags] = positionals;
const { model } = values;

async function load(): Promise<Program> {
  if (/\.[cm]?[jt]s$/.test(file)) return (await loadChecks(file)).checks[0]!.program;
  const bounds = { ...DEFAULT_BOUNDS, unroll: Number(values.unroll) };
  return compiledProgram(name, await build({ files: [file], flags }), bounds);
}

/** What one execution costs where nothing is written down in between. */
function secondsPerExecution(program: Program): number {
  return withRestarts(() => {
    const states = new LocalStates(program);
    exploreGraphs(states, { model, budget: 50_000 });
    const started = performance.now();
    const { executions, blocked } = exploreGraphs(states, { model, budget: 200_000 });
    return (performance.now() - started) / 1000 / (executions + blocked);
  });
}

/** What a job takes in the database: frontiers are compressed. */
function bytesPerJob(program: Program): number {
  const sizes = SAMPLES.map((budget) =>
    withRestarts(() => {
      const { rest } = exploreGraphs(new LocalStates(program), { model, budget });
      return rest.length === 0 ? 0 : deflateRawSync(JSON.stringify(rest), { level: 1 }).length / rest.length;
    }),
  );
  return Math.round(sizes.reduce((sum, each) => sum + each, 0) / sizes.length);
}

const program = await load();
const facts = { name, secondsPerExecution: secondsPerExecution(program), bytesPerJob: bytesPerJob(program) };
const shape = withRestarts(() =>
  shapeOf(new LocalStates(program), model, Number(values.most), (executions) =>
    console.error(`${name}: ${executions.toLocaleString('en')} executions`),
  ),
);
mkdirSync(values.folder, { recursive: true });
writeTree(join(values.folder, `${name}.tree.gz`), { ...facts, ...shape });
console.log(JSON.stringify({ ...facts, executions: shape.executions, jobs: shape.explored.length }));
