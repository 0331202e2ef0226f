import { describe, expect, it } from 'vitest';
import type { AssemblyInstruction } from '../src/index.js';
import type { X86Test } from '../src/index.js';
import { formatObservable, parseLitmus } from '../src/index.js';

const parseX86 = (text: string, file: string): X86Test => parseLitmus(text, file) as X86Test;

const SB = `X86_64 SB+mfence+po
"MFencedWR Fre {braces} PodWR Fre"
Cycle=Fre {PodWR} Fre MFencedWR
(* a comment (* with one inside *) and a { *)
Generator=by hand
{
uint64_t y; uint64_t x; uint64_t 1:rax; uint64_t 0:rax;

}
 P0            | P1            ;
 movq $1,(x)   | movq $1,(y)   ;
 mfence        |               ; (* P1 has no fence *)
 movq (y),%rax | movq (x),%rax ;
locations [x; 1:rax;]
exists (0:rax=0 /\\
        1:rax=0)
`;

/** A test of one thread with these instructions, separated by `;`. */
function parseThread(code: string, architecture = 'X86_64'): readonly AssemblyInstruction[] {
  return parseX86(`${architecture} T\n{ x; }\n P0 ;\n ${code} ;\nexists (x=0)`, 't.litmus').threads[0]!.instructions;
}

/** `lock add64 [x], 1`: destination first, whatever the flavour. */
function show({ locked, opcode, width, operands }: AssemblyInstruction): string {
  const texts = operands.map((operand) => {
    switch (operand.kind) {
      case 'register':
        return operand.register.name;
      case 'immediate':
        return String(operand.value);
      case 'variable':
        return `[${operand.name}]`;
      case 'indirect':
        return `[${operand.register.name}]`;
    }
  });
  return `${locked ? 'lock ' : ''}${opcode}${width ?? ''} ${texts.join(', ')}`.trim();
}

/** The condition as a fully parenthesised text. */
function shape(condition: string): string {
  const init = '{ x; y; 0:rax=0; 1:rbx=0; }';
  const { quantifier, proposition } = parseX86(`X86_64 T\n${init}\nP0 | P1 ;\n | ;\n${condition}`, 't.litmus');
  const print = (p: typeof proposition): string => {
    switch (p.kind) {
      case 'constant':
        return String(p.value);
      case 'equal':
        return `${formatObservable(p.left)}=${typeof p.right === 'object' ? formatObservable(p.right) : p.right}`;
      case 'not':
        return `!${print(p.of)}`;
      case 'and':
        return `(${print(p.left)} & ${print(p.right)})`;
      case 'or':
        return `(${print(p.left)} | ${print(p.right)})`;
    }
  };
  return `${quantifier} ${print(proposition)}`;
}

describe('a test as a whole', () => {
  const test = parseX86(SB, 'dir/SB.litmus');

  it('has a name, variables, threads and a condition', () => {
    expect(test).toMatchObject({ name: 'SB+mfence+po', dialect: 'X86_64', file: 'dir/SB.litmus' });
    expect(test.variables.map(({ name, initial }) => `${name}=${initial}`)).toEqual(['y=0', 'x=0']);
    expect(test.threads.map(({ name, instructions }) => [name, ...instructions.map(show)])).toEqual([
      ['P0', 'mov64 [x], 1', 'mfence', 'mov64 rax, [y]'],
      ['P1', 'mov64 [y], 1', 'mov64 rax, [x]'],
    ]);
    expect(test.conditionText).toBe('exists (0:rax=0 /\\ 1:rax=0)');
  });

  it('observes the registers and variables of the condition and locations, each once: registers by thread, then variables', () => {
    expect(test.observed.map(formatObservable)).toEqual(['0:rax', '1:rax', '[x]']);
    const mixed = `X86_64 T\n{ y; x; }\nP0|P1 ;\n|;\nexists (y=1 /\\ 1:rdx=0 /\\ x=1 /\\ 1:r8=0 /\\ 1:rcx=0 /\\ 0:rsi=1)`;
    const order = ['0:rsi', '1:rcx', '1:rdx', '1:r8', '[x]', '[y]'];
    expect(parseX86(mixed, 't').observed.map(formatObservable)).toEqual(order);
  });

  it('knows where each instruction stands', () => {
    expect(test.threads[1]!.instructions.map(({ site }) => site)).toEqual([
      { file: 'dir/SB.litmus', line: 11, column: 18 },
      { file: 'dir/SB.litmus', line: 13, column: 18 },
    ]);
  });

  it('may have Windows line ends', () => {
    const windows = parseX86(SB.replaceAll('\n', '\r\n'), 'dir/SB.litmus');
    expect(windows.threads).toEqual(test.threads);
    expect(windows.conditionText).toBe(test.conditionText);
  });

  it('asks for nothing if it has no condition', () => {
    expect(parseX86('X86_64 T\n{ }\n P0 ;\n mfence ;\n', 't')).toMatchObject({
      quantifier: 'forall',
      proposition: { kind: 'constant', value: true },
      observed: [],
    });
  });
});

describe('the initial state', () => {
  const parse = (init: string): ReturnType<typeof parseX86> =>
    parseX86(`X86_64 T\n{ ${init} }\nP0 | P1 ;\n movq (x),%rax | ;\nexists (x=0)`, 't');
  const variables = (init: string): string[] => parse(init).variables.map(({ name, initial }) => `${name}=${initial}`);

  it.each([
    ['', ['x=0']],
    ['x=1', ['x=1']],
    ['uint64_t x', ['x=0']],
    ['int x=3; y=-2;', ['x=3', 'y=-2']],
    ['[x]=1; uint64_t [y]=0x10', ['x=1', 'y=16']],
    ['uint64_t x; x=7; unsigned long y=2', ['x=7', 'y=2']],
    ['x=1; uint64_t x;', ['x=1']],
    [';;x=1;', ['x=1']],
  ])('{ %s } gives variables', (init, expected) => {
    expect(variables(init)).toEqual(expected);
  });

  it('gives values to registers', () => {
    const { threads } = parse('0:rax=2; uint64_t 1:rcx=5; P1:rax=1; 1:%rbx=0x7;');
    expect(threads.map(({ registers }) => registers)).toEqual([[2], [1, 7, 5]]);
  });

  it.each(['0:rax=x', '0:rax=&x', 'uint64_t* 0:rax=x'])('lets a register hold an address: %s', (init) => {
    const { threads, variables, usesAddresses } = parse(`y; ${init}`);
    expect(threads[0]!.registers[0]).toBe(variables.find(({ name }) => name === 'x')!.address);
    expect(usesAddresses).toBe(true);
  });
});

describe('AT&T instructions', () => {
  it.each([
    ['movq $1,(x)', 'mov64 [x], 1'],
    ['movl $-5,(x)', 'mov32 [x], -5'],
    ['mov $1,(x)', 'mov [x], 1'],
    ['MOVQ (x),%RAX', 'mov64 rax, [x]'],
    ['movl (x),%eax', 'mov32 eax, [x]'],
    ['mov (x),%r8d', 'mov32 r8d, [x]'],
    ['movq %rbx,(x)', 'mov64 [x], rbx'],
    ['movq %rax,%r15', 'mov64 r15, rax'],
    ['movq $3,%rax', 'mov64 rax, 3'],
    ['movq (%rax),%rbx', 'mov64 rbx, [rax]'],
    ['movq $1,[rax]', 'mov64 [rax], 1'],
    ['xchgq %rax,(x)', 'xchg64 [x], rax'],
    ['xchgq (x),%rax', 'xchg64 [x], rax'],
    ['lock xaddq %rax,(x)', 'lock xadd64 [x], rax'],
    ['xaddq %rax,%rbx', 'xadd64 rbx, rax'],
    ['lock incq (x)', 'lock inc64 [x]'],
    ['lock; decl (x)', 'lock dec32 [x]'],
    ['lock ;\n addq $2,(x)', 'lock add64 [x], 2'],
    ['lock subq %rax,(x)', 'lock sub64 [x], rax'],
    ['lock andq $1,(x)', 'lock and64 [x], 1'],
    ['lock orq $1,(x)', 'lock or64 [x], 1'],
    ['lock xorq $1,(x)', 'lock xor64 [x], 1'],
    ['lock cmpxchgq %rbx,(x)', 'lock cmpxchg64 [x], rbx'],
    ['lock cmpxchgq (x),%rbx', 'lock cmpxchg64 [x], rbx'],
    ['addq $1,%rax', 'add64 rax, 1'],
    ['mfence', 'mfence'],
    ['sfence', 'sfence'],
    ['LFENCE', 'lfence'],
    ['nop', 'nop'],
  ])('%s', (code, expected) => {
    expect(parseThread(code).map(show)).toEqual([expected]);
  });
});

it('registers may be used with both widths if no negative number is around', () => {
  const code = 'movl $1,%eax ;\n xorl %ebx,%ebx ;\n movq %rax,(x)';
  expect(parseThread(code).map(show)).toEqual(['mov32 eax, 1', 'xor32 ebx, ebx', 'mov64 [x], rax']);
});

describe('Intel instructions', () => {
  it.each([
    ['MOV [x],$1', 'mov32 [x], 1'],
    ['mov [x],1', 'mov32 [x], 1'],
    ['MOV EAX,[x]', 'mov32 EAX, [x]'],
    ['MOV EAX,$1', 'mov32 EAX, 1'],
    ['MOV EBX,EAX', 'mov32 EBX, EAX'],
    ['MOV EAX,[EBX]', 'mov32 EAX, [EBX]'],
    ['XCHG [x],EAX', 'xchg32 [x], EAX'],
    ['XCHG EAX,[x]', 'xchg32 [x], EAX'],
    ['LOCK INC [x]', 'lock inc32 [x]'],
    ['LOCK XADD [x],EAX', 'lock xadd32 [x], EAX'],
    ['LOCK CMPXCHG [x],EBX', 'lock cmpxchg32 [x], EBX'],
    ['ADD EAX,$2', 'add32 EAX, 2'],
    ['MFENCE', 'mfence'],
  ])('%s', (code, expected) => {
    expect(parseThread(code, 'X86').map(show)).toEqual([expected]);
  });
});

describe('conditions', () => {
  it.each([
    ['exists (x=1)', 'exists [x]=1'],
    ['exists x=1', 'exists [x]=1'],
    ['exists ([x]=1)', 'exists [x]=1'],
    ['~exists (0:rax=1)', '~exists 0:rax=1'],
    ['~ exists (0:rax=1)', '~exists 0:rax=1'],
    ['forall (true)', 'forall true'],
    ['exists false', 'exists false'],
    ['exists (x=1 /\\ y=2 \\/ 0:rax=3)', 'exists (([x]=1 & [y]=2) | 0:rax=3)'],
    ['exists (x=1 \\/ y=2 /\\ 0:rax=3)', 'exists ([x]=1 | ([y]=2 & 0:rax=3))'],
    ['exists ((x=1 \\/ y=2) /\\ 0:rax=3)', 'exists (([x]=1 | [y]=2) & 0:rax=3)'],
    ['exists (not (x=1) /\\ ~y=2)', 'exists (![x]=1 & ![y]=2)'],
    ['exists (x!=1 /\\ y<>2 /\\ x==3)', 'exists ((![x]=1 & ![y]=2) & [x]=3)'],
    ['exists (x=1 => y=1 => x=2 /\\ y=3)', 'exists ((![x]=1 | (![y]=1 | [x]=2)) & [y]=3)'],
    ['exists (0:rax=1:rbx /\\ x=[y])', 'exists (0:rax=1:rbx & [x]=[y])'],
    ['exists (P1:rbx=-1);', 'exists 1:rbx=-1'],
    ['exists (x=1) (* the end *)', 'exists [x]=1'],
  ])('%s', (condition, expected) => {
    expect(shape(condition)).toBe(expected);
  });
});
