import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { V8Effort } from '../../src/workers/v8-effort.js';

const isKnown = process.versions.v8.startsWith('11.3');

/** Runs code in a new process, because options of V8 apply to the process, and returns what it prints. */
function printed(code: string, ...options: readonly string[]): unknown {
  const file = new URL('../../dist/workers/v8-effort.js', import.meta.url).href;
  const text = `import { V8Effort } from '${file}'; const effort = new V8Effort(); ${code}`;
  return JSON.parse(
    execFileSync(process.execPath, [...options, '--input-type=module', '-e', text], { encoding: 'utf8' }),
  );
}

/** V8's key of code that is kept: it differs with each option. */
const KEYS = `
  import { cachedDataVersionTag as key } from 'node:v8';
  const before = key();
  effort.limit();
  const limited = key();`;

describe.skipIf(!isKnown)('how much V8 optimises', () => {
  it('is limited while a check is short, and not after it', () => {
    const { isLimited, isReset } = printed(`${KEYS}
      effort.limit();
      effort.reset();
      console.log(JSON.stringify({ isLimited: limited !== before, isReset: key() === before }));`) as never;
    expect({ isLimited, isReset }).toEqual({ isLimited: true, isReset: true });
  });

  it('is not limited after a second of CPU time', { timeout: 60_000 }, () => {
    const { early, late } = printed(`${KEYS}
      const work = (seconds) => {
        const start = process.cpuUsage();
        for (let used = 0; used < 1e6 * seconds; ) { const { user, system } = process.cpuUsage(start); used = user + system; }
        return new Promise((resolve) => setTimeout(resolve, 600));
      };
      await work(0.2);
      const early = key() === limited;
      await work(1);
      console.log(JSON.stringify({ early, late: key() === before }));`) as never;
    expect({ early, late }).toEqual({ early: true, late: true });
  });

  it('may change while V8 optimises a function in another thread', { timeout: 60_000 }, () => {
    // V8 ends the process if an option that it has read becomes lower before it reads it again.
    const ended = printed(`
      import { Worker } from 'node:worker_threads';
      const body = (n) => 'let s = 0;' + Array.from({ length: 18 }, (_, i) => 's = (s + x * ' + (i + n) + ') | 0;').join('') + 'return s;';
      const inlined = [1, 2, 3].map((n) => 'function f' + n + '(x) {' + body(n) + '}').join('');
      const churn = \`const end = Date.now() + 3000;
        for (let n = 0; Date.now() < end; n++) {
          const f = new Function('\${inlined} return (x) => f1(x) + f2(x) + f3(x) + f1(x + 1) + f2(x + 1) + ' + n)();
          for (let i = 0; i < 60000; i++) f(i);
        }\`;
      let isOver = false;
      new Worker(churn, { eval: true }).on('exit', () => (isOver = true));
      while (!isOver) {
        for (let i = 0; i < 2000; i++) { effort.limit(); effort.reset(); }
        await new Promise((resolve) => setImmediate(resolve));
      }
      console.log('true');`);
    expect(ended).toBe(true);
  });

  it('is what the user says, if they say it', () => {
    const same = printed(`${KEYS} console.log(limited === before);`, '--max_inlined_bytecode_size_cumulative=300');
    expect(same).toBe(true);
  });

  it('starts from the defaults of this version', () => {
    const all = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    const known = (new V8Effort() as unknown as { options: readonly (readonly [string, number])[] }).options;
    expect(known.length).toBeGreaterThan(0);
    for (const [name, standard] of known) expect(all).toContain(`default: --${name}=${standard}\n`);
  });
});

it('is not touched with a version whose defaults are not known', () => {
  const { options } = new V8Effort('99.1.2', []) as unknown as { options: readonly unknown[] };
  expect(options).toEqual([]);
});
