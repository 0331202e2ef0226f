import { check } from 'fencepost/vitest';
import { expect } from 'vitest';
import { Ring } from './ring.js';

check('nothing is lost when the ring is full', { races: true }, (t) => {
  const memory = new SharedArrayBuffer(8 + 2 * 4); // room for one
  const producer = t.thread('producer', () => {
    const ring = new Ring(memory);
    return [10, 20].filter((value) => ring.push(value));
  });
  const consumer = t.thread('consumer', () => {
    const ring = new Ring(memory);
    return [ring.pop(), ring.pop()];
  });
  t.after(() => {
    const popped = [...consumer.result, new Ring(memory).pop()];
    expect(popped.filter((value) => value !== undefined)).toEqual(producer.result);
  });
});
