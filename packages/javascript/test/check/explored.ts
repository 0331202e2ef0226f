import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FinalView, ModelName, Program } from '@fencepost/core';
import { LocalStates, withRestarts, isCheckFailed } from '@fencepost/core';
import type { GraphExploration } from '@fencepost/explore';
import { exploreGraphs } from '@fencepost/explore';
import type { LoadChecksOptions } from '../../src/index.js';
import { loadChecks } from '../../src/index.js';

/** The programs of the checks in some files; the first of them has the checks. Others are found beside it. */
export async function programsIn(
  files: Readonly<Record<string, string>>,
  options: LoadChecksOptions = {},
): Promise<readonly Program[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fencepost-check-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const { checks } = await loadChecks(join(folder, Object.keys(files)[0]!), options);
    return checks.map(({ program }) => program);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The program of a check given by the body of its set-up function. */
export async function programOf(body: string, options?: LoadChecksOptions, top = ''): Promise<Program> {
  const text = `import { check, spin } from 'fencepost';\n${top}\ncheck('it', (t) => {\n${body}\n});\n`;
  const [program] = await programsIn({ 'it.test.ts': text }, options);
  return program!;
}

export function explore(program: Program, model: ModelName = 'sc'): GraphExploration {
  return withRestarts(() => exploreGraphs(new LocalStates(program), { model, finals: true }));
}

/** What `body` fails with: kind, message and line of each failure. */
export async function failuresOf(body: string, model: ModelName = 'sc', top = ''): Promise<readonly string[]> {
  const { failures } = explore(await programOf(body, {}, top), model);
  return failures.map(({ kind, message }) => `${kind}: ${message}`);
}

/** The messages of all errors that the checks of the end throw, in any execution. */
export function endsOf(program: Program, explore: (program: Program) => void): readonly string[] {
  const ends = new Set<string>();
  const after = (final: FinalView): void => {
    try {
      program.after!(final);
    } catch (error) {
      if (!isCheckFailed(error)) throw error;
      ends.add(error.message);
    }
  };
  explore(Object.create(program, { after: { value: after } }) as Program);
  return [...ends].toSorted();
}
