import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-errors-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CHECK = "import { check } from 'fencepost';\ncheck('x', (t) => {\n";

it.each([
  [
    'in TypeScript',
    'a.check.ts',
    `${CHECK}\tlet n: number = ;\n});\n`,
    3,
    ['> 3 │     let n: number = ;', '    │                     ^'],
  ],
  ['in JavaScript', 'b.check.mjs', `${CHECK}  t.thread(;\n});\n`, 3, ['> 3 │   t.thread(;', '    │            ^']],
  ['in a litmus test', 'c.litmus', 'X86_64 T\n{ x@; }\n', 2, ['> 2 │ { x@; }', '    │    ^']],
  ['in a configuration', 'd.config.mjs', 'export default {\n  models: [\n};\n', 3, ['> 3 │ };', '    │ ^']],
])('a syntax error %s shows the line', async (_, name, text, line, frame) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  const args = name.includes('config') ? ['check', 'x.c', '--config', file] : ['check', file];
  const { code, out, err } = await fencepost(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  const lines = err.trimEnd().split('\n');
  expect(lines[0]).toMatch(new RegExp(`^.*${name}:${line}:\\d+: .* \\[[A-Z_]+\\]$`));
  expect(lines.slice(-2)).toEqual(frame);
});

it('a very long line is cut around the error', async () => {
  const file = join(folder, 'long.check.mjs');
  writeFileSync(
    file,
    `import { check } from 'fencepost'; ${'void 0; '.repeat(2000)} let = ;${'void 0; '.repeat(2000)}\n`,
  );
  const { err } = await fencepost(['check', file], { columns: 60 });
  const [, source, mark] = err.split('\n');
  expect(source!.length).toBeLessThanOrEqual(60);
  expect(source).toContain('let = ;');
  expect(source![mark!.indexOf('^')]).toBe(';');
});
