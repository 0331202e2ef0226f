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

  it('is limited more while a program is built, for as long as that takes', () => {
    const states = printed(`${KEYS}
      effort.reset();
      effort.limitBuild();
      const building = key();
      effort.limit();
      const checking = key();
      effort.reset();
      effort.limitBuild();
      effort.reset();
      console.log(JSON.stringify([building !== before, building !== limited, checking === limited, key() === before]));`);
    expect(states).toEqual([true, true, true, true]);
  });

  it('is not limited after four seconds of CPU time', { timeout: 60_000 }, () => {
    const { early, late } = printed(`${KEYS}
      const work = (seconds) => {
        const start = process.cpuUsage();
        for (let used = 0; used < 1e6 * seconds; ) { const { user, system } = process.cpuUsage(start); used = user + system; }
        return new Promise((resolve) => setTimeout(resolve, 600));
      };
      await work(0.2);
      const early = key() === limited;
      await work(4);
      console.log(JSON.stringify({ early, late: key() === before }));`) as never;
    expect({ early, late }).toEqual({ early: true, late: true });
  });

  it('is what the user says, if they say it', () => {
    const same = printed(`${KEYS} console.log(limited === before);`, '--max_inlined_bytecode_size_cumulative=300');
    expect(same).toBe(true);
  });

  it('can change while V8 compiles functions concurrently', { timeout: 60_000 }, () => {
    const sum = printed(`
      const text = [];
      for (let i = 0; i < 200; i++) {
        const steps = Array.from({ length: 14 }, (_, j) => 'x = (x * 31 + ' + (i + j) + ') | 0;').join('');
        text.push('function inner' + i + '(x) {' + steps + 'return x; }');
        text.push('function outer' + i + '(n) { let s = 0; while (n-- > 0) s = (s + inner' + i + '(n)) | 0; return s; }');
      }
      const functions = new Function(text.join(' ') + 'return [' + text.map((_, i) => 'outer' + (i >> 1)).join() + ']')();
      let sum = 0;
      for (const outer of functions) {
        for (let i = 0; i < 4; i++) sum += outer(3000);
        for (let i = 0; i < 150; i++) { effort.limit(); sum += outer(20); effort.reset(); sum += outer(20); }
      }
      console.log(JSON.stringify(sum));`);
    expect(sum).toBeTypeOf('number');
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
