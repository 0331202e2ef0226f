import type { ModelName } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import type { LitmusCheck } from '@fencepost/litmus';
import { checkLitmus } from '@fencepost/litmus';
import { describe, expect, it } from 'vitest';
import { litmusProgram, parseLitmus } from '../src/index.js';

/** Each thread is its instructions, separated by `;`. */
function check(init: string, threads: readonly string[], condition: string, model: ModelName = 'tso'): LitmusCheck {
  const columns = threads.map((code) => code.split(';').map((instruction) => instruction.trim()));
  const length = Math.max(...columns.map((column) => column.length));
  const rows = Array.from({ length }, (_, i) => `${columns.map((column) => column[i] ?? '').join(' | ')} ;`);
  const names = threads.map((_, t) => `P${t}`).join(' | ');
  const text = `X86_64 T\n{ ${init} }\n${names} ;\n${rows.join('\n')}\n${condition}`;
  const test = parseLitmus(text, 't.litmus');
  return checkLitmus(test, new LocalStates(litmusProgram(test)), model, 'oracle');
}

/** The only final state of one thread. */
function result(init: string, code: string, observed: string): string {
  const { states } = check(init, [code], `locations [${observed}] forall (true)`);
  expect(states).toHaveLength(1);
  return states[0]!;
}

describe('instructions of one thread', () => {
  it.each([
    ['moves', '', 'movq $5,%rax; movq %rax,%rbx; movq %rbx,(x); movq (x),%rcx', '0:rcx; x', '0:rcx=5; [x]=5;'],
    ['32-bit halves', '', 'movl $5,%eax; movl %eax,(x)', '0:rax; x', '0:rax=5; [x]=5;'],
    ['exchange', 'x=1; 0:rax=2', 'xchgq %rax,(x)', '0:rax; x', '0:rax=1; [x]=2;'],
    ['exchange registers', '0:rax=1; 0:rbx=2', 'xchgq %rax,%rbx', '0:rax; 0:rbx', '0:rax=2; 0:rbx=1;'],
    ['locked xadd', 'x=1; 0:rax=2', 'lock xaddq %rax,(x)', '0:rax; x', '0:rax=1; [x]=3;'],
    ['xadd', 'x=1; 0:rax=2', 'xaddq %rax,(x)', '0:rax; x', '0:rax=1; [x]=3;'],
    ['xadd registers', '0:rbx=1; 0:rax=2', 'xaddq %rax,%rbx', '0:rax; 0:rbx', '0:rax=1; 0:rbx=3;'],
    ['inc and dec', 'x=5; y=5', 'lock incq (x); lock decq (y)', 'x; y', '[x]=6; [y]=4;'],
    ['unlocked inc and dec', 'x=5; y=5', 'incq (x); decq (y)', 'x; y', '[x]=6; [y]=4;'],
    ['inc and dec of registers', '0:rax=5; 0:rbx=5', 'incq %rax; decq %rbx', '0:rax; 0:rbx', '0:rax=6; 0:rbx=4;'],
    ['locked add and sub', 'x=5; 0:rax=3', 'lock addq $2,(x); lock subq %rax,(x)', 'x', '[x]=4;'],
    ['locked and, or, xor', 'x=6', 'lock andq $3,(x); lock orq $8,(x); lock xorq $1,(x)', 'x', '[x]=11;'],
    ['add and sub', 'x=5; 0:rax=1', 'addq $2,(x); subq $4,(x); addq (x),%rax', '0:rax; x', '0:rax=4; [x]=3;'],
    ['xor with itself', '0:rax=3; 0:rbx=3', 'xorq %rax,%rax; orq %rbx,%rbx', '0:rax; 0:rbx', '0:rax=0; 0:rbx=3;'],
    ['cmpxchg that succeeds', 'x=1; 0:rax=1; 0:rbx=7', 'lock cmpxchgq %rbx,(x)', '0:rax; x', '0:rax=1; [x]=7;'],
    ['cmpxchg that fails', 'x=2; 0:rax=1; 0:rbx=7', 'lock cmpxchgq %rbx,(x)', '0:rax; x', '0:rax=2; [x]=2;'],
    ['pointers', 'x=4; 0:rbx=x', 'movq (%rbx),%rax; movq $9,(%rbx)', '0:rax; x', '0:rax=4; [x]=9;'],
    [
      'pointers in memory',
      'x=4; p=x',
      'movq (p),%rbx; movq (%rbx),%rax',
      '0:rax; 0:rbx; p',
      '0:rax=4; 0:rbx=x; [p]=x;',
    ],
    ['untouched', 'x=3; 0:rcx=2', 'nop', '0:rcx; 0:rdx; x', '0:rcx=2; 0:rdx=0; [x]=3;'],
  ])('%s', (_, init, code, observed, expected) => {
    expect(result(init, code, observed)).toBe(expected);
  });
});

describe('instructions of several threads', () => {
  const SB = (fence: string): string[] => [
    `movq $1,(x); ${fence}; movq (y),%rax`,
    `movq $1,(y); ${fence}; movq (x),%rax`,
  ];
  const MP = (writer: string, reader: string): string[] => [
    `movq $1,(x); ${writer}; movq $1,(y)`,
    `movq (y),%rax; ${reader}; movq (x),%rbx`,
  ];
  const models: readonly ModelName[] = ['sc', 'tso', 'pso', 'pslo'];
  const allowedUnder = (threads: readonly string[], condition: string): ModelName[] =>
    models.filter((model) => check('', threads, condition, model).allowed);

  it.each([
    ['nothing', SB('nop'), ['tso', 'pso', 'pslo']],
    ['mfence', SB('mfence'), []],
    ['sfence', SB('sfence'), ['tso', 'pso', 'pslo']],
    ['a locked instruction', SB('lock incq (z)'), []],
    ['an exchange', SB('xchgq %rcx,(z)'), []],
    ['an unlocked instruction', SB('incq (z)'), ['tso', 'pso', 'pslo']],
  ])('store buffering with %s in between', (_, threads, expected) => {
    expect(allowedUnder(threads, 'exists (0:rax=0 /\\ 1:rax=0)')).toEqual(expected);
  });

  it.each([
    ['nothing', MP('nop', 'nop'), ['pso', 'pslo']],
    ['sfence', MP('sfence', 'nop'), ['pslo']],
    ['sfence and lfence', MP('sfence', 'lfence'), []],
    ['lfence', MP('nop', 'lfence'), ['pso', 'pslo']],
  ])('message passing with %s in between', (_, threads, expected) => {
    expect(allowedUnder(threads, 'exists (1:rax=1 /\\ 1:rbx=0)')).toEqual(expected);
  });

  it('only without forwarding does a load of the own store wait for it, and order later accesses', () => {
    const forwarded = ['movq $1,(x); movq (x),%rbx; movq (y),%rax', 'movq $1,(y); movq (y),%rbx; movq (x),%rax'];
    const allowed = ['sc', 'ibm370', 'tso'].filter(
      (model) => check('', forwarded, 'exists (0:rax=0 /\\ 1:rax=0)', model).allowed,
    );
    expect(allowed).toEqual(['tso']);
    const buffered = SB('nop');
    expect(check('', buffered, 'exists (0:rax=0 /\\ 1:rax=0)', 'ibm370').allowed).toBe(true);
    expect(check('', MP('nop', 'nop'), 'exists (1:rax=1 /\\ 1:rbx=0)', 'ibm370').allowed).toBe(false);
  });

  it('increments are lost without lock only', () => {
    expect(check('', ['incq (x)', 'incq (x)'], 'exists (x=1)').allowed).toBe(true);
    expect(check('', ['lock incq (x)', 'lock incq (x)'], 'exists (x=1)').allowed).toBe(false);
  });

  it('counts witnesses of the proposition with any quantifier', () => {
    const about = (quantifier: string): LitmusCheck => check('', SB('nop'), `${quantifier} (0:rax=0 /\\ 1:rax=0)`);
    const counts = { witnesses: 1, executions: 4, observation: 'Sometimes' };
    expect(about('exists')).toMatchObject({ ...counts, holds: true, allowed: true });
    expect(about('~exists')).toMatchObject({ ...counts, holds: false, allowed: true });
    expect(about('forall')).toMatchObject({ ...counts, holds: false, allowed: null });
    expect(check('', SB('mfence'), 'forall (0:rax=1 \\/ 1:rax=1)')).toMatchObject({
      observation: 'Always',
      holds: true,
    });
    expect(check('', SB('mfence'), '~exists (0:rax=0 /\\ 1:rax=0)')).toMatchObject({
      observation: 'Never',
      holds: true,
    });
  });
});
