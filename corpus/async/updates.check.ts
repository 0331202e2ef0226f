// Updates that span an await, each wrong and right.
import assert from 'node:assert';
import { check } from 'fencepost';

for (const kind of ['wrong', 'right']) {
  const isRight = kind === 'right';

  check(`an update is lost between read and write: ${kind}`, (t) => {
    let row = 0;
    const table = t.outside({
      get: () => row,
      put: (value: number) => {
        row = value;
      },
    });
    let tail: Promise<unknown> = Promise.resolve();
    const add = async (): Promise<void> => table.put((await table.get()) + 1);
    const locked = async (): Promise<void> => {
      const own = tail.then(add);
      tail = own;
      return own;
    };
    for (const name of ['A', 'B']) t.task(name, isRight ? locked : add);
    t.after(() => assert.equal(row, 2));
  });

  check(`a form is submitted twice: ${kind}`, (t) => {
    let isBusy = false;
    let sent = 0;
    const send = t.outside(() => sent++);
    const submit = async (): Promise<void> => {
      if (isBusy) return;
      if (isRight) isBusy = true;
      await send();
      isBusy = true;
    };
    t.task('first click', submit);
    t.task('second click', submit);
    t.after(() => assert.equal(sent, 1));
  });

  check(`a check no longer holds when the task acts: ${kind}`, (t) => {
    let seats = 1;
    let sold = 0;
    const pay = t.outside(() => true, { name: 'pay', effect: 'call' });
    const buy = async (): Promise<void> => {
      if (seats === 0) return;
      if (isRight) seats--;
      await pay();
      if (!isRight) seats--;
      sold++;
    };
    t.task('A', buy);
    t.task('B', buy);
    t.after(() => assert.ok(sold <= 1));
  });

  check(`a retry repeats a side effect: ${kind}`, (t) => {
    const charged = new Set<string>();
    let charges = 0;
    const charge = t.outside(
      (key: string) => {
        if (isRight && charged.has(key)) return;
        charged.add(key);
        charges++;
      },
      { name: 'charge', rejects: true },
    );
    t.task('pay', async () => {
      await charge('order 1').catch(async () => charge('order 1').catch(() => undefined));
    });
    t.after(() => assert.ok(charges <= 1));
  });

  check(`a failed call leaves its mark: ${kind}`, (t) => {
    let isBusy = false;
    const save = t.outside(() => true, { name: 'save', rejects: true, effect: 'call' });
    t.task('save', async () => {
      isBusy = true;
      try {
        await save();
        if (!isRight) isBusy = false;
      } catch {
        // Shown elsewhere.
      } finally {
        if (isRight) isBusy = false;
      }
    });
    t.after(() => assert.ok(!isBusy));
  });

  check(`items are numbered twice: ${kind}`, (t) => {
    const items: string[] = [];
    let next = 0;
    const store = t.outside((text: string) => items.push(text), { name: 'store' });
    const add = async (): Promise<void> => {
      const number = isRight ? next++ : next;
      await store(`item ${number}`);
      if (!isRight) next = number + 1;
    };
    t.task('A', add);
    t.task('B', add);
    t.after(() => assert.equal(new Set(items).size, 2));
  });

  check(`a page is closed while it loads: ${kind}`, (t) => {
    let page: { text: string } | undefined = { text: '' };
    const load = t.outside(() => 'text', { name: 'load', effect: 'call' });
    const shown = (): { text: string } => {
      assert.ok(page !== undefined, 'the page is closed');
      return page;
    };
    t.task('load', async () => {
      const text = await load();
      if (!isRight || page !== undefined) shown().text = text;
    });
    t.task('close', () => {
      page = undefined;
    });
  });
}
