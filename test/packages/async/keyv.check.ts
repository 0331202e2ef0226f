import assert from 'node:assert';
import { check } from 'fencepost';
import Keyv from 'keyv';

check('tasks read and write an entry', (t) => {
  const entries = new Map<string, unknown>();
  const keyv = new Keyv({ store: t.outside(entries, { name: 'store', effect: 'call' }) });
  for (const name of ['A', 'B']) t.task(name, async () => keyv.set('n', ((await keyv.get<number>('n')) ?? 0) + 1));
  t.after(() => assert.equal([...entries.values()].join(), '{"value":2}'));
});
