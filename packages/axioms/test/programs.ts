import type { AccessOrder, AxiomaticModel, AxiomaticProgram, FenceKind, Instruction } from '@fencepost/axioms';
import { consistentExecutions } from '@fencepost/axioms';
import { axiomaticAnswer, parseAxiomatic } from '@fencepost/litmus';

const ORDERS: Readonly<Record<string, AccessOrder>> = {
  na: 'plain',
  rlx: 'relaxed',
  acq: 'acquire',
  rel: 'release',
  ar: 'acq_rel',
  sc: 'seq_cst',
};

const LOCATIONS = ['x', 'y', 'z', 'a', 'b'];

/**
 * A program in shorthand: `x=1 rel; r0=y acq || r0=x+1; F sc; r1=y<-2 ar; if r0==1 x=1 na; r2=cas x 0 1 sc acq`.
 * Without an order an access is relaxed.
 */
export function shorthand(text: string): AxiomaticProgram {
  const threads = text.split('||').map((thread) => ({
    instructions: thread.split(';').flatMap((statement) => instructionsOf(statement.trim())),
    registers: new Map<string, number>(),
  }));
  return { threads, memory: new Map(LOCATIONS.map((_, i) => [i, 0])) };
}

function instructionsOf(statement: string): Instruction[] {
  const branch = /^if (r\d)==(\d) (.*)$/.exec(statement);
  if (branch !== null) {
    const then = instructionsOf(branch[3]!);
    const condition = { op: '!=', left: { register: branch[1]! }, right: Number(branch[2]) } as const;
    return [{ op: 'skip', condition, count: then.length }, ...then];
  }
  const fence = /^F (\w+)$/.exec(statement);
  if (fence !== null) return [{ op: 'fence', fence: ORDERS[fence[1]!] as FenceKind }];
  const cas = /^(r\d)=cas (\w) (\d+) (\d+) (\w+) (\w+)$/.exec(statement);
  if (cas !== null) {
    const [, to, location, expected, value, order, failure] = cas;
    const [success, failureOrder] = [ORDERS[order!]!, ORDERS[failure!]!];
    const values = { expected: Number(expected), value: Number(value), order: success, failureOrder };
    return [{ op: 'compare-exchange', to: to!, address: addressOf(location!), ...values }];
  }
  const [, to, location, kind, value, written = 'rlx'] = /^(\w+)=([xyzab]?)(\+|<-)?(\d*)(?: (\w+))?$/.exec(statement)!;
  const order = ORDERS[written]!;
  if (kind !== undefined) {
    const fn = kind === '+' ? '+' : 'exchange';
    return [{ op: 'rmw', fn, to: to!, address: addressOf(location!), value: Number(value), order }];
  }
  if (location !== '') return [{ op: 'load', to: to!, address: addressOf(location!), order }];
  return [{ op: 'store', address: addressOf(to!), value: Number(value), order }];
}

function addressOf(location: string): number {
  return LOCATIONS.indexOf(location);
}

/** Does the model allow an execution that ends like this: `0:r0=1 x=2`? */
export function allows(model: AxiomaticModel, program: AxiomaticProgram, final: string): boolean {
  const terms = final.split(' ').map((term) => /^(?:(\d):)?(\w+)=(\d+)$/.exec(term)!);
  return [...consistentExecutions(program, model)].some((execution) =>
    terms.every(([, thread, name, value]) => {
      const found =
        thread === undefined ? execution.finalMemory(addressOf(name!)) : execution.finalRegister(Number(thread), name!);
      return found === Number(value);
    }),
  );
}

export function isRacy(model: AxiomaticModel, program: AxiomaticProgram): boolean {
  return [...consistentExecutions(program, model)].some((execution) => !model.races!(execution).isEmpty());
}

/** Does the model allow what a test of AArch64 asks for? X20 to X23 hold the addresses of x, y, z and a. */
export function allowsAssembly(model: AxiomaticModel, threads: readonly string[], condition: string): boolean {
  const columns = threads.map((thread) => thread.split(';').map((line) => line.trim()));
  const rows = Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, i) =>
    columns.map((column) => column[i] ?? '').join(' | '),
  );
  const init = threads.map((_, t) => ['x', 'y', 'z', 'a'].map((name, i) => `${t}:X${20 + i}=${name};`).join(' '));
  const header = threads.map((_, t) => `P${t}`).join(' | ');
  const text = ['AArch64 T', `{ ${init.join(' ')} }`, ...[header, ...rows].map((row) => `${row} ;`)].join('\n');
  return axiomaticAnswer(parseAxiomatic(`${text}\nexists (${condition})`, 't.litmus'), model).witnesses > 0;
}
