import { describe, expect, it } from 'vitest';
import { separation } from '../../src/world/context/lanes.js';
import { endsOf, explore, programOf } from '../check/explored.js';

interface Found {
  readonly executions: number;
  readonly ends: readonly string[];
}

/** What a check finds if messages have places of their own, and if they do not. */
async function both(body: string): Promise<readonly [separate: Found, mixed: Found]> {
  const found: Found[] = [];
  for (const isOn of [true, false]) {
    separation.isOn = isOn;
    try {
      const program = await programOf(
        `${body} t.after((results) => { throw new Error(JSON.stringify(results)); });`,
        {},
        "import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';",
      );
      let executions = 0;
      const ends = endsOf(program, (watched) => {
        ({ executions } = explore(watched));
      });
      found.push({ executions, ends });
    } finally {
      separation.isOn = true;
    }
  }
  const [separate, mixed] = found;
  return [separate!, mixed!];
}

const send = (port: string, n: number): string => `for (let i = 0; i < ${n}; i++) ${port}.postMessage(i);`;

/** A thread that keeps what it receives at these ports, until there are `n` messages. */
const receiver = (name: string, ports: readonly string[], n: number): string =>
  `t.thread('${name}', () => new Promise((resolve) => {
     const got: unknown[] = [];
     for (const port of [${ports.join(', ')}]) port.on('message', (v: unknown) => {
       got.push(v);
       if (got.length === ${n}) { for (const each of [${ports.join(', ')}]) each.close(); resolve(got); }
     });
   }));`;

describe('a message that one thread sends to another', () => {
  it.each([
    [2, 4, 7],
    [4, 11, 209],
    [5, 16, 1370],
  ])('commutes with the receipt of earlier ones: %i', async (n, separate, mixed) => {
    const [found, all] = await both(
      `const c = new MessageChannel(); t.thread('a', () => { ${send('c.port1', n)} }); ${receiver('b', ['c.port2'], n)}`,
    );
    expect(found.ends).toEqual(all.ends);
    expect([found.executions, all.executions]).toEqual([separate, mixed]);
  });

  it('commutes with messages for other threads', async () => {
    const [found, all] = await both(
      `const c = new MessageChannel(), d = new MessageChannel();
       t.thread('a', () => { ${send('c.port1', 3)} ${send('d.port1', 2)} });
       ${receiver('b', ['c.port2'], 3)} ${receiver('d', ['d.port2'], 2)}`,
    );
    expect(found.ends).toEqual(all.ends);
    expect(found.executions).toBeLessThan(all.executions / 3);
  });
});

describe('all orders remain', () => {
  it('of the messages of two threads, as the receiver can tell them apart', async () => {
    const [found, all] = await both(
      `const c = new MessageChannel(), d = new MessageChannel();
       t.thread('a', () => { c.port1.postMessage('a'); }); t.thread('d', () => { d.port1.postMessage('d'); });
       ${receiver('b', ['c.port2', 'd.port2'], 2)}`,
    );
    expect(found.ends).toHaveLength(2);
    expect(found).toEqual(all);
  });

  it('of a message and a look for it', async () => {
    const [found, all] = await both(
      `const c = new MessageChannel();
       t.thread('a', () => { c.port1.postMessage(1); c.port1.postMessage(2); });
       t.thread('b', () => [receiveMessageOnPort(c.port2), receiveMessageOnPort(c.port2)]);`,
    );
    expect(found.ends.length).toBeGreaterThan(2);
    expect(found).toEqual(all);
  });

  it('of a message and a store', async () => {
    const [found, all] = await both(
      `const c = new MessageChannel(); const m = new Int32Array(new SharedArrayBuffer(4));
       t.thread('a', () => { c.port1.postMessage(1); Atomics.store(m, 0, 1); c.port1.postMessage(2); Atomics.store(m, 0, 2); });
       t.thread('b', () => new Promise((resolve) => {
         const got: number[] = [];
         c.port2.on('message', () => { got.push(Atomics.load(m, 0)); if (got.length === 2) { c.port2.close(); resolve(got); } });
       }));`,
    );
    expect(found.ends).toHaveLength(5);
    expect(found.ends).toEqual(all.ends);
  });
});
