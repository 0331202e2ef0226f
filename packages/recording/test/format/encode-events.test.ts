import { compress } from '@fencepost/recorder';
import type { PlainEvent } from '@fencepost/recording';
import { END, EVENTS, EventEncoder, HEADER, MAGIC, PLACES, SITES, blockBytes, encodeText } from '@fencepost/recording';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sourceOf } from './encoder.js';
import { eventsAsText } from '@fencepost/testing/events-as-text';

const SEQ_CST = 5;
const [LOAD, STORE, UPDATE, SWAP, FAILED_SWAP, OBJECT, SPAWN] = [0, 1, 2, 3, 4, 8, 10];

interface Drawn {
  readonly kind: number;
  readonly thread: number;
  readonly log: number;
  readonly address: number;
  readonly value: bigint;
  readonly isUnseen: boolean;
}

/** Addresses around two words, and far away; some accesses leave their word. */
const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom(LOAD, STORE, UPDATE, SWAP, FAILED_SWAP, OBJECT),
  thread: fc.integer({ min: 0, max: 2 }),
  log: fc.integer({ min: 0, max: 3 }),
  address: fc.oneof(fc.integer({ min: 64, max: 80 }), fc.constant(2 ** 44 + 8)),
  value: fc.oneof(fc.bigInt({ min: 0n, max: 3n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
  isUnseen: fc.boolean(),
});

const halves = (value: bigint): [number, number] => [
  Number(BigInt.asIntN(32, value)),
  Number(BigInt.asIntN(32, value >> 32n)),
];

/** Plays an access on memory, byte by byte. */
function play(bytes: Map<number, number>, { kind, thread, log, address, value, isUnseen }: Drawn): PlainEvent {
  const size = 1 << log;
  const leaves = (address & 7) + size > 8;
  const isAccess = kind <= FAILED_SWAP;
  const isRange = isAccess && leaves;
  const actual = isRange && kind !== LOAD ? STORE : kind;
  const mask = (1n << BigInt(8 * size)) - 1n;
  const write = (given: bigint): void => {
    for (let i = 0; i < size; i++) bytes.set(address + i, Number((given >> BigInt(8 * i)) & 255n));
  };
  if (isUnseen && isAccess && actual !== STORE) write(value ^ 1n);
  let read = 0n;
  for (let i = size - 1; i >= 0; i--) read = (read << 8n) | BigInt(bytes.get(address + i) ?? 0);
  const written = value & mask;
  const expected = actual === SWAP ? read : ~read & mask;
  if (actual === STORE || actual === UPDATE || actual === SWAP) write(written);
  const [readLow, readHigh] = halves(read);
  const [writtenLow, writtenHigh] = halves(written);
  const [expectedLow, expectedHigh] = halves(expected);
  const small = (low: number): number => (size < 4 ? low & Number(mask) : low);
  return {
    what: (actual << 9) | (log << 6) | (SEQ_CST << 3) | SEQ_CST,
    where: 7,
    thread,
    address: isAccess ? address : address - (address % 8),
    bytes: isRange ? size : 0,
    ...{ readLow: small(readLow), readHigh, writtenLow: small(writtenLow), writtenHigh },
    ...{ expectedLow: small(expectedLow), expectedHigh },
  };
}

/** What a recording of these events says; it is checked as it is read. */
function recorded(events: readonly Drawn[], perBlock: number): string[] {
  const memory = new Map<number, number>();
  const encoder = new EventEncoder();
  const json = (value: unknown): Uint8Array => encodeText(JSON.stringify(value));
  const parts = [MAGIC, block(HEADER, json({ version: 1, program: 'p', arguments: [], scheduler: 'random', seed: 1 }))];
  const flush = (): void => {
    const { definitions, events: bytes } = encoder.take();
    if (definitions.length > 0) parts.push(block(SITES, definitions));
    if (bytes.length > 0) parts.push(block(EVENTS, bytes));
  };
  for (const thread of [1, 2]) encoder.event({ ...play(new Map(), blank), what: SPAWN << 9, address: thread });
  events.forEach((each, i) => {
    encoder.event(play(memory, each));
    if (i % perBlock === 0) flush();
  });
  flush();
  const { operations } = encoder;
  parts.push(block(PLACES, json([])), block(END, json({ reason: 'exit', operations, threads: 3 })));
  return eventsAsText(sourceOf(parts));
}

const blank: Drawn = { kind: LOAD, thread: 0, log: 0, address: 0, value: 0n, isUnseen: false };
const block = (type: number, bytes: Uint8Array): Uint8Array => blockBytes(type, bytes, compress);

it('encodes events so that they are read unchanged, for all accesses and blocks', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 40 }), fc.integer({ min: 1, max: 10 }), (events, perBlock) => {
      // Every byte is read once more. A reader refuses a load of what memory does not have.
      const bytes = Array.from({ length: 40 }, (_, i): Drawn => ({ ...blank, address: 60 + i }));
      expect(recorded([...events, ...bytes], perBlock)).toEqual(recorded([...events, ...bytes], 1000));
    }),
    { numRuns: 300, seed: 1 },
  );
});

it('distinguishes accesses by their kinds, threads and values', () => {
  const at = (kind: number, log: number, value: bigint, more: Partial<Drawn> = {}): Drawn => ({
    ...{ ...blank, kind, log, value, address: 64 },
    ...more,
  });
  const lines = recorded(
    [
      at(STORE, 2, 5n),
      at(LOAD, 2, 0n, { thread: 1 }),
      at(UPDATE, 2, 0xffff_fffen, { thread: 2 }),
      at(SWAP, 2, 1n),
      at(FAILED_SWAP, 2, 9n),
      at(LOAD, 2, 77n, { isUnseen: true }),
      at(OBJECT, 0, 0n, { address: 2 ** 44 }),
      at(STORE, 3, 0x1122_3344_5566_7788n, { address: 68 }),
      at(LOAD, 3, 0n, { address: 68, thread: 2 }),
    ],
    3,
  );
  expect(lines).toMatchInlineSnapshot(`
    [
      "0: spawn 1",
      "0: spawn 2",
      "0: store seq_cst p0 = 5",
      "1: load seq_cst p0",
      "2: rmw seq_cst p0 := fffffffe",
      "0: rmw seq_cst p0 fffffffe -> 1",
      "0: rmw seq_cst p0 not fffffffe -> 9, seq_cst",
      "0: outside p0 = 4c",
      "0: load seq_cst p0",
      "0: object seq_cst p2 := 1",
      "0: store seq_cst p1 = 55667788",
      "0: store seq_cst p3 = 11223344",
      "2: load seq_cst p1",
      "2: load seq_cst p3",
    ]
  `);
});
