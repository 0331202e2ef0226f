import { current } from './current.js';
import type { World } from './world.js';

/** An instrumented function with this body. Undefined: there is nobody who could instrument it. */
type Compile = (world: World, body: string) => (() => unknown) | undefined;

let compile: Compile | undefined;

/** Says how texts are instrumented. */
export function compileTextsBy(by: Compile): void {
  compile = by;
}

/** A function with this body that sees globals only; undefined: it cannot be instrumented. */
export function instrumented(body: string): (() => unknown) | undefined {
  const { world } = current;
  if (world === undefined || compile === undefined) return undefined;
  try {
    return compile(world, body);
  } catch {
    return undefined;
  }
}
