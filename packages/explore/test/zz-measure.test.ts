import { LocalStates, fromInstructions } from '@fencepost/core';
import * as fc from 'fast-check';
import { it } from 'vitest';
import { exploreAll, exploreGraphs, exploreSource } from '../src/index.js';
import { randomProgram } from '../bench/random-programs.js';
import { compareWithOracle } from '../bench/agreement.js';
for (const [threads, operations] of JSON.parse(process.env['SIZES'] ?? '[[2,9],[3,9],[4,9]]')) {
  it(`measure ${threads} ${operations}`, () => {
    const programs = fc.sample(randomProgram({ threads, operations }), { numRuns: Number(process.env['RUNS'] ?? 200), seed: 5 });
    const t = { oracle: 0, graphs: 0, source: 0, compare: 0 };
    let nonsc = 0, traces = 0;
    const timed = (k: keyof typeof t, f: () => void) => { const c = process.cpuUsage().user; f(); t[k] += (process.cpuUsage().user - c) / 1000; };
    for (const p of programs) {
      const s = new LocalStates(fromInstructions(p));
      for (const model of ['sc', 'tso', 'pso'] as const) {
        timed('oracle', () => { const r = exploreAll(s, { model }); if (model === 'pso') { nonsc += r.nonSequential > 0 ? 1 : 0; traces += r.executions; } });
        timed('graphs', () => exploreGraphs(s, { model }));
        timed('source', () => exploreSource(s, { model }));
      }
      timed('compare', () => compareWithOracle(p));
    }
    console.log(`${threads} ${operations} nonsc ${nonsc} traces ${traces} ms per program: ` + Object.entries(t).map(([k, v]) => `${k} ${(v / programs.length).toFixed(2)}`).join(', '));
  }, 600000);
}
