import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AccessOrder, AxiomaticModel, AxiomaticProgram, FenceKind, Instruction } from '@fencepost/axioms';
import { ARM64, RC11, SC, consistentExecutions, toAArch64 } from '@fencepost/axioms';
import { record } from '@fencepost/recorder';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-old-'));
const cache = path.join(process.env['FENCEPOST_CACHE'] ?? folder);
const hasCompiler = spawnSync('cc', ['--version']).status === 0;

const PROGRAMS = Number(process.env['FENCEPOST_OLD_VALUES'] ?? 30);
const ROUNDS = 100;
const PLACES = 2;

interface Steered {
  readonly model: AxiomaticModel;
  /** The program whose executions the model judges. */
  readonly translated: (program: AxiomaticProgram) => AxiomaticProgram;
  /** What is not ordered: under RC11, plain accesses would be data races. */
  readonly unordered: readonly AccessOrder[];
}

const MODELS: Readonly<Record<string, Steered>> = {
  rc11: { model: RC11, translated: (program) => program, unordered: ['relaxed'] },
  arm64: {
    model: ARM64,
    translated: (program) => toAArch64(program, 'acquire_pc'),
    unordered: ['relaxed', 'relaxed', 'plain'],
  },
};

const address = fc.nat(PLACES - 1);
const loadOf = (unordered: readonly AccessOrder[]) =>
  fc.record({
    ...{ op: fc.constant('load' as const), to: fc.constant('r'), address },
    order: fc.constantFrom<AccessOrder[]>(...unordered, ...unordered, 'acquire', 'seq_cst'),
  });
const storeOf = (unordered: readonly AccessOrder[]) =>
  fc.record({
    ...{ op: fc.constant('store' as const), address, value: fc.integer({ min: 1, max: 3 }) },
    order: fc.constantFrom<AccessOrder[]>(...unordered, ...unordered, 'release', 'seq_cst'),
  });
const update = fc.record({
  ...{ op: fc.constant('rmw' as const), fn: fc.constant('+' as const), to: fc.constant('r'), address },
  ...{ value: fc.constant(4) },
  order: fc.constantFrom<AccessOrder[]>('relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'),
});
const fence = fc.record({
  op: fc.constant('fence' as const),
  fence: fc.constantFrom<FenceKind[]>('acquire', 'release', 'acq_rel', 'seq_cst', 'seq_cst'),
});
function threadsOf(unordered: readonly AccessOrder[]): fc.Arbitrary<Instruction[][]> {
  const instruction: fc.Arbitrary<Instruction> = fc.oneof(
    { weight: 4, arbitrary: loadOf(unordered) },
    { weight: 4, arbitrary: storeOf(unordered) },
    { weight: 1, arbitrary: update },
    { weight: 1, arbitrary: fence },
  );
  return fc.array(fc.array(instruction, { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 3 });
}

const L = (at: number, order: AccessOrder = 'relaxed'): Instruction => ({ op: 'load', to: 'r', address: at, order });
const S = (at: number, order: AccessOrder = 'relaxed'): Instruction => ({ op: 'store', address: at, value: 1, order });
const U = (at: number, order: AccessOrder = 'relaxed'): Instruction => {
  return { op: 'rmw', fn: '+', to: 'r', address: at, value: 4, order };
};
const F = (kind: FenceKind): Instruction => ({ op: 'fence', fence: kind });

/** Each needs one of the rules. */
const CLASSIC: readonly (readonly (readonly Instruction[])[])[] = [
  [
    [S(0, 'seq_cst'), L(1, 'seq_cst')],
    [S(1, 'seq_cst'), L(0, 'seq_cst')],
  ],
  // ARM does, as STLR is before LDAR.
  [
    [S(0, 'release'), L(1, 'seq_cst')],
    [S(1, 'release'), L(0, 'seq_cst')],
  ],
  [
    [S(0), F('seq_cst'), L(1)],
    [S(1), F('seq_cst'), L(0)],
  ],
  [
    [S(0), U(1, 'seq_cst')],
    [U(1, 'seq_cst'), L(0)],
  ],
  [
    [S(0), F('release'), S(1)],
    [L(1), F('acquire'), L(0)],
  ],
  [
    [S(0), F('acq_rel'), S(1)],
    [L(1, 'acquire'), L(0)],
  ],
  [
    [S(0), S(1, 'release')],
    [L(1), F('acq_rel'), L(0)],
  ],
  [[S(0), S(1, 'release')], [U(1)], [L(1, 'acquire'), L(0)]],
  [[S(0), F('release'), U(1)], [U(1)], [U(1, 'acquire'), L(0)]],
  [[S(0), S(1, 'release')], [S(1)], [L(1, 'acquire'), L(0)]],
  [[S(0)], [L(0), S(1, 'release')], [L(1, 'acquire'), L(0)]],
  [[S(0)], [L(0), F('seq_cst'), L(1)], [S(1), F('seq_cst'), L(0)]],
  [
    [S(0), S(0)],
    [L(0), L(0), L(0)],
  ],
];

/** The program, each result in a register of its own. */
function programOf(lists: readonly (readonly Instruction[])[]): AxiomaticProgram {
  return {
    threads: lists.map((list) => ({
      instructions: list.map((each, i) => ('to' in each ? { ...each, to: `r${i}` } : each)),
      registers: new Map<string, number>(),
    })),
    memory: new Map(Array.from({ length: PLACES }, (_, i) => [i, 0])),
  };
}

/** What the loads of a program may find together, according to the executions of what it is translated to. */
function outcomes(translated: AxiomaticProgram, program: AxiomaticProgram, model: AxiomaticModel): Set<string> {
  const found = new Set<string>();
  for (const execution of consistentExecutions(translated, model)) {
    const values = program.threads.flatMap(({ instructions }, t) =>
      instructions.flatMap((each, i) => ('to' in each ? [execution.finalRegister(t, `r${i}`)] : [])),
    );
    found.add(values.join(' '));
  }
  return found;
}

/** Threads run all programs many times, each time on new variables, and print what they have read. */
function source(programs: readonly AxiomaticProgram[]): string {
  const order = (name: string): string => `memory_order_${name}`;
  const statement = (each: Instruction, i: number): string => {
    if (each.op === 'fence') return `atomic_thread_fence(${order(each.fence)});`;
    if (each.op === 'load' && each.order === 'plain')
      return `r[${i}] = *(volatile int *)&v[${JSON.stringify(each.address)}];`;
    if (each.op === 'store' && each.order === 'plain')
      return `*(volatile int *)&v[${JSON.stringify(each.address)}] = ${JSON.stringify(each.value)};`;
    if (each.op === 'load')
      return `r[${i}] = atomic_load_explicit(&v[${JSON.stringify(each.address)}], ${order(each.order)});`;
    if (each.op === 'store')
      return `atomic_store_explicit(&v[${JSON.stringify(each.address)}], ${JSON.stringify(each.value)}, ${order(each.order)});`;
    if (each.op === 'rmw')
      return `r[${i}] = atomic_fetch_add_explicit(&v[${JSON.stringify(each.address)}], 4, ${order(each.order)});`;
    throw new Error(each.op);
  };
  const functions = programs.flatMap((program, p) =>
    [0, 1, 2].map((t) => {
      const body = (program.threads[t]?.instructions ?? []).map(statement);
      return `static void p${p}t${t}(atomic_int *v, int *r) { ${body.join(' ')} }`;
    }),
  );
  const prints = programs.map((program, p) => {
    const values = program.threads.flatMap(({ instructions }, t) =>
      instructions.flatMap((each, i) => ('to' in each ? [`results[${t}][${i}]`] : [])),
    );
    return `case ${p}: printf("${p}:${values.map(() => '%d').join(' ')}\\n"${values.map((each) => `, ${each}`).join('')}); break;`;
  });
  const table = programs.map((_, p) => `{p${p}t0, p${p}t1, p${p}t2}`);
  return `
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
${functions.join('\n')}
static void (*const programs[][3])(atomic_int *, int *) = {${table.join(', ')}};
static atomic_int variables[${programs.length * ROUNDS}][${PLACES}];
static int results[3][8];
static pthread_barrier_t barrier;
static void *run(void *number) {
  long me = (long)number;
  for (int i = 0; i < ${programs.length * ROUNDS}; i++) {
    pthread_barrier_wait(&barrier);
    programs[i % ${programs.length}][me](variables[i], results[me]);
    pthread_barrier_wait(&barrier);
    if (me == 0) switch (i % ${programs.length}) { ${prints.join('\n')} }
  }
  return NULL;
}
int main(void) {
  pthread_t threads[3];
  pthread_barrier_init(&barrier, NULL, 3);
  for (long t = 0; t < 3; t++) pthread_create(&threads[t], NULL, run, (void *)t);
  for (int t = 0; t < 3; t++) pthread_join(threads[t], NULL);
}
`;
}

async function build(file: string, text: string): Promise<string> {
  const program = path.join(folder, file);
  writeFileSync(`${program}.c`, text);
  const command = ['cc', '-O1', '-w', `${program}.c`, '-o', program, '-pthread'];
  const { code } = await record({ command, output: 'none.fpr', seed: 1, scheduler: 'random', depth: 3, cache });
  expect(code).toBe(0);
  return program;
}

describe.skipIf(!hasCompiler)('steering with old values', () => {
  it.each(Object.entries(MODELS))(
    'finds what %s allows, and nothing else',
    async (name, { model, translated, unordered }) => {
      const seed = Number(process.env['FENCEPOST_SEED'] ?? 1);
      const chosen = fc.sample(threadsOf(unordered), { numRuns: PROGRAMS, seed });
      const programs = [...chosen, ...CLASSIC, ...CLASSIC, ...CLASSIC, ...CLASSIC].map(programOf);
      const seen = programs.map(() => new Set<string>());
      const program = await build(`random-${name}`, source(programs));
      for (let run = 1; run <= 8; run++) {
        const result = spawnSync('setarch', ['-R', program], {
          env: { ...process.env, FENCEPOST_STEER: name, FENCEPOST_RECORD_SEED: `${run}` },
          encoding: 'utf8',
          maxBuffer: 1 << 28,
        });
        expect(result.status).toBe(0);
        for (const line of result.stdout.trim().split('\n')) {
          const [p, values] = line.split(':');
          seen[Number(p)]!.add(values!);
        }
      }
      let [weak, found] = [0, 0];
      for (const [p, each] of programs.entries()) {
        const allowed = outcomes(translated(each), each, model);
        const strong = outcomes(each, each, SC);
        for (const values of seen[p]!) {
          if (!allowed.has(values)) throw new Error(`${values} is not allowed: ${JSON.stringify(each.threads)}`);
        }
        for (const values of allowed) {
          if (strong.has(values)) continue;
          weak++;
          if (seen[p]!.has(values)) found++;
        }
      }
      if (PROGRAMS > 30) console.log(`${name}: ${found} of ${weak} outcomes that SC forbids`);
      expect(weak).toBeGreaterThan(20);
      expect(found / weak).toBeGreaterThan(0.1);
    },
    600_000,
  );
});
