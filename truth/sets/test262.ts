import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GivenModel } from '@fencepost/core';
import type { Case, TruthSet } from '../set.js';
import { filesBelow } from './files-below.js';

const MODELS: readonly GivenModel[] = ['sc', 'arm64'];

/** Uses of time. The tests hope that agents wait after some time; here, any agent may be slow, and any timeout short. */
const TIMED = /\b(?:safeBroadcastAsync|tryYield|trySleep|sleep|timeouts|monotonicNow|setTimeout|Date\.now)\b/;

/** The tests of ECMAScript's test suite that start agents. */
export const TEST262: TruthSet = {
  name: 'test262',
  what: 'the tests of test262 with agents: those without time pass always, the others possibly',
  from: 'github.com/tc39/test262 (its root: test/built-ins/Atomics and harness)',
  cases: (folder) =>
    filesBelow(folder, /^test\/built-ins\/Atomics\/.*\.js$/).flatMap((name): Case[] => {
      const file = join(folder, name);
      const text = readFileSync(file, 'utf8');
      if (!text.includes('$262.agent.start(')) return [];
      const passes = TIMED.test(text) ? 'possibly' : 'always';
      return (passes === 'always' ? MODELS : MODELS.slice(0, 1)).map((model): Case => {
        const question = {
          kind: 'script',
          language: 'agents',
          file,
          harness: join(folder, 'harness'),
          model,
          passes,
        } as const;
        const id = `${model} ${name.slice('test/built-ins/Atomics/'.length)}`;
        return { id, expected: passes === 'always' ? 'safe' : 'can pass', question };
      });
    }),
};
