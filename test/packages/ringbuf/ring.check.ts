import assert from 'node:assert';
import { check } from 'fencepost';
import { ParameterReader, ParameterWriter, RingBuffer } from 'ringbuf.js';

check('elements one by one through a ring that holds one', (t) => {
  const storage = RingBuffer.getStorageForCapacity(1, Int32Array);
  t.thread('producer', () => {
    const ring = new RingBuffer(storage, Int32Array);
    for (const value of [11, 22]) while (ring.push(Int32Array.of(value)) === 0);
  });
  t.thread('consumer', () => {
    const ring = new RingBuffer(storage, Int32Array);
    const element = new Int32Array(1);
    const got: number[] = [];
    while (got.length < 2) if (ring.pop(element) === 1) got.push(element[0]!);
    return got;
  });
  t.after(({ consumer }) => assert.deepEqual(consumer, [11, 22]));
});

check('elements in bulk, taken as far as they are there', (t) => {
  const storage = RingBuffer.getStorageForCapacity(2, Int32Array);
  t.thread('producer', () => {
    const ring = new RingBuffer(storage, Int32Array);
    ring.push(Int32Array.of(11, 22));
    ring.push(Int32Array.of(33, 44));
  });
  t.thread('consumer', () => {
    const ring = new RingBuffer(storage, Int32Array);
    const elements = new Int32Array(2);
    const first = [...elements.subarray(0, ring.pop(elements))];
    return [...first, ...elements.subarray(0, ring.pop(elements))];
  });
  t.after(({ consumer }) => {
    const got = consumer as number[];
    assert.deepEqual(got, [11, 22, 33, 44].slice(0, got.length));
    assert.equal(got.length % 2, 0, 'half of a push has been seen');
  });
});

check('changes of parameters', (t) => {
  const storage = RingBuffer.getStorageForCapacity(5, Uint8Array);
  t.thread('writer', () => {
    const writer = new ParameterWriter(new RingBuffer(storage, Uint8Array));
    for (const index of [1, 2]) while (!writer.enqueueChange(index, index / 2));
  });
  t.thread('reader', () => {
    const reader = new ParameterReader(new RingBuffer(storage, Uint8Array));
    const change = { index: 0, value: 0 };
    return [1, 2].map(() => {
      while (!reader.dequeueChange(change));
      return [change.index, change.value];
    });
  });
  t.after(({ reader }) => assert.deepEqual(reader, [[1, 0.5], [2, 1]])); // prettier-ignore
});
