import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import type { InstructionProgram } from '@fencepost/core';
import type { Comparison, RandomProgramOptions } from '@fencepost/testing';
import { show } from '@fencepost/testing';
import { showProgress, wholeNumber } from '@fencepost/testing/commands';

/** What a campaign compares on which programs. */
export interface Campaign {
  readonly sizes: readonly RandomProgramOptions[];
  readonly programs: (size: RandomProgramOptions) => fc.Arbitrary<InstructionProgram>;
  readonly compare: (source: InstructionProgram) => Comparison;
}

const BATCH = 250;

/**
 * Compares on random programs: --programs 100000 [--seed N]. Batch number b has seed N + b and the sizes in turn, so a
 * disagreement is found again by its seed alone: --seed S --programs 1.
 */
export function runCampaign({ sizes, programs: programsOf, compare }: Campaign): void {
  const { values } = parseArgs({ options: { programs: { type: 'string' }, seed: { type: 'string' } } });
  const programs = wholeNumber('programs', values.programs, 10_000);
  const seed = wholeNumber('seed', values.seed, Date.now() % 1_000_000_000);
  const began = performance.now();
  let compared = 0;
  let traces = 0;
  let disagreements = 0;
  const seconds = (): string => ((performance.now() - began) / 1000).toFixed(0);

  const runBatch = (batchSeed: number): void => {
    const size = sizes[batchSeed % sizes.length]!;
    const agrees = fc.property(programsOf(size), (source) => {
      const found = compare(source);
      compared++;
      traces += found.traces;
      if (found.disagreements.length > 0) throw new Error(found.disagreements.join('\n'));
    });
    const result = fc.check(agrees, { numRuns: BATCH, seed: batchSeed });
    if (!result.failed) return;
    disagreements++;
    const [smallest] = result.counterexample!;
    showProgress('');
    console.log(`disagreement, seed ${batchSeed}, ${size.threads} threads, ${size.operations} operations:`);
    console.log(show(smallest));
    console.log(`${result.errorInstance instanceof Error ? result.errorInstance.message : ''}\n`);
  };

  for (let batch = 0; batch * BATCH < programs; batch++) {
    runBatch(seed + batch);
    showProgress(
      `${compared} of ${programs} programs, ${traces} traces, ${disagreements} disagreements, ${seconds()} s`,
    );
  }
  showProgress('');
  console.log(
    `seed ${seed}: ${compared} programs, ${traces} traces compared, ${disagreements} disagreements, ${seconds()} s`,
  );
  process.exitCode = disagreements === 0 ? 0 : 1;
}
