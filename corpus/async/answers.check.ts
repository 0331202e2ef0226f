// Answers that arrive in another order, each wrong and right.
import assert from 'node:assert';
import { check } from 'fencepost';

for (const kind of ['wrong', 'right']) {
  const isRight = kind === 'right';

  check(`answers arrive out of order: ${kind}`, (t) => {
    let shown = '';
    let latest = 0;
    const search = t.outside((query: string) => query, { name: 'search', effect: 'call' });
    const type = async (query: string): Promise<void> => {
      const own = ++latest;
      const found = await search(query);
      if (!isRight || own === latest) shown = found;
    };
    t.task('typing', async () => Promise.all([type('a'), type('ab')]));
    t.after(() => assert.equal(shown, 'ab'));
  });

  check(`the first of two wins by chance: ${kind}`, (t) => {
    const primary = t.outside(() => 'primary', { name: 'primary' });
    const replica = t.outside(() => 'replica', { name: 'replica' });
    let answer = '';
    t.task('read', async () => {
      const both = [primary(), replica()];
      answer = isRight ? (await Promise.all(both))[0]! : await Promise.race(both);
    });
    t.after(() => assert.equal(answer, 'primary'));
  });

  check(`pages of a list are shown in the order of arrival: ${kind}`, (t) => {
    const list: number[] = [];
    const load = t.outside((page: number) => [2 * page, 2 * page + 1], { name: 'load', effect: 'call' });
    const append = async (page: number): Promise<void> => {
      list.push(...(await load(page)));
    };
    t.task('scroll', async () => {
      if (isRight) for (const page of [0, 1]) await append(page);
      else await Promise.all([append(0), append(1)]);
    });
    t.after(() => assert.deepEqual(list, [0, 1, 2, 3]));
  });

  check(`a debounced save keeps an old text: ${kind}`, (t) => {
    let saved = '';
    let version = 0;
    let savedVersion = 0;
    const save = t.outside(
      (text: string, own: number) => {
        if (isRight && own < savedVersion) return;
        saved = text;
        savedVersion = own;
      },
      { name: 'save' },
    );
    const change = async (text: string): Promise<void> => save(text, ++version);
    t.task('edit', async () => Promise.all([change('old'), change('new')]));
    t.after(() => assert.equal(saved, 'new'));
  });

  check(`an aborted request still has an effect: ${kind}`, (t) => {
    let shown = 'nothing';
    let isAborted = false;
    const load = t.outside(() => 'profile', { name: 'load', effect: 'call' });
    t.task('open', async () => {
      const text = await load();
      if (!isRight || !isAborted) shown = text;
    });
    t.task('leave', () => {
      isAborted = true;
      shown = 'home';
    });
    t.after(() => assert.ok(!isAborted || shown === 'home'));
  });
}
