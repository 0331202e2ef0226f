import type { ModelName } from '@fencepost/core';
import { Machine, Recorder, findCycle, replay, traceOf } from '@fencepost/core';
import { canJudge, violatedAxiom } from '@fencepost/axioms';
import { SMALL_PROGRAMS, randomProgram, scRun } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventMonitor, explain } from '../src/index.js';

const MODELS: readonly ModelName[] = ['tso', 'pso', 'rc11', 'arm64'];

describe('every SC violation that is reported', () => {
  it.each(SMALL_PROGRAMS)('happens under its model: $threads threads', { timeout: 300_000 }, (size) => {
    const shown = new Map<ModelName, number>();
    fc.assert(
      fc.property(
        randomProgram({ threads: size.threads, operations: size.operations + 10 }),
        fc.array(fc.nat(50), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (source, choices, knowsInitial) => {
          const run = scRun(source, choices);
          const initialValue = knowsInitial ? run.initialValue : () => undefined;
          const monitor = new EventMonitor(MODELS, { roots: run.roots, initialValue });
          run.feed(monitor);
          const recorded = {
            name: 'run',
            roots: run.roots,
            feed: run.feed.bind(run),
            initialValue,
            threadName: (t: number) => `t${t}`,
            placeName: (place: number) => `p${place}`,
            siteOf: (site: number) => ({ file: 'run', line: site + 1 }),
          };
          for (const { pair, states, schedule, label, writeLabel } of explain(recorded, monitor.departures)) {
            const machine = new Machine(states, pair.model, new Recorder());
            replay(machine, schedule);
            const trace = traceOf(states, machine.recorder!);
            expect(findCycle(trace)).toBeDefined();
            if (canJudge(pair.model)) expect(violatedAxiom(trace, pair.model)).toBeUndefined();
            shown.set(pair.model, (shown.get(pair.model) ?? 0) + 1);
            expect(states.labels.get(label).site!.line - 1).toBe(pair.site);
            expect(states.labels.get(writeLabel).site!.line - 1).toBe(pair.writeSite);
          }
        },
      ),
      { numRuns: Number(process.env['FENCEPOST_RECORDINGS'] ?? 450) / 3, seed: 19 },
    );
    for (const model of MODELS) expect(shown.get(model), model).toBeGreaterThan(5);
  });
});
