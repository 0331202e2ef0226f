import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_BOUNDS, build, compiledProgram } from '@fencepost/c';
import type { Program } from '@fencepost/core';
import { LocalStates, beginningAgain } from '@fencepost/core';
import type { Job } from '@fencepost/explore';
import { exploreGraphs } from '@fencepost/explore';
import { loadChecks } from '@fencepost/javascript';
import { REPOSITORY } from '../repository.js';
import type { Tree } from './tree.js';
import { writeTree } from './tree.js';
import { Words } from './words.js';

// Records the shape of a search: node record.js NAME FILE [FLAGS …] (docs/internals/benchmarks.md)

/** Executions of a piece: small enough to say where a job could have ended, large enough to be worth writing down. */
const PIECE = 128;
/** One job of so many is measured. */
const SAMPLE = 1000;
const PROGRESS = 100_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'tso' },
    unroll: { type: 'string', default: '32' },
    folder: { type: 'string', default: join(REPOSITORY, 'benchmarks', 'dist', 'trees') },
  },
});
const [name = '', file = '', ...flags] = positionals;
const model = values.model;

async function load(): Promise<Program> {
  if (/\.[cm]?[jt]s$/.test(file)) return (await loadChecks(file)).checks[0]!.program;
  const bounds = { ...DEFAULT_BOUNDS, unroll: Number(values.unroll) };
  return compiledProgram(name, await build({ files: [file], flags }), bounds);
}

/** What one execution costs where nothing is written down in between. */
function secondsPerExecution(program: Program): number {
  return beginningAgain(() => {
    const states = new LocalStates(program);
    exploreGraphs(states, { model, budget: 50_000 });
    const started = performance.now();
    const { executions, blocked } = exploreGraphs(states, { model, budget: 200_000 });
    return (performance.now() - started) / 1000 / (executions + blocked);
  });
}

function record(program: Program, seconds: number): Tree {
  const states = new LocalStates(program);
  const [explored, children] = [new Words(), new Words()];
  const stack: (Job | undefined)[] = [undefined];
  const sizes: number[] = [];
  let executions = 0;
  while (stack.length > 0) {
    const job = stack.pop();
    const found = exploreGraphs(states, { model, budget: PIECE, ...(job && { from: [job] }) });
    const size = found.executions + found.blocked;
    executions += size;
    explored.push(size);
    children.push(found.rest.length);
    // The first of the rest is what comes next.
    stack.push(...found.rest.toReversed());
    if (explored.length % SAMPLE === 0 && job !== undefined) sizes.push(JSON.stringify(job).length);
    if (explored.length % PROGRESS === 0) console.error(`${name}: ${executions} executions, ${explored.length} pieces`);
  }
  const bytesPerJob = Math.round(sizes.reduce((sum, each) => sum + each, 0) / Math.max(1, sizes.length));
  const facts = { name, executions, secondsPerExecution: seconds, bytesPerJob };
  return { ...facts, explored: explored.all, children: children.all };
}

const program = await load();
const seconds = secondsPerExecution(program);
const tree = beginningAgain(() => record(program, seconds));
mkdirSync(values.folder, { recursive: true });
writeTree(join(values.folder, `${name}.tree.gz`), tree);
const { explored, children: _, ...facts } = tree;
console.log(JSON.stringify({ ...facts, pieces: explored.length }));
