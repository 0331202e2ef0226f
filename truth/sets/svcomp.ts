import { basename, dirname, relative } from 'node:path';
import type { Case, TruthSet } from '../set.js';
import { tasksIn } from './svcomp-task.js';

/** SV-COMP's task definitions, format 2.x. */
export const SVCOMP: TruthSet = {
  name: 'svcomp',
  what: 'tasks of SV-COMP with their definitions (.yml): unreach-call, no-data-race, valid-memsafety, no-overflow',
  from: 'github.com/bugfreesoundfast/bench-tasks (2023: pthread, weaver, goblint-regression), github.com/goblint/bench (concrat/race-challenges)',
  scored: true,
  // Its property, and the folder of the task.
  partOf: (id) => `${id.slice(id.lastIndexOf(' ') + 1)}, ${basename(dirname(id))}`,
  cases: (folder) =>
    tasksIn(folder).flatMap((task): Case[] => {
      const { expected, subproperty, property } = task;
      if (expected === undefined || property === undefined) return [];
      return [
        {
          id: `${relative(folder, task.file).replace(/\.yml$/, '')} ${property}`,
          expected: expected ? 'true' : ['false', subproperty].filter(Boolean).join(' '),
          question: { kind: 'property', task },
        },
      ];
    }),
};
