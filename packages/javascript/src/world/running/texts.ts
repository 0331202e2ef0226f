import { current } from './current.js';
import type { World } from './world.js';

/** Returns an instrumented function with this body; undefined if no instrumentation is available. */
type Compile = (world: World, body: string) => (() => unknown) | undefined;

let compile: Compile | undefined;

/** Sets the function that instruments texts. */
export function compileTextsBy(by: Compile): void {
  compile = by;
}

/** Returns a function with this body that can access globals only; undefined if it cannot be instrumented. */
export function instrumented(body: string): (() => unknown) | undefined {
  const { world } = current;
  if (world === undefined || compile === undefined) return undefined;
  try {
    return compile(world, body);
  } catch {
    return undefined;
  }
}
