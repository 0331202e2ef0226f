import { describe, expect, it } from 'vitest';
import { explore, failuresOf, programOf } from '../check/explored.js';
import { outcomesIn } from './outcomes.js';

const LOG = 'const log: unknown[] = [];';
const SHOWN = 't.after(() => { throw new Error(log.join(" ")); });';
const URLS = "const a = 'http://server/a', b = 'http://server/b';";

const withoutPlace = (outcome: string): string => outcome.replace(/ at \S+$/, '');

/** What tasks log, in all orders; with and without reduction, which must agree. */
async function logs(...parts: readonly string[]): Promise<readonly string[]> {
  const body = [LOG, URLS, ...parts, SHOWN].join('\n');
  const reduced = await outcomesIn(body, true);
  const whole = await outcomesIn(body, false);
  expect(reduced.outcomes.map(withoutPlace)).toEqual(whole.outcomes.map(withoutPlace));
  expect(reduced.orders).toBeLessThanOrEqual(whole.orders);
  return reduced.outcomes;
}

describe('fetch', () => {
  it('is answered in any order, and bodies arrive later', async () => {
    const found = await logs(
      't.fetch((url) => new Response(url.at(-1)));',
      'for (const url of [a, b]) t.task(url, async () => { const r = await fetch(url); log.push(r.status); log.push(await r.text()); });',
    );
    expect(found).toEqual(['200 200 a b', '200 200 b a', '200 a 200 b', '200 b 200 a']);
  });

  it('takes effect at the server at any moment before', async () => {
    const found = await logs(
      "let rows = ''; t.fetch((url, { method, headers, body }) => { rows += url.at(-1) + method + headers.get('x') + (body ?? ''); return new Response(null, { status: 204 }); });",
      "t.task('A', async () => { await Promise.all([fetch(a, { method: 'post', body: '1', headers: { X: 'y' } }), fetch(new URL(b))]); log.push(rows); });",
    );
    expect(found).toEqual(['aPOSTy1bGETnull', 'bGETnullaPOSTy1']);
  });

  it('may fail with a TypeError, or get no answer', async () => {
    const body =
      "t.task('A', async () => { try { log.push((await fetch(a)).ok); } catch (e) { log.push(String(e)); } });";
    expect(await logs('t.fetch(() => Response.json(1), { rejects: true });', body)).toEqual([
      'TypeError: fetch failed',
      'true',
    ]);
    expect(await logs("t.fetch(() => { throw new Error('down'); });", body)).toEqual(['TypeError: fetch failed']);
    expect(await logs('t.fetch(() => Response.json(1), { loses: true });', body)).toEqual([
      expect.stringContaining('deadlock'),
      'true',
    ]);
  });

  it('may fail or get no answer after its head has arrived', async () => {
    const read =
      "t.task('A', async () => { let r; try { r = await fetch(a); } catch { log.push('no head'); return; } try { log.push('got:' + (await r.text())); } catch (e) { log.push(String(e)); } });";
    expect(await logs("t.fetch(() => new Response('x'), { rejects: true });", read)).toEqual([
      'TypeError: terminated',
      'got:x',
      'no head',
    ]);
    expect(await logs('t.fetch(() => new Response(null), { rejects: true });', read)).toEqual(['got:', 'no head']);
    // The time-out ends when the head arrives.
    const timed =
      "t.task('A', async () => { const c = new AbortController(); const timer = setTimeout(() => c.abort(), 5); let r; try { r = await fetch(a, { signal: c.signal }); } catch { log.push('late'); return; } CLEAR log.push(await r.text().catch((e) => e.name)); });";
    const lost = "t.fetch(() => new Response('x'), { loses: true });";
    expect(await logs(lost, timed.replace('CLEAR', 'clearTimeout(timer);'))).toEqual([
      expect.stringContaining('deadlock'),
      'late',
      'x',
    ]);
    expect(await logs(lost, timed.replace('CLEAR', ''))).toEqual(['AbortError', 'late', 'x']);
  });

  it('is aborted by a signal, before its effect or after it', async () => {
    const found = await logs(
      "let n = 0; t.fetch(() => { n++; return new Response('x'); }); const c = new AbortController(); t.task('stop', () => c.abort());",
      "t.task('A', async () => { try { const r = await fetch(a, { signal: c.signal }); log.push(await r.text()); } catch (e) { log.push(e.name, e === c.signal.reason); } });",
      't.after(() => log.push(n));',
    );
    expect(found).toEqual(['AbortError true 0', 'AbortError true 1', 'x 1']);
  });

  it('that is aborted still takes effect, or not', async () => {
    const found = await logs(
      "let n = 0; t.fetch(() => { n++; return new Response('x'); }); const c = new AbortController();",
      "t.task('A', async () => { const p = fetch(a, { signal: c.signal }); c.abort(); await p.catch((e) => log.push(e.name)); });",
      't.after(() => log.push(n));',
    );
    expect(found).toEqual(['AbortError 0', 'AbortError 1']);
  });

  it('times out', async () => {
    const found = await logs(
      "t.fetch(() => new Response('x'), { loses: true });",
      "t.task('A', async () => { try { log.push(await (await fetch(a, { signal: AbortSignal.any([AbortSignal.timeout(100)]) })).text()); } catch (e) { log.push(e.name); } });",
    );
    expect(found).toEqual(['TimeoutError', 'x']);
  });

  it('rejects what Node rejects', async () => {
    const found = await logs(
      "t.fetch(() => new Response('x'));",
      `t.task('A', async () => {
        const attempts = [() => fetch('/x'), () => fetch(a, { body: 'x' }), () => fetch(a, { signal: 1 as never }), () => fetch(a, { signal: AbortSignal.abort('why') })];
        for (const attempt of attempts) await attempt().catch((e) => log.push(String(e) + ';'));
        const r = await fetch(a); await r.text(); await r.text().catch((e) => log.push(String(e)));
      });`,
    );
    expect(found).toEqual([
      "TypeError: Failed to parse URL from /x; TypeError: Request with GET/HEAD method cannot have body.; TypeError: Failed to construct 'Request': member signal is not of type AbortSignal.; why; TypeError: Body is unusable: Body has already been read",
    ]);
  });

  it('sends what Node sends: no fragment, other objects as text, no other protocols', async () => {
    const found = await logs(
      't.fetch((url, { body }) => new Response(`${url} ${body}`));',
      `t.task('A', async () => {
        const r = await fetch(a + '#top', { method: 'POST', body: { toString: () => 'text' } as never });
        log.push(r.url, await r.text());
        await fetch('ftp://server/a').catch((e) => log.push(String(e), e.cause.message));
      });`,
    );
    expect(found).toEqual(['http://server/a http://server/a text TypeError: fetch failed unknown scheme']);
    const data = "t.fetch(() => new Response('x')); t.task('A', async () => { await fetch('data:,x'); });";
    await expect(failuresOf(data)).rejects.toMatchObject({ code: 'JS_UNSUPPORTED' });
  });

  it('needs a server', async () => {
    const hint = expect.stringContaining('t.fetch') as string;
    await expect(failuresOf(`t.task('A', async () => { await fetch('http://x/'); });`)).rejects.toMatchObject({
      ...{ code: 'JS_UNSUPPORTED', hint },
    });
    const wrong = "t.fetch(() => 1 as never); t.task('A', async () => { await fetch('http://x/'); });";
    await expect(failuresOf(wrong)).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('may be replaced, as tests do', async () => {
    const found = await logs(
      "const get = t.outside(async (url: string) => Response.json({ url }), { effect: 'call' }); const before = globalThis.fetch; globalThis.fetch = get as never;",
      "t.task('A', async () => { log.push((await (await fetch(a)).json()).url); globalThis.fetch = before; log.push(typeof fetch === 'function' && fetch === globalThis.fetch); });",
    );
    expect(found).toEqual(['http://server/a true']);
  });

  it('of tasks that share nothing has one order', async () => {
    const tasks = [
      "t.task('A', async () => { await (await fetch('http://x/a')).text(); });",
      "t.task('B', async () => { await (await fetch('http://x/b')).json(); });",
    ];
    const program = await programOf(`t.fetch(() => Response.json(1)); ${tasks.join('\n')}`);
    expect(explore(program)).toMatchObject({ executions: 1, failures: [] });
  });
});
