import { readFileSync } from 'node:fs';
import type { ModelName } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import type { OperationRepair } from '@fencepost/check';
import { findRepair } from '@fencepost/check';
import type { LitmusTest, X86Test } from '@fencepost/litmus';
import { litmusProgram, parseLitmus } from '@fencepost/litmus';
import { describe, expect, it } from 'vitest';
import { CORPUS, corpusFiles, corpusIsAbsent } from '@fencepost/testing/litmus-corpus';
import { isWhole, rotated } from '@fencepost/testing/rotation';
import { edited } from '../src/editor.js';
import { LITMUS_EDITOR } from '../src/litmus-editor.js';

/** `npm run campaign -- fix` takes all of them. */
const EVERY = 40;

function isRobust(test: LitmusTest, model: ModelName): boolean {
  return exploreGraphs(new LocalStates(litmusProgram(test)), { model }).nonSequential === 0;
}

/** Places for fences: after the store of an instruction, by thread and position. */
function placesOf({ threads }: X86Test): (readonly [thread: number, position: number])[] {
  return threads.flatMap(({ instructions }, thread) => instructions.slice(0, -1).map((_, i) => [thread, i] as const));
}

/** The test with fences, put there without anything of ours. */
function withFences(test: X86Test, places: readonly (readonly [number, number])[]): X86Test {
  return {
    ...test,
    threads: test.threads.map((thread, t) => ({
      ...thread,
      instructions: thread.instructions.flatMap((instruction, i) => [
        instruction,
        ...(places.some(([a, b]) => a === t && b === i)
          ? [{ opcode: 'mfence' as const, operands: [], locked: false, width: undefined, site: instruction.site }]
          : []),
      ]),
    })),
  };
}

function* choices<T>(all: readonly T[], count: number): Generator<readonly T[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let i = 0; i + count <= all.length; i++) {
    for (const rest of choices(all.slice(i + 1), count - 1)) yield [all[i]!, ...rest];
  }
}

describe.skipIf(corpusIsAbsent)('litmus tests of x86 that are not robust', () => {
  it.each([
    ['tso', 799],
    ['pso', 1554],
  ] as const)('get as few mfences as possible under %s', { timeout: 3_600_000 }, (model, count) => {
    let repaired = 0;
    for (const file of rotated(corpusFiles(), EVERY)) {
      const text = readFileSync(`${CORPUS}/${file}`, 'utf8');
      const test = parseLitmus(text, file) as X86Test;
      const { candidates, cost } = LITMUS_EDITOR;
      const found = findRepair([litmusProgram(test)], { models: [model], goal: 'robust', candidates, cost: cost! });
      if (found.outcome !== 'repaired') throw new Error(`${file}: ${found.outcome}`);
      if (found.repairs.length === 0) continue;
      repaired++;
      const repairs = found.repairs.map(({ repair }) => repair as OperationRepair);
      const patched = parseLitmus(edited(text, LITMUS_EDITOR.edits(text, repairs)), file);
      expect(isRobust(patched, model), file).toBe(true);
      const places = placesOf(test);
      if (places.length > 12) continue;
      for (let fewer = 0; fewer < repairs.length; fewer++) {
        for (const chosen of choices(places, fewer)) {
          expect(isRobust(withFences(test, chosen), model), `${file} with ${JSON.stringify(chosen)}`).toBe(false);
        }
      }
    }
    if (isWhole) expect(repaired).toBe(count);
    else expect(repaired).toBeGreaterThan(5);
  });
});
