// Litmus tests made from cycles, as diy7 makes them: each thread has one or two accesses, and from the last access of a
// thread to the first of the next one leads a communication edge (reads-from, from-reads or coherence) at one location.

type Kind = 'R' | 'W';
type Between = 'po' | 'mfence' | 'sfence' | 'rfi';

/** A thread: what it does first and last, what is in between, and whether its stores are exchanges. */
interface Segment {
  readonly first: Kind;
  /** Absent if the thread has one access, which is a store. */
  readonly last?: Kind;
  readonly between: Between;
  readonly locked: boolean;
}

export interface GeneratedTest {
  readonly name: string;
  readonly text: string;
}

const SHAPES: readonly (readonly [name: string, threads: string])[] = [
  ['2+2W', 'WW WW'],
  ['LB', 'RW RW'],
  ['MP', 'WW RR'],
  ['R', 'WW WR'],
  ['S', 'WW RW'],
  ['SB', 'WR WR'],
  ['3.2W', 'WW WW WW'],
  ['3.LB', 'RW RW RW'],
  ['3.SB', 'WR WR WR'],
  ['ISA2', 'WW RW RR'],
  ['RWC', 'W RR WR'],
  ['WRC', 'W RW RR'],
  ['WRW+WR', 'W RW WR'],
  ['WRW+2W', 'W RW WW'],
  ['WRR+2W', 'W RR WW'],
  ['W+RWC', 'WW RR WR'],
  ['Z6.1', 'WW WW RW'],
  ['Z6.2', 'WW RW RW'],
  ['Z6.3', 'WW WW RR'],
  ['Z6.4', 'WW WR WR'],
  ['IRIW', 'W RR W RR'],
  ['IRWIW', 'W RR W RW'],
  ['IRRWIW', 'W RR WW WR'],
  ['4.SB', 'WR WR WR WR'],
  ['4.LB', 'RW RW RW RW'],
];

const FENCES: readonly Between[] = ['po', 'mfence', 'sfence'];

/** How the threads of a shape of two threads differ; of larger ones, all threads are alike or the first differs. */
function variants(threads: number): readonly (readonly Between[])[] {
  if (threads === 2) return FENCES.flatMap((one) => FENCES.map((other) => [one, other]));
  const alike = FENCES.map((each) => Array<Between>(threads).fill(each));
  const first = (one: Between, others: Between): Between[] => [one, ...Array<Between>(threads - 1).fill(others)];
  return [...alike, first('po', 'mfence'), first('sfence', 'mfence')];
}

/** Every test, in an order that does not depend on anything. */
export function generateTests(): GeneratedTest[] {
  const tests = new Map<string, GeneratedTest>();
  for (const [shape, kinds] of SHAPES) {
    const words = kinds.split(' ');
    const add = (between: readonly Between[], locked: boolean): void => {
      const segments = words.map((word, i) => segmentOf(word, between[i]!, locked));
      const name = nameOf(shape, segments, locked);
      if (!tests.has(name)) tests.set(name, { name, text: write(name, segments, tests.size) });
    };
    for (const between of variants(words.length)) {
      // Threads that are alike may change places.
      if (words.length > 2 || words[0] !== words[1] || between[0]! <= between[1]!) add(between, false);
    }
    add(Array<Between>(words.length).fill('po'), true);
    if (words.every((word) => word === 'WR')) add(Array<Between>(words.length).fill('rfi'), false);
  }
  return [...tests.values()];
}

function segmentOf(word: string, between: Between, locked: boolean): Segment {
  const [first, last] = word as unknown as readonly [Kind, Kind | undefined];
  return last === undefined ? { first, between: 'po', locked } : { first, last, between, locked };
}

function nameOf(shape: string, segments: readonly Segment[], locked: boolean): string {
  if (locked) return `${shape}+xchgs`;
  const between = segments.filter(({ last }) => last !== undefined).map((segment) => segment.between);
  return between.every((one) => one === 'po') ? shape : `${shape}+${between.join('+')}`;
}

interface Access {
  readonly kind: Kind;
  readonly location: string;
}

/** The accesses of each thread with their locations: an access and the first of the next thread share one. */
function accessesOf(segments: readonly Segment[]): Access[][] {
  const locations = 'xyzw';
  const used = segments.filter(({ last }) => last !== undefined).length;
  let at = 0;
  return segments.map(({ first, last }) => {
    const accesses: Access[] = [{ kind: first, location: locations[at % used]! }];
    if (last !== undefined) accesses.push({ kind: last, location: locations[++at % used]! });
    return accesses;
  });
}

/** Values of stores: by location 1, 2 and so on, in the order of the cycle. */
function write(name: string, segments: readonly Segment[], index: number): string {
  const accesses = accessesOf(segments);
  const order = accesses.flatMap((thread, t) => thread.map((access, i) => ({ ...access, t, i })));
  // The last access is the first of the cycle at its location.
  const turned = [order.at(-1)!, ...order.slice(0, -1)];
  const written = new Map<string, number>();
  const values = new Map<string, number>();
  const facts: string[] = [];
  turned.forEach(({ kind, location, t, i }, at) => {
    const before = turned[at - 1];
    const value = written.get(location) ?? 0;
    if (kind === 'W') {
      written.set(location, value + 1);
      values.set(`${t}.${i}`, value + 1);
    } else {
      // A read of the last store, or of what was there before the next one.
      values.set(`${t}.${i}`, before?.location === location && before.t !== t ? value : 0);
    }
  });
  const columns = segments.map((segment, t) => columnOf(segment, accesses[t]!, (i) => values.get(`${t}.${i}`)!));
  accesses.forEach((thread, t) =>
    thread.forEach(({ kind }, i) => {
      if (kind === 'R') facts.push(`${t}:${registerOf(segments[t]!, i)}=${values.get(`${t}.${i}`)!}`);
    }),
  );
  for (const [location, last] of written) if (last > 1) facts.push(`${location}=${last}`);
  const initial = segments.flatMap(({ locked }, t) =>
    locked
      ? accesses[t]!.flatMap(({ kind }, i) => (kind === 'W' ? `${t}:${LOCKED[i]!}=${values.get(`${t}.${i}`)!};` : []))
      : [],
  );
  return layOut(name, initial, columns, facts, index);
}

const REGISTERS = ['rax', 'rbx'];
const LOCKED = ['rcx', 'rdx'];

function registerOf({ between }: Segment, i: number): string {
  return between === 'rfi' ? 'rbx' : REGISTERS[i]!;
}

function columnOf(segment: Segment, accesses: readonly Access[], valueOf: (i: number) => number): string[] {
  const lines = accesses.map(({ kind, location }, i) => {
    if (kind === 'R') return `movq (${location}),%${registerOf(segment, i)}`;
    return segment.locked ? `xchgq %${LOCKED[i]!},(${location})` : `movq $${valueOf(i)},(${location})`;
  });
  if (accesses.length === 1 || segment.between === 'po') return lines;
  const middle = segment.between === 'rfi' ? `movq (${accesses[0]!.location}),%rax` : segment.between;
  return [lines[0]!, middle, lines[1]!];
}

/** Some tests ask otherwise than `exists`, and some show more than they ask for, so that each kind of condition occurs. */
function layOut(
  name: string,
  initial: readonly string[],
  columns: readonly (readonly string[])[],
  facts: readonly string[],
  index: number,
): string {
  const rows = Math.max(...columns.map(({ length }) => length));
  const widths = columns.map((column, t) => Math.max(`P${t}`.length, ...column.map(({ length }) => length)));
  const line = (cells: readonly string[]): string =>
    ` ${cells.map((cell, t) => cell.padEnd(widths[t]!)).join(' | ')} ;`;
  const table = [
    line(columns.map((_, t) => `P${t}`)),
    ...Array.from({ length: rows }, (_, row) => line(columns.map((column) => column[row] ?? ''))),
  ];
  const outcome = facts.join(' /\\ ');
  const asks = [`exists (${outcome})`, `~exists (${outcome})`, `forall (not (${outcome}))`][
    index % 5 === 3 ? 1 : index % 5 === 4 ? 2 : 0
  ]!;
  const shows = index % 4 === 2 ? ['locations [x; y;]'] : [];
  return [`X86_64 ${name}`, `{ ${initial.join(' ')} }`.replace('{  }', '{ }'), ...table, ...shows, asks, ''].join('\n');
}
