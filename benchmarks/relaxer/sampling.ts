import { LocalStates } from '@fencepost/core';
import type { Sampling, SamplingOptions } from '@fencepost/explore';
import { testPartialOrders, testRandomly, testSelectively, testWithPriorities, toTheEnd } from '@fencepost/explore';
import { SAMPLED } from './sampled-programs.js';

// npm run bench -- sampling [EXECUTIONS]: how many of 10,000 executions under SC fail, by method.
const RUNS = Number(process.argv[2] ?? 10_000);

type Method = (states: LocalStates, options: SamplingOptions) => Generator<number, Sampling, void>;

const METHODS: Readonly<Record<string, Method>> = {
  random: testRandomly,
  pct: testWithPriorities,
  pos: testPartialOrders,
  surw: testSelectively,
};

console.log(`| program | ${Object.keys(METHODS).join(' | ')} |\n| --- |${' ---: |'.repeat(4)}`);
for (const program of SAMPLED) {
  const failing = Object.values(METHODS).map((method) => {
    const { failures } = toTheEnd(method(new LocalStates(program), { model: 'sc', runs: RUNS }));
    return failures.reduce((sum, { runs }) => sum + runs, 0);
  });
  console.log(`| ${program.name} | ${failing.join(' | ')} |`);
}
