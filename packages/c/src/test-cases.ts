import { FencepostError, isFencepostError } from '@fencepost/core';
import type { Built } from './build/pipeline.js';
import { mainOf } from './program.js';
import type { TestCase } from './runtime/base/services.js';
import { SELECTED } from './runtime/system/test-cases.js';
import type { Bounds } from './vm/context/context.js';
import { Context } from './vm/context/context.js';
import { Image } from './vm/instance/image.js';

/**
 * Returns the test cases of a program that uses a test framework, by the numbers with which they are selected;
 * undefined if it uses none. The program lists them itself, because parameters and types make several test cases of
 * one.
 */
export function testCasesOf(built: Built, bounds: Bounds): readonly TestCase[] | undefined {
  if (!built.tables.libraryCalls.includes(SELECTED)) return undefined;
  const listed: TestCase[] = [];
  const context = new Context(new Image(built.wasm, built.tables), { ...bounds, testCase: listed });
  try {
    mainOf(context).next(0);
  } catch (error) {
    if (isFencepostError(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new FencepostError('C_UNSUPPORTED', `the test cases cannot be listed: ${why}`);
  }
  if (listed.length > 0) return distinct(listed);
  throw new FencepostError('USAGE', 'the program has no test cases', {
    hint: 'main must run them before it starts threads of its own',
  });
}

/** Makes names distinct: frameworks may allow several test cases of one name. */
function distinct(tests: readonly TestCase[]): readonly TestCase[] {
  const counts = new Map<string, number>();
  return tests.map((test) => {
    const count = (counts.get(test.name) ?? 0) + 1;
    counts.set(test.name, count);
    return count === 1 ? test : { ...test, name: `${test.name} (${count})` };
  });
}
