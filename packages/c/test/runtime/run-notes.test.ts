import { expect, it } from 'vitest';
import { Remarks } from '../../src/runtime/base/run-notes.js';

/** All that can be remarked. */
function everything(): Remarks {
  const remarks = new Remarks();
  remarks.assertion = true;
  remarks.reachAssembly(undefined);
  remarks.reachLocked(undefined);
  remarks.reachRandom(undefined);
  remarks.end('exit', 1, undefined);
  return remarks;
}

it('notes are the same when they are made again or restored', () => {
  const saved = everything().save();
  expect(Object.values(saved).every((each) => each !== null && each !== false)).toBe(true);
  const [added, restored] = [new Remarks(), new Remarks()];
  added.add(saved);
  restored.restore(saved);
  expect([added.save(), restored.save()]).toEqual([saved, saved]);
  restored.restore(new Remarks().save());
  expect(restored.isEmpty).toBe(true);
});

it.each([
  (remarks: Remarks) => remarks.reachAssembly(undefined),
  (remarks: Remarks) => remarks.reachLocked(undefined),
  (remarks: Remarks) => remarks.reachRandom(undefined),
  (remarks: Remarks) => remarks.end('return', 1, undefined),
])('any of them counts', (remark) => {
  const remarks = new Remarks();
  remark(remarks);
  expect(remarks.isEmpty).toBe(false);
});
