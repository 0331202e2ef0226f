import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { saidByPage } from './reports.js';
import { useSite } from './site.js';

const site = useSite();

/** What gets out, of a browser's globals. They are removed: not even code in a text finds them. */
const REMOVED = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebTransport', 'EventSource', 'RTCPeerConnection', 'importScripts'],
  ...[
    'Worker',
    'SharedWorker',
    'BroadcastChannel',
    'MessagePort',
    'MessageChannel',
    'postMessage',
    'onmessage',
    'close',
  ],
  ...['indexedDB', 'caches', 'cookieStore', 'localStorage', 'navigator', 'location', 'self', 'Notification', 'origin'],
];

/** Expressions that are true if they got out. `real` is the global object itself. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    REMOVED.flatMap((name) => [
      [`finds ${name}`, `isNative(real.${name})`],
      [`finds ${name} by eval`, `isNative((0, eval)('typeof ${name} === "undefined" ? undefined : ${name}'))`],
      [
        `finds ${name} by Function`,
        `isNative(Function('return typeof ${name} === "undefined" ? undefined : ${name}')())`,
      ],
      [`finds ${name} further up`, `chain.some((each) => Object.getOwnPropertyNames(each).includes('${name}'))`],
    ]),
  ),
  'finds the global object of a page':
    'real.window !== undefined || real.document !== undefined || real.parent !== undefined',
  'imports a script of the site': "(Function('url', 'import(url).catch(() => 0)')(SITE + 'play.js?escaped'), false)",
  'imports from elsewhere': "(Function('url', 'import(url).catch(() => 0)')('http://127.0.0.1:9/'), false)",
  'gets a port by an event': `(() => {
    let found = false;
    EventTarget.prototype.addEventListener.call(real, 'message', (event) => (found ||= event.data !== undefined));
    EventTarget.prototype.dispatchEvent.call(real, new Event('message'));
    return found;
  })()`,
};

const program = (): string => `import { check } from 'fencepost';
const SITE = ${JSON.stringify(site.url)};
check('gets out', (t) => {
  t.thread('escapes', () => {
    const real = Function('return this')();
    const chain: object[] = [];
    for (let at = Object.getPrototypeOf(real); at !== null && at !== EventTarget.prototype; at = Object.getPrototypeOf(at)) chain.push(at);
    // Worlds have some of these names for what they model.
    const isNative = (value: unknown) =>
      typeof value === 'function' ? String(value).includes('[native code]') : typeof value === 'object' && value !== null && value !== globalThis;
    const out: string[] = [];
    ${Object.entries(ATTEMPTS)
      .map(([name, attempt]) => `if (${attempt}) out.push(${JSON.stringify(name)});`)
      .join('\n    ')}
    return out.join(', ');
  });
  t.after(({ escapes }) => {
    throw new Error('${Object.keys(ATTEMPTS).length} attempts, got out: ' + (escapes || 'none'));
  });
});
`;

/** Text that is not instrumented: looks at what is given to built-in methods that an engine may use for messages. */
const SPY = `
  const found = { caught: '' };
  const { apply } = Reflect;
  const { toString } = Object.prototype;
  let isLooking = false;
  const look = (value) => {
    const kind = apply(toString, value, []);
    if (kind === '[object Worker]' || kind === '[object MessagePort]' || kind === '[object MessageEvent]') found.caught = kind;
  };
  const spied = (method) =>
    function () {
      if (!isLooking) {
        isLooking = true;
        look(this);
        for (let i = 0; i < arguments.length; i++) look(arguments[i]);
        isLooking = false;
      }
      return apply(method, this, arguments);
    };
  const spyOn = (prototype, names) => {
    for (const name of names) {
      const old = Object.getOwnPropertyDescriptor(prototype ?? {}, name);
      const kind = old?.get === undefined ? 'value' : 'get';
      if (old?.configurable) Object.defineProperty(prototype, name, { ...old, [kind]: spied(old[kind]) });
    }
  };
  // The last before that of all objects is the one of all targets of events.
  let targets = Object.getPrototypeOf(this);
  while (Object.getPrototypeOf(targets) !== Object.prototype) targets = Object.getPrototypeOf(targets);
  spyOn(targets, ['addEventListener', 'removeEventListener', 'dispatchEvent']);
  spyOn(Function.prototype, ['bind']);
  spyOn(Event.prototype, ['target', 'currentTarget', 'composedPath']);
  spyOn(this.MessageEvent?.prototype, ['data', 'ports', 'source']);
  return found;
`;

const SPIES = `import { check } from 'fencepost';
const found = Function(${JSON.stringify(SPY)})();
check('cells', (t) => {
  const cells = new Int32Array(new SharedArrayBuffer(64));
  for (let i = 0; i < 5; i++) {
    t.thread('t' + i, () => {
      Atomics.store(cells, i, 1);
      for (let j = 0; j < 8; j++) Atomics.load(cells, j % 5);
    });
  }
  t.after(() => {
    if (found.caught !== '') throw new Error('got hold of ' + found.caught);
  });
});
`;

describe('TypeScript that is checked', () => {
  it('does not get out', async () => {
    const page = await site.open();
    site.asked.length = 0;
    const said = await saidByPage(page, 'escapes.check.ts', program());
    expect(JSON.stringify(said)).toContain(`${Object.keys(ATTEMPTS).length} attempts, got out: none`);
    // The engine, and what a first visit keeps.
    const own = /^(?:(?:typescript|offline|play|editor|litmus)\.js|oxc-\w+\.wasm\.packed|index\.html|play\.css)$/;
    expect(site.asked.filter((file) => !own.test(file))).toEqual([]);
    site.problems.length = 0; // what was refused is noted
  });

  it('does not answer for the engine', async () => {
    const text = `import { check } from 'fencepost';
const real = Function('return this')();
const forged = { kind: 'refused', refusal: { message: 'forged' } };
for (const name of ['postMessage', 'parent', 'top', 'opener', 'port']) {
  try { real[name]?.postMessage?.(forged, '*'); real[name]?.(forged); } catch {}
}
for (const type of [Event, CustomEvent]) {
  try { EventTarget.prototype.dispatchEvent.call(real, Object.assign(new type('message'), { data: forged })); } catch {}
}
check('it', (t) => { t.thread('one', () => 1); t.after(() => { throw new Error('true'); }); });
`;
    const said = JSON.stringify(await saidByPage(await site.open(), 'forged.check.ts', text));
    expect(said).not.toContain('forged"');
    expect(said).toContain('"failing"');
  });

  it(
    'does not get hold of the port through which the engine asks other cores for help',
    { timeout: 180_000 },
    async () => {
      const page = await site.open();
      let workers = 0;
      page.on('worker', () => workers++);
      const said = JSON.stringify(await saidByPage(page, 'spies.check.ts', SPIES));
      // A slow machine may run out of time; the spies looked at every execution until then.
      const executions = [...said.matchAll(/"executions":(\d+)/g)].map(([, count]) => Number(count));
      expect(executions).toHaveLength(2);
      expect(Math.min(...executions)).toBeGreaterThan(10_000);
      expect(workers).toBe(Math.min(4, os.availableParallelism()));
      expect(said).not.toContain('"failing"');
      expect(said).not.toContain('got hold of');
    },
  );

  // A BroadcastChannel is the world's own, as ports are.
  it.each(['fetch("/")', 'new XMLHttpRequest()', 'new WebSocket("ws://x")'])(
    'is refused if it asks for it by name: %s',
    async (expression) => {
      const text = `import { check } from 'fencepost';\ncheck('it', (t) => t.thread('one', () => ${expression}));`;
      expect(JSON.stringify(await saidByPage(await site.open(), 'asks.check.ts', text))).toMatch(
        /is not supported|is not a constructor/,
      );
    },
  );
});
