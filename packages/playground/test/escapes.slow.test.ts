import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { check, useSite } from './site.js';

const site = useSite();

/** Expressions of code that wants out, in the worker of the sandbox. What they are worth if they succeed is true. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  'fetches from the site': 'fetch(SITE).then(() => true)',
  'fetches from elsewhere': "fetch('http://127.0.0.1:9/', { mode: 'no-cors' }).then(() => true)",
  'asks by XMLHttpRequest': `new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.onload = () => resolve(true);
    request.onerror = () => resolve(false);
    request.open('GET', SITE);
    request.send();
  })`,
  'asks by a synchronous XMLHttpRequest': `(() => {
    const request = new XMLHttpRequest();
    request.open('GET', SITE, false);
    request.send();
    return request.status === 200;
  })()`,
  'opens a WebSocket': `new Promise((resolve) => {
    const socket = new WebSocket(SITE.replace('http', 'ws'));
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
  })`,
  'listens to events of the site': `new Promise((resolve) => {
    const events = new EventSource(SITE);
    events.onopen = () => resolve(true);
    events.onerror = () => resolve(false);
  })`,
  'imports a script': "(importScripts(SITE + 'play.js'), true)",
  'imports a module': "import(SITE + 'play.js').then(() => true)",
  'imports a module of its own': "import('data:text/javascript,').then(() => true)",
  'sends a beacon': "navigator.sendBeacon !== undefined && navigator.sendBeacon(SITE + 'beacon', 'x')",
  'opens a database': `new Promise((resolve) => {
    const opening = indexedDB.open('mine');
    opening.onsuccess = () => resolve(true);
    opening.onerror = () => resolve(false);
  })`,
  'opens the caches': "caches.open('mine').then(() => true)",
  'opens the file system': 'navigator.storage.getDirectory().then(() => true)',
  'takes a lock of the site': "navigator.locks.request('mine', () => true)",
  'reaches the site by a channel': `new Promise((resolve) => {
    const channel = new BroadcastChannel('site');
    channel.onmessage = () => resolve(true);
    channel.postMessage('hello');
    setTimeout(() => resolve(false), 500);
  })`,
  'starts a worker from the site': `new Promise((resolve) => {
    const worker = new Worker(SITE + 'litmus.js');
    worker.onerror = () => resolve(false);
    setTimeout(() => resolve(true), 1000);
  })`,
  'has the origin of the site': "self.origin !== 'null'",
  'reads the cookies': 'cookieStore.getAll().then(() => true)',
};

/** An engine that tries them all, and answers which of them succeeded. */
const engine = (): string => `
const SITE = ${JSON.stringify(site.url)};
const attempts = {
  ${Object.entries(ATTEMPTS)
    .map(([name, attempt]) => `${JSON.stringify(name)}: async () => ${attempt},`)
    .join('\n')}
};
self.onmessage = ({ data: { port } }) => {
  port.onmessage = async () => {
    const outcomes = await Promise.all(
      Object.entries(attempts).map(([name, attempt]) => attempt().then((got) => (got === true ? [name] : []), () => [])),
    );
    const message = outcomes.length + ' attempts, got out: ' + (outcomes.flat().join(', ') || 'none');
    port.postMessage({ kind: 'refused', refusal: { message } });
  };
};`;

async function opened(file: string): Promise<Page> {
  const page = await site.open();
  await page.getByRole('textbox', { name: 'File' }).fill(file);
  return page;
}

/** Engines, and a program that each would check. */
const ENGINES = [
  ['litmus.js', 'a.litmus'],
  ['c.js', 'a.c'],
] as const;

describe.each(ENGINES)('code in the sandbox of %s', (script, file) => {
  it('does not get out', async () => {
    site.replaced.set(script, engine());
    const page = await opened(file);
    await page.evaluate(() => {
      const channel = new BroadcastChannel('site');
      channel.onmessage = () => channel.postMessage('welcome');
    });
    site.asked.length = 0;
    await check(page);
    const told = page.getByRole('alert');
    await told.waitFor();
    expect((await told.innerText()).trim()).toBe(`${Object.keys(ATTEMPTS).length} attempts, got out: none`);
    expect(site.asked.filter((asked) => ![script, 'offline.js'].includes(asked) && !asked.endsWith('.packed'))).toEqual(
      [],
    );
    site.problems.length = 0; // what was refused is noted
  });

  it('cannot answer for its engine', async () => {
    site.replaced.set(
      script,
      `const forged = { kind: 'refused', refusal: { message: 'forged' } };
       self.onmessage = ({ data: { port } }) => {
         self.postMessage(forged);
         port.onmessage = () => setTimeout(() => port.postMessage({ kind: 'refused', refusal: { message: 'true' } }), 500);
       };`,
    );
    const page = await opened(file);
    await check(page);
    await page
      .getByRole('alert')
      .filter({ hasText: /^\s*true$/ })
      .waitFor();
  });

  it('is shown as text, with any content', async () => {
    site.replaced.set(
      script,
      `self.onmessage = ({ data: { port } }) => {
         const message = '<img src=x onerror="document.title=1"><script>document.title = 1</script>';
         port.onmessage = () => port.postMessage({ kind: 'refused', refusal: { message } });
       };`,
    );
    const page = await opened(file);
    await check(page);
    await page.getByRole('alert').filter({ hasText: '<img' }).waitFor();
    expect(await page.title()).toBe(`${file} – Fencepost playground`);
  });

  it('cannot pose as an element', async () => {
    site.replaced.set(
      script,
      `self.onmessage = ({ data: { port } }) => {
         const element = { constructor: undefined, type: 'b', props: { id: 'forged', children: 'x' }, key: null, ref: null };
         const refusal = { message: element, hint: 'the rest is shown' };
         port.onmessage = () => port.postMessage({ kind: 'refused', refusal });
       };`,
    );
    const page = await opened(file);
    await check(page);
    await page.getByRole('alert').filter({ hasText: 'the rest is shown' }).waitFor();
    expect(await page.locator('#forged').count()).toBe(0);
  });

  it('cannot keep the page busy', async () => {
    site.replaced.set(script, 'self.onmessage = ({ data: { port } }) => (port.onmessage = () => { for (;;); });');
    const page = await opened(file);
    await check(page);
    await page.getByText('Checking …').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped before a result.').waitFor();
  });
});
