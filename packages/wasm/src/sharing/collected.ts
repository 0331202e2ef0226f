import type { Access, Loop } from './accesses.js';
import type { HelperName } from './helpers.js';
import { HELPERS } from './helpers.js';
import type { FunctionType, ParsedModule } from './parse.js';

const NAMES = Object.keys(HELPERS) as readonly HelperName[];
const NUMBERS = new Map(NAMES.map((name, index) => [name, index]));

/** Accesses and loops found in a module while it is rewritten. The helpers come after its imported functions. */
export class Collected {
  readonly accesses: Access[] = [];
  readonly loops: Loop[] = [];
  readonly types: readonly FunctionType[];
  private readonly importedFunctions: number;

  constructor({ types, importedFunctions }: ParsedModule) {
    this.types = types;
    this.importedFunctions = importedFunctions;
  }

  /** Returns the function number of a helper. */
  helper(name: HelperName): number {
    return this.importedFunctions + NUMBERS.get(name)!;
  }

  /** Returns the new number of a function. */
  functionNumber(original: number): number {
    return original < this.importedFunctions ? original : original + NAMES.length;
  }

  /** Adds an access, and returns its number. */
  addAccess(access: Access): number {
    return this.accesses.push(access) - 1;
  }

  addLoop(loop: Loop): number {
    return this.loops.push(loop) - 1;
  }
}
