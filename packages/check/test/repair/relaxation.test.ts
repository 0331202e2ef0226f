import type { Instruction, InstructionProgram, ModelName, Site } from '@fencepost/core';
import { fromInstructions } from '@fencepost/core';
import type { Repair } from '@fencepost/check';
import { costOf, findRelaxation } from '@fencepost/check';
import { SMALL_PROGRAMS, orderedProgram } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheaper, instructionsOf, isRobust, withSites } from './brute-force.js';

/** `npm run campaign -- fix` takes more of them. */
const PROGRAMS = Number(process.env['FENCEPOST_FIX'] ?? 4);
const MOST_CANDIDATES = 12;

type Access = Extract<Instruction, { op: 'load' | 'store' }>;

const isAtomic = (each: Instruction): each is Access =>
  (each.op === 'load' || each.op === 'store') && (each.order ?? 'relaxed') !== 'plain';

/** The program with relaxed loads and stores. */
function weakest(source: InstructionProgram): InstructionProgram {
  const relaxed = (list: readonly Instruction[]): Instruction[] =>
    list.map((each) => {
      if (each.op === 'spawn') return { ...each, body: relaxed(each.body) };
      return isAtomic(each) ? { ...each, order: 'relaxed' } : each;
    });
  return { ...source, threads: source.threads.map((each) => ({ ...each, instructions: relaxed(each.instructions) })) };
}

function candidatesOf(source: InstructionProgram): Repair[] {
  return instructionsOf(source)
    .filter(isAtomic)
    .flatMap(({ op: operation, site }) =>
      ([operation === 'load' ? 'acquire' : 'release', 'seq_cst'] as const).map((order) => ({
        ...{ change: 'order' as const, operation, site: site!, order },
      })),
    );
}

describe('orders are as weak as possible', () => {
  it.each<[ModelName]>([['rc11'], ['arm64']])('under %s', { timeout: 3_600_000 }, (model) => {
    let examined = 0;
    for (let seed = 1; examined < PROGRAMS && seed < 1000; seed++) {
      for (const random of SMALL_PROGRAMS.flatMap((size) => fc.sample(orderedProgram(size), { numRuns: 10, seed }))) {
        const located = withSites(random);
        const source = weakest(located);
        const all = candidatesOf(located);
        if (examined >= PROGRAMS || all.length > MOST_CANDIDATES || isRobust(source, model, [])) continue;
        examined++;
        const found = findRelaxation([fromInstructions(located)], {
          ...{ models: [model], goal: 'robust', from: 'seq_cst' },
          canChange: ({ operation }) => operation === 'load' || operation === 'store',
        });
        if (found.outcome !== 'relaxed') {
          expect(found.outcome, fc.stringify(random)).toBe('failing');
          expect(isRobust(source, model, all), fc.stringify(random)).toBe(false);
          continue;
        }
        const repairs = found.orders.flatMap(({ operation: { operation, site }, change, least }) =>
          least === 'relaxed' ? [] : [{ change, operation, site, order: least }],
        );
        const cost = repairs.reduce((sum, each) => sum + costOf(each), 0);
        expect(isRobust(source, model, repairs), fc.stringify(random)).toBe(true);
        expect(cheaper(source, model, all, cost), fc.stringify(random)).toBeUndefined();
        for (const { least, needed } of found.orders) expect(needed.length).toBe(least === 'relaxed' ? 0 : 1);
      }
    }
    expect(examined).toBe(PROGRAMS);
  });

  it.each<[ModelName]>([['rc11'], ['arm64']])('under %s, fences that do nothing can be left out', (model) => {
    const at = (line: number): Site => ({ file: 'sb', line });
    const thread = (own: number, other: number, line: number): readonly Instruction[] => [
      { op: 'fence', order: 'acq_rel', site: at(line) },
      { op: 'store', address: own, value: 1, order: 'relaxed', site: at(line + 1) },
      { op: 'fence', order: 'seq_cst', site: at(line + 2) },
      { op: 'load', to: 0, address: other, order: 'relaxed', site: at(line + 3) },
    ];
    const program: InstructionProgram = {
      ...{ name: 'SB', memory: [] },
      threads: [
        { name: 'left', instructions: thread(1, 2, 10) },
        { name: 'right', instructions: thread(2, 1, 20) },
      ],
    };
    const found = findRelaxation([fromInstructions(program)], {
      ...{ models: [model], goal: 'robust', from: 'source', canChange: () => true },
    });
    if (found.outcome !== 'relaxed') throw new Error(found.outcome);
    const left = found.orders.filter(({ least }) => least !== 'relaxed');
    expect(left.map(({ operation, least }) => [operation.site.line, least]).sort()).toEqual(
      // To a machine, any fence but an acquire fence is a full one.
      [12, 22].map((line) => [line, model === 'rc11' ? 'seq_cst' : 'release']),
    );
  });
});
