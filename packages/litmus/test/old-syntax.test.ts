import { DEFAULT_EXPLORER } from '@fencepost/check';
import { LocalStates } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import type { LitmusCheck } from '../src/index.js';
import { checkLitmus, litmusProgram, parseLitmus } from '../src/index.js';

function check(text: string, model: string): LitmusCheck {
  const test = parseLitmus(text, 't.litmus');
  return checkLitmus(test, new LocalStates(litmusProgram(test)), model, DEFAULT_EXPLORER);
}

describe('the syntax of old tests for x86', () => {
  const sb = (fence: string, end: string): string => `X86 SB (Buffers) "with {braces}"
{ x = 0; y = 0 };
  P0           |  P1           ;
  mov [x], 1   |  mov [y], 1   ;
  ${fence}     |  ${fence}     ;
  mov EAX, [y] |  mov EBX, [x] ;
${end}
`;
  const DRAWING = '<<\nshow 0\nreadfrom out/sb.dot\n>>\n<<\nshow 1 < 2\n>>';

  it('has a semicolon after the initial state and commands after the condition', () => {
    const answer = check(sb('nop', `exists (P0:EAX=0 /\\ P1:EBX=0);\n${DRAWING}`), 'tso');
    expect(answer).toMatchObject({ holds: true, quantifier: 'exists', executions: 4 });
  });

  it('states a final state and what models are expected to say, which does not change the question', () => {
    const end = `final (P0:EAX = 0 /\\ P1:EBX = 0);\nwith\ntso: ~exists;\nother: exists;\ndefault: ~exists;\n\n${DRAWING}`;
    expect(check(sb('nop', end), 'tso')).toMatchObject({ holds: true, quantifier: 'exists' });
    expect(check(sb('mfence', end), 'tso')).toMatchObject({ holds: false, witnesses: 0, executions: 3 });
  });

  it.each([
    ['commands without an end', 'exists (x=1)\n<<\nshow 0\n', '8:1', /never closed/],
    ['an expectation without its word', 'final (x=1);\nwith\ntso: perhaps;', '9:6', /expected 'exists'/],
    ['expectations after exists', 'exists (x=1);\nwith tso: exists;', '8:1', /'with' is not supported/],
  ])('refuses %s', (_, end, place, message) => {
    const [line, column] = place.split(':').map(Number);
    let error: unknown;
    try {
      parseLitmus(sb('nop', end), 't.litmus');
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({ message: expect.stringMatching(message) as string, site: { line, column } });
  });
});

describe('tests of C', () => {
  const mp = (type: string, flag: string, load: string): string => `C MP
{ x = 0; y = 0; }
// A comment of C, (* then one of the format *)
/* and another of C */

P0 (atomic_int* x, ${type}* y) { *y = 1; atomic_store_explicit(x, 1, memory_order_${flag}); }
P1 (atomic_int* x, ${type}* y) { int r0 = atomic_load_explicit(x, memory_order_acquire); int r1 = ${load}; }
// The end.
exists (1:r0=1 /\\ 1:r1=0)
`;

  it('may have comments of C around the threads', () => {
    expect(check(mp('int', 'release', '*y'), 'rc11')).toMatchObject({ holds: false, executions: 3 });
  });

  it('take an access as atomic or plain by the access, not by the type of the pointer, as herd7 does', () => {
    const plain = check(mp('int', 'relaxed', '*y'), 'rc11');
    expect(plain).toMatchObject({ holds: true, races: expect.any(Number) as number });
    expect(plain.races).toBeGreaterThan(0);
    expect(check(mp('atomic_int', 'relaxed', '*y'), 'rc11')).toEqual(plain);
    const atomic = check(mp('int', 'relaxed', 'atomic_load_explicit(y, memory_order_relaxed)'), 'rc11');
    expect(check(mp('atomic_int', 'relaxed', 'atomic_load_explicit(y, memory_order_relaxed)'), 'rc11')).toEqual(atomic);
    expect(atomic.races).toBeGreaterThan(0);
  });
});
