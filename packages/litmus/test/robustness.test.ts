import { FencepostError } from '@fencepost/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { litmusProgram, parseLitmus } from '../src/index.js';

const SAMPLE = `X86_64 Sample
"All kinds of things"
Key=value
{ uint64_t x; int y=1; 0:rbx=x; [z]=2; 1:rax=3; }
 P0               | P1                     ;
 movq $1,(x)      | lock xaddq %rax,(y)    ;
 mfence           | lock cmpxchgq %rbx,(z) ;
 movq (%rbx),%rcx | xchgq %rax,(x)         ; (* comment *)
 incq (y)         | addq $2,%rax           ;
locations [x; 0:rcx;]
exists (0:rcx=1 /\\ (x=3 \\/ ~[y]=2) /\\ 1:rax!=0x5)
`;
const WORDS = SAMPLE.split(/(\s+|\b)/);
const EXTRA = [
  '%',
  '$',
  '(',
  ')',
  '{',
  '}',
  '|',
  ';',
  ':',
  '=',
  '~',
  '"',
  '(*',
  '*)',
  '\n',
  'lock',
  'exists',
  'P0',
  '-1',
];

it('a damaged test is read or refused with its place, for any damage', () => {
  const damage = fc.tuple(
    fc.nat(WORDS.length - 1),
    fc.nat(3),
    fc.array(fc.constantFrom(...WORDS, ...EXTRA), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
      const words = WORDS.slice();
      for (const [at, removed, added] of damages) words.splice(at, removed, ...added);
      try {
        litmusProgram(parseLitmus(words.join(''), 'sample.litmus'));
      } catch (error) {
        if (!(error instanceof FencepostError)) throw error;
        expect(error.site?.file).toBe('sample.litmus');
        expect(error.site!.line).toBeGreaterThan(0);
      }
    }),
    { numRuns: 2000 },
  );
});

it('the undamaged sample is read', () => {
  expect(litmusProgram(parseLitmus(SAMPLE, 'sample.litmus')).threads).toHaveLength(2);
});
