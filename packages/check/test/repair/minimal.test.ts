import type { InstructionProgram, ModelName } from '@fencepost/core';
import { fromInstructions } from '@fencepost/core';
import type { Candidates, Repair } from '@fencepost/check';
import { ATOMIC_ACCESSES, FENCES_AFTER_STORES, fencesAndOrders, findRepair, repairKey } from '@fencepost/check';
import { SMALL_PROGRAMS, orderedProgram, randomProgram } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheaper, instructionsOf, isRobust, variableIn, withSites } from './brute-force.js';

/** `npm run campaign -- fix` takes more of them. */
const PROGRAMS = Number(process.env['FENCEPOST_FIX'] ?? 8);
/** More take too long to try. */
const MOST_CANDIDATES = 16;

const only =
  (candidates: Candidates, change: Repair['change'], ...operations: readonly string[]): Candidates =>
  (operation) =>
    operations.includes(operation.operation) ? candidates(operation).filter((each) => each.change === change) : [];

function candidatesOf(source: InstructionProgram, candidates: Candidates): Repair[] {
  const all = instructionsOf(source).flatMap((each) =>
    each.op === 'load' || each.op === 'store'
      ? candidates({
          ...{ operation: each.op, site: each.site!, order: each.order ?? 'relaxed' },
          variable: variableIn(source, each),
        })
      : [],
  );
  return [...new Map(all.map((repair) => [repairKey(repair), repair])).values()];
}

/** Without names of variables that are accessed by computed addresses: such a variable cannot become atomic in the text. */
function withKnownNames(source: InstructionProgram): InstructionProgram {
  const isKnown = instructionsOf(source).every(
    (each) => !('address' in each) || typeof each.address === 'number' || each.op === 'rmw',
  );
  return isKnown ? source : { ...source, names: [] };
}

const VARIABLES = (models: readonly ModelName[]): Candidates =>
  only(fencesAndOrders(models), 'atomic', 'load', 'store');

const ORDERS = (models: readonly ModelName[]): Candidates => only(fencesAndOrders(models), 'order', 'load', 'store');

const CASES: readonly {
  readonly title: string;
  readonly model: ModelName;
  readonly candidates: Candidates;
  readonly programs: (size: { threads: number; operations: number }) => fc.Arbitrary<InstructionProgram>;
}[] = [
  { title: 'fences under TSO', model: 'tso', candidates: FENCES_AFTER_STORES, programs: randomProgram },
  {
    title: 'fences and orders of stores under PSO',
    model: 'pso',
    candidates: (operation) => [
      ...only(fencesAndOrders(['pso']), 'fence after', 'store')(operation),
      ...ORDERS(['pso'])(operation),
    ],
    programs: randomProgram,
  },
  {
    title: 'fences before loads under PSO',
    model: 'pso',
    candidates: only(fencesAndOrders(['pso']), 'fence before', 'load', 'store'),
    programs: randomProgram,
  },
  { title: 'orders under RC11', model: 'rc11', candidates: ORDERS(['rc11']), programs: orderedProgram },
  { title: 'orders under ARMv8', model: 'arm64', candidates: ORDERS(['arm64']), programs: orderedProgram },
  {
    title: 'variables and fences after stores under TSO',
    model: 'tso',
    candidates: (operation) => [...FENCES_AFTER_STORES(operation), ...VARIABLES(['tso'])(operation)],
    programs: randomProgram,
  },
  {
    title: 'variables and orders under RC11',
    model: 'rc11',
    candidates: (operation) => [...VARIABLES(['rc11'])(operation), ...ORDERS(['rc11'])(operation)],
    programs: orderedProgram,
  },
  { title: 'variables under ARMv8', model: 'arm64', candidates: VARIABLES(['arm64']), programs: orderedProgram },
];

describe('a repair costs as little as possible', () => {
  it.each(CASES)('$title', { timeout: 3_600_000 }, ({ model, candidates, programs }) => {
    let examined = 0;
    for (let seed = 1; examined < PROGRAMS && seed < 1000; seed++) {
      for (const source of SMALL_PROGRAMS.flatMap((size) => fc.sample(programs(size), { numRuns: 10, seed }))) {
        const located = withSites(withKnownNames(source));
        const all = candidatesOf(located, candidates);
        if (examined >= PROGRAMS || all.length > MOST_CANDIDATES || isRobust(located, model, [])) continue;
        examined++;
        const found = findRepair([fromInstructions(located)], { models: [model], goal: 'robust', candidates });
        if (found.outcome === 'repaired') {
          const repairs = found.repairs.map(({ repair }) => repair);
          expect(isRobust(located, model, repairs), fc.stringify(source)).toBe(true);
          expect(cheaper(located, model, all, found.cost), fc.stringify(source)).toBeUndefined();
        } else {
          expect(found.outcome, fc.stringify(source)).toBe('impossible');
          expect(isRobust(located, model, all), fc.stringify(source)).toBe(false);
        }
      }
    }
    expect(examined).toBe(PROGRAMS);
  });

  it('leaves atomic accesses alone', () => {
    expect(ATOMIC_ACCESSES({ operation: 'store', site: { file: 'a.js', line: 1 }, order: 'seq_cst' })).toEqual([]);
  });
});
