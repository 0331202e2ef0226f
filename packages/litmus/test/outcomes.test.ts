import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkProgram } from '@fencepost/check';
import { LocalStates } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import {
  checkLitmus,
  enumerateLitmus,
  litmusProgram,
  litmusWitnessProgram,
  modelsFor,
  modelsOf,
  parseLitmus,
} from '../src/index.js';

const examples = join(import.meta.dirname, '..', '..', '..', 'examples', 'litmus');
const testIn = (file: string, quantifier = 'exists') =>
  parseLitmus(readFileSync(join(examples, file), 'utf8').replace('exists', quantifier), file);

const AARCH64 = `AArch64 MP
{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }
 P0          | P1          ;
 MOV W0,#1   | LDR W0,[X1] ;
 STR W0,[X1] | LDR W2,[X3] ;
 MOV W2,#1   |             ;
 STR W2,[X3] |             ;
exists (1:X0=1 /\\ 1:X2=0)
`;

describe('the outcomes of a test', () => {
  it.each(['SB.litmus', 'MP.litmus', 'IRIW.litmus', '2+2W.litmus', 'TAS.litmus'])(
    'are its states, with all executions: %s',
    (file) => {
      const test = testIn(file);
      const states = new LocalStates(litmusProgram(test));
      for (const model of modelsOf(test)) {
        const check = checkLitmus(test, states, model, 'graph');
        const sum = (counted: typeof check.outcomes): number => counted.reduce((all, each) => all + each.executions, 0);
        expect(check.outcomes.map(({ state }) => state)).toEqual(check.states);
        expect(sum(check.outcomes)).toBe(check.executions);
        expect(sum(check.outcomes.filter(({ satisfies }) => satisfies))).toBe(check.witnesses);
      }
    },
  );

  it('are counted', () => {
    const test = testIn('SB.litmus');
    const { outcomes } = checkLitmus(test, new LocalStates(litmusProgram(test)), 'tso', 'graph');
    expect(outcomes).toEqual([
      { state: '0:rax=0; 1:rax=0;', executions: 1, satisfies: true },
      { state: '0:rax=0; 1:rax=1;', executions: 1, satisfies: false },
      { state: '0:rax=1; 1:rax=0;', executions: 1, satisfies: false },
      { state: '0:rax=1; 1:rax=1;', executions: 1, satisfies: false },
    ]);
  });

  it('are known for every model of AArch64', () => {
    const test = parseLitmus(AARCH64, 'MP.litmus');
    if (test.dialect !== 'AArch64') throw new Error('another dialect');
    expect(modelsFor('AArch64')).toEqual(['sc', 'arm64', 'aarch64']);
    expect(modelsFor('AArch64').map((model) => enumerateLitmus(test, model).outcomes.length)).toEqual([3, 4, 4]);
  });

  it('need not be counted to the end', () => {
    const test = testIn('IRIW.litmus');
    let executions = 0;
    const few = (): void => {
      if (++executions > 3) throw new Error('enough');
    };
    expect(() => checkLitmus(test, new LocalStates(litmusProgram(test)), 'sc', 'graph', few)).toThrow('enough');
    expect(executions).toBe(4);
  });
});

describe('a witness', () => {
  it.each([
    ['exists', 'SB.litmus', { sc: 0, tso: 1, pso: 1 }],
    ['~exists', 'SB.litmus', { sc: 0, tso: 1, pso: 1 }],
    ['forall', 'SB.litmus', { sc: 3, tso: 3, pso: 3 }],
    ['exists', 'MP.litmus', { sc: 0, tso: 0, pso: 1 }],
    ['exists', 'IRIW.litmus', { sc: 0, tso: 0, pso: 0 }],
  ])('is an execution that the question is about: %s %s', (quantifier, file, expected) => {
    const program = litmusWitnessProgram(testIn(file, quantifier));
    const found = checkProgram(program, { models: Object.keys(expected), all: true }).map(({ model, failures }) => [
      model,
      failures.reduce((sum, { executions }) => sum + executions, 0),
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });
});
