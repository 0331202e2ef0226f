import { join } from 'node:path';
import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, withRestarts, load, program, store } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { loadChecks } from '@fencepost/javascript';
import { REPOSITORY } from '../repository.js';

// How quickly checks in TypeScript are explored, beside the same programs as generator functions (docs/evidence/benchmarks.md).

const MODELS: readonly ModelName[] = ['sc', 'tso', 'pso'];
const ROUNDS = 7;
const checks = join(REPOSITORY, 'benchmarks', 'javascript', 'checks');

const generators: Readonly<Record<string, Program>> = {
  'sb(12)': storeBuffering(12),
  'sb(13)': storeBuffering(13),
  'readers(16)': readers(16),
};

const shapes = await loadChecks(join(checks, 'shapes.ts'));
console.log('executions per second of CPU time, TSO, discovery included: TypeScript, generators, ratio');
for (const { name, program: typescript } of shapes.checks) {
  const [ours, theirs] = medians([() => explore(typescript, 'tso'), () => explore(generators[name]!, 'tso')]);
  const executions = explore(typescript, 'tso');
  const rate = (seconds: number): string => Math.round(executions / seconds).toLocaleString('en');
  console.log(`${name}: ${rate(ours!)}, ${rate(theirs!)}, ${(ours! / theirs!).toFixed(2)} (bar: at most 2)`);
}

const ring = await loadChecks(join(checks, 'ring.ts'));
const started = performance.now();
for (const model of MODELS) explore(ring.checks[0]!.program, model);
const cold = performance.now() - started;
const [warm] = medians([() => MODELS.forEach((model) => explore(ring.checks[0]!.program, model))]);
console.log(`ring, all models: ${(1000 * warm!).toFixed(0)} ms warm, ${cold.toFixed(0)} ms cold (bar: 300 ms)`);

function explore(subject: Program, model: ModelName): number {
  return withRestarts(() => exploreGraphs(new LocalStates(subject), { model }).executions);
}

/** Median CPU seconds of each action; they take turns, so that what disturbs one disturbs all. */
function medians(actions: readonly (() => void)[]): number[] {
  const times = actions.map((): number[] => []);
  for (let round = -2; round < ROUNDS; round++) {
    actions.forEach((action, i) => {
      const before = process.cpuUsage();
      action();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times[i]!.push((user + system) / 1e6);
    });
  }
  return times.map((each) => each.sort((a, b) => a - b)[ROUNDS >> 1]!);
}

function storeBuffering(n: number): Program {
  return program(`sb(${n})`, (p) => {
    const x = p.array('x', n);
    for (let i = 0; i < n; i++) {
      p.thread(`t${i}`, function* () {
        yield store(x[i]!, 1, 'plain');
        return yield load(x[(i + 1) % n]!, 'plain');
      });
    }
  });
}

function readers(n: number): Program {
  return program(`readers(${n})`, (p) => {
    const x = p.variable('x');
    p.thread('writer', function* () {
      yield store(x, 42, 'plain');
    });
    for (let i = 0; i < n; i++) {
      p.thread(`reader${i}`, function* () {
        return yield load(x, 'plain');
      });
    }
  });
}
