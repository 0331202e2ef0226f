import type { InstructionProgram, ModelName } from '@fencepost/core';
import { LocalStates, Random, fromInstructions, traceOf } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GRAPH_MODELS,
  dekker,
  clhLock,
  fibonacci,
  increments,
  lastZero,
  SMALL_PROGRAMS,
  randomProgram,
} from '@fencepost/testing';
import { Dives } from '../src/graph/search/dives.js';
import { GraphExplorer } from '../src/graph/search/explorer.js';
import type { Job } from '../src/graph/search/job.js';
import type { Graph } from '../src/graph/state/graph.js';
import { recordedFrom } from '../src/graph/state/recorded.js';
import { exploreGraphs } from '../src/index.js';

const keyOf = (graph: Graph): string => traceOf(graph.states, recordedFrom(graph)).key;

function explorerOf(states: LocalStates, model: ModelName, job: Job | undefined): GraphExplorer {
  const explorer = new GraphExplorer(states, model);
  if (job !== undefined) explorer.load(job);
  return explorer;
}

/** The traces that dives reach, by every sequence of choices there is. */
function byDiving(explorer: GraphExplorer): string[] {
  const found: string[] = [];
  for (let choices: { way: number; ways: number }[] | undefined = []; choices !== undefined;) {
    const path: { way: number; ways: number }[] = choices;
    let depth = 0;
    const key = explorer.dive((_, ways) => {
      if (depth === path.length) path.push({ way: 0, ways });
      expect(path[depth]!.ways).toBe(ways);
      return path[depth++]!.way;
    }, keyOf);
    if (key !== undefined) found.push(key);
    const last = path.findLastIndex(({ way, ways }) => way < ways - 1);
    choices = last < 0 ? undefined : [...path.slice(0, last), { ...path[last]!, way: path[last]!.way + 1 }];
  }
  return found.sort();
}

function bySearching(explorer: GraphExplorer, forward: boolean): string[] {
  const found: string[] = [];
  for (let more = explorer.nextGraph(forward); more; more = explorer.nextGraph(false))
    found.push(keyOf(explorer.graph));
  return found.sort();
}

describe('dives', () => {
  it.each(SMALL_PROGRAMS)(
    'reach the same executions as the search, and leave no trace: $threads threads',
    { timeout: 60_000 },
    (size) => {
      fc.assert(
        fc.property(randomProgram(size), fc.integer({ min: 1, max: 5 }), (source: InstructionProgram, budget) => {
          const states = new LocalStates(fromInstructions(source));
          for (const model of GRAPH_MODELS) {
            const { rest } = exploreGraphs(states, { model, budget });
            for (const job of [undefined, ...rest]) {
              const explorer = explorerOf(states, model, job);
              const reached = byDiving(explorer);
              expect(reached).toEqual(bySearching(explorerOf(states, model, job), job === undefined));
              expect(bySearching(explorer, job === undefined)).toEqual(reached);
            }
          }
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each([fibonacci(3), increments(4), lastZero(4), clhLock(3, 1), dekker(1, false)])(
    'stand for as many executions as there are, on average: $name',
    (program) => {
      for (const model of GRAPH_MODELS) {
        const states = new LocalStates(program);
        const { executions } = exploreGraphs(states, { model });
        const dives = new Dives(states, model, undefined, new Map(), new Random(1));
        let sum = 0;
        for (let i = 0; i < 2000; i++) sum += dives.dive();
        expect(sum / 2000 / executions).toBeGreaterThan(0.9);
        expect(sum / 2000 / executions).toBeLessThan(1.1);
      }
    },
  );
});
