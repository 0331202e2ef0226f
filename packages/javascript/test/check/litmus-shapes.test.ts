import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import { exploreGraphs, finalView } from '@fencepost/explore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadChecks } from '../../src/index.js';
import type { Variant } from './litmus-shapes.js';
import { SHAPES, VARIANTS, checkText, generatorProgram } from './litmus-shapes.js';

const MODELS: readonly ModelName[] = ['sc', 'tso', 'pso'];
const variants = Object.keys(VARIANTS) as Variant[];

let folder = '';
const checked = new Map<string, Program>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fencepost-shapes-'));
  const file = join(folder, 'shapes.test.ts');
  const checks = SHAPES.flatMap((shape) => variants.map((variant) => checkText(shape, variant)));
  await writeFile(file, `import { check } from 'fencepost';\n${checks.join('\n')}\n`);
  for (const { name, program } of (await loadChecks(file)).checks) checked.set(name, program);
});
afterAll(() => rm(folder, { recursive: true }));

/** Counts, and which final states there are. */
function explored(program: Program, model: ModelName): unknown {
  return withRestarts(() => {
    const states = new LocalStates(program);
    const { executions, blocked, nonSequential, failures, finals } = exploreGraphs(states, { model, finals: true });
    const outcomes: string[] = [];
    for (const final of finals) {
      const view = finalView(states, final);
      const loaded = program.threads.map((_, i) => loadedBy(view.outcome(i)));
      const memory = [0, 1].map((cell) => final.value(cell));
      outcomes.push(JSON.stringify([loaded, memory, final.executions]));
    }
    return { executions, blocked, nonSequential, failures, outcomes: outcomes.sort() };
  });
}

/** A generator returns its loads; of a thread in TypeScript more is known. */
function loadedBy(outcome: unknown): unknown {
  return Array.isArray(outcome) ? outcome : (outcome as { readonly value: unknown }).value;
}

describe.each(SHAPES)('$name', (shape) => {
  describe.each(variants)('%s', (variant) => {
    test.each(MODELS)('has the same executions in TypeScript as with generators under %s', (model) => {
      const typescript = explored(checked.get(`${shape.name} ${variant}`)!, model);
      expect(typescript).toEqual(explored(generatorProgram(shape, variant), model));
    });
  });
});
