import { FencepostError } from '@fencepost/core';
import type { RecordedEvents } from '@fencepost/recording';
import { openRecording } from '@fencepost/recording';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Encoder, sourceOf } from './encoder.js';
import { eventsAsText } from '@fencepost/testing/events-as-text';

const X = 0x7fff_1234_5678;

function example(): Encoder {
  return new Encoder()
    .threads(10, 1)
    .outside(X, 8, 0x1122_3344_5566_7788n)
    .load(X, 3, 0x1122_3344_5566_7788n)
    .store(X, 3, 5n, 0x1122_3344_5566_7788n)
    .turn(1)
    .update(2, X, 3, 0xffff_ffff_ffff_fffen, 5n)
    .update(3, X, 3, 6n, 0xffff_ffff_ffff_fffen)
    .failedSwap(X, 3, 6n, 7n, 8n)
    .fence()
    .object(X + 64, 2, 2)
    .object(X + 64, 0, 3)
    .free(X, 128)
    .store(X, 3, 9n)
    .turn(0)
    .threads(11, 1);
}

const refusal = (source: ReturnType<typeof sourceOf>): string => {
  try {
    eventsAsText(source);
  } catch (error) {
    expect(error).toBeInstanceOf(FencepostError);
    expect((error as FencepostError).code).toBe('BAD_RECORDING');
    const { site, message } = error as FencepostError;
    return site === undefined ? message : `${site.file}:${site.line}: ${message}`;
  }
  return 'none';
};

describe('a recording in binary form', () => {
  it('is read event by event, from chunks of any size', () => {
    const expected = [
      '0: spawn 1',
      '0: load plain p0',
      '0: store plain p0 = 5',
      '1: rmw seq_cst p0 := fffffffffffffffe',
      '1: rmw seq_cst p0 fffffffffffffffe -> 6',
      '1: rmw seq_cst p0 not 7 -> 8, acquire',
      '1: fence seq_cst',
      '1: object acquire p1 := 2',
      '1: object release p1 := 0',
      '1: free p0',
      '1: free p1',
      '1: store plain p2 = 9',
      '0: join 1',
    ];
    for (const chunk of [1, 7, 64, 1 << 20]) {
      expect(eventsAsText(sourceOf(example().parts(), chunk))).toEqual(expected);
    }
  });

  it('reports accesses to words that one thread uses without their places, if the visitor can take them', () => {
    const encoder = new Encoder()
      .threads(10, 1)
      .store(X, 3, 1n) // of thread 0 only
      .store(X + 8, 3, 1n) // read by thread 1
      .store(X + 16, 3, 1n) // freed by thread 1
      .store(X + 24, 3, 1n) // also updated
      .outside(X + 32, 8, 7n) // known before thread 0 reads it
      .load(X + 32, 3, 7n)
      .store(X + 40, 3, 1n) // written by code without hooks later
      .update(2, X + 24, 3, 2n, 1n)
      .load(X, 3, 1n)
      .turn(1)
      .load(X + 8, 3, 1n)
      .free(X + 16, 8)
      .store(X + 16, 3, 1n) // a new life
      .turn(0)
      .outside(X + 40, 8, 9n, 1n)
      .load(X + 40, 3, 9n);
    const told: string[] = [];
    const note =
      (what: string) =>
      (thread: number): void => {
        told.push(`${thread} ${what}`);
      };
    const kinds = [
      'load',
      'store',
      'update',
      'swap',
      'failedSwap',
      'fence',
      'spawn',
      'join',
      'free',
      'outside',
    ] as const;
    const visitor = { ...Object.fromEntries(kinds.map((kind) => [kind, note(kind)])), local: note('local') };
    openRecording(sourceOf(encoder.parts())).feed(visitor as unknown as RecordedEvents);
    expect(told).toEqual([
      ...['0 spawn', '0 local', '0 store', '0 store', '0 store', '0 local', '0 store', '0 update', '0 local'],
      ...['1 load', '1 free', '1 local', '0 outside', '0 load'],
    ]);
  });

  it('divides words at the boundaries of all accesses, whichever comes first', () => {
    const encoder = new Encoder()
      .store(X, 3, 0x8877_6655_4433_2211n)
      .load(X + 4, 1, 0x6655n)
      .load(X + 2, 2, 0x6655_4433n)
      .store(X + 7, 0, 0xffn, 0x88n)
      .load(X, 3, 0xff77_6655_4433_2211n)
      .update(3, X, 3, 1n, 0xff77_6655_4433_2211n);
    expect(eventsAsText(sourceOf(encoder.parts()))).toEqual([
      ...['0: store plain p0 = 2211', '0: store plain p1 = 4433', '0: store plain p2 = 6655'],
      ...['0: store plain p3 = 77', '0: store plain p4 = 88'],
      '0: load plain p2',
      ...['0: load plain p1', '0: load plain p2'],
      '0: store plain p4 = ff',
      ...['0: load plain p0', '0: load plain p1', '0: load plain p2', '0: load plain p3', '0: load plain p4'],
      ...['0: rmw seq_cst p0 2211 -> 1', '0: rmw seq_cst p1 4433 -> 0', '0: rmw seq_cst p2 6655 -> 0'],
      ...['0: rmw seq_cst p3 77 -> 0', '0: rmw seq_cst p4 ff -> 0'],
    ]);
  });

  it('reports a write from outside where another value was known', () => {
    const encoder = new Encoder().outside(X, 4, 3n).load(X, 2, 3n).outside(X, 4, 4n, 3n).load(X, 2, 4n);
    expect(eventsAsText(sourceOf(encoder.parts()))).toEqual([
      '0: load plain p0',
      '0: outside p0 = 4',
      '0: load plain p0',
    ]);
  });

  it('starts a thread that was never started, after all that was done before', () => {
    const encoder = new Encoder().store(X, 2, 1n).threads(10, 1).turn(1).store(X, 2, 2n, 1n);
    encoder.turn(2).load(X, 2, 2n).turn(1).fence().turn(3).load(X, 2, 2n);
    expect(eventsAsText(sourceOf(encoder.parts()))).toEqual([
      ...['0: store plain p0 = 1', '0: spawn 1', '1: store plain p0 = 2'],
      ...['0: object release p2 := 1', '1: object release p2 := 2', '0: spawn 2', '2: object acquire p2 := 3'],
      ...['2: load plain p0', '1: fence seq_cst'],
      // Thread 0 has done nothing meanwhile.
      ...['1: object release p2 := 2', '2: object release p2 := 3', '0: spawn 3', '3: object acquire p2 := 4'],
      '3: load plain p0',
    ]);
  });

  it.each([
    [
      'reads another value',
      new Encoder().store(X, 2, 1n).load(X, 2, 2n),
      'test.c:2: operation 2 of the recording, of thread 0, read an impossible value',
    ],
    [
      'reads a value that was never written',
      new Encoder().load(X, 2, 0n),
      'test.c:1: operation 1 of the recording, of thread 0, reads a value that was never written',
    ],
    [
      'updates another value',
      new Encoder().store(X, 2, 1n).turn(4).update(2, X, 2, 9n, 3n),
      'operation 2 of the recording, of thread 4, read an impossible value',
    ],
    ['starts a thread twice', new Encoder().threads(10, 1).threads(10, 1), 'starts thread 1, which already exists'],
    ['joins no thread', new Encoder().threads(11, 3), 'joins thread 3, which it cannot'],
    ['leaves its word', new Encoder().store(X + 4, 3, 1n), 'leaves its word'],
    ['has too many threads', new Encoder().turn(70_000), 'the recording has a thread 70000'],
  ])('is refused if it %s', (_, encoder, message) => {
    expect(refusal(sourceOf(encoder.parts()))).toContain(message);
  });

  it('is refused if a load that the byte of its check does not betray read another value', () => {
    const hash = (value: number): number => Math.imul(value, 0x9e3779b1) >>> 24;
    const twin = Array.from({ length: 10_000 }, (_, i) => i + 2).find((value) => hash(value) === hash(1))!;
    const encoder = new Encoder().store(X, 2, 1n).load(X, 2, BigInt(twin));
    expect(refusal(sourceOf(encoder.parts()))).toContain('a load among the operations 1 to 2');
  });

  it('is refused wherever it is cut off, unless a part will do', () => {
    const bytes = Buffer.concat(example().parts());
    for (let length = 0; length < bytes.length; length++) {
      expect(refusal(sourceOf([bytes.subarray(0, length)]))).not.toBe('none');
    }
    const parts = example().parts();
    const source = sourceOf([...parts.slice(0, 4), parts[4]!.subarray(0, 9)], 100, true);
    expect(openRecording(source).damage).toBe('it ends too early');
    expect(eventsAsText(source)).toHaveLength(13);
  });

  it('is refused if any byte is changed', () => {
    const bytes = Buffer.concat(example().parts());
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes);
        changed[at]! ^= change;
        expect(refusal(sourceOf([changed]))).not.toBe('none');
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('never fails without a code, for any content of its blocks', () => {
    // With right checksums, so that the contents are looked at.
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(200), byte), { minLength: 1, maxLength: 4 }), (changes) => {
        const encoder = example();
        const columns = (encoder as unknown as { columns: number[][]; definitions: number[] }).columns.concat([
          (encoder as unknown as { definitions: number[] }).definitions,
        ]);
        for (const [at, value] of changes) {
          const column = columns[at % columns.length]!;
          column[at % column.length] = value;
        }
        refusal(sourceOf(encoder.parts()));
      }),
      { numRuns: 1000, seed: 1 },
    );
  });
});
