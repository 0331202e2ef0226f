import assert from 'node:assert';
import { check } from 'fencepost';
import SharedMap from 'sharedmap';

check('a value is replaced in a full map', (t) => {
  const map = new SharedMap(4, 4, 4);
  for (const key of ['a', 'b', 'c', 'd']) map.set(key, 'old');
  // `_set` looks with `_find` whether the key is there, which returns with the line locked, and locks the line again.
  t.thread('alone', () => map.set('a', 'new'));
  t.after(() => assert.equal(map.get('a'), 'new'));
});

check('a value is replaced in a map with a free place', (t) => {
  const map = new SharedMap(8, 4, 4);
  for (const key of ['a', 'b', 'c', 'd']) map.set(key, 'old');
  t.thread('alone', () => map.set('a', 'new'));
  t.after(() => assert.equal(map.get('a'), 'new'));
});

check('one thread sets, another one gets', (t) => {
  const map = new SharedMap(4, 4, 4);
  t.thread('setter', () => map.set('a', 'x'));
  t.thread('getter', () => map.get('a'));
  t.after(({ getter }) => {
    assert.ok(getter === undefined || getter === 'x', `got ${String(getter)}`);
    assert.equal(map.get('a'), 'x');
  });
});
