import { SCRIPT_LANGUAGES, endingsOf } from '@fencepost/core';
import type { TableOf } from '@fencepost/options';
import { nameList, setting } from '@fencepost/options';

// Small, and loaded without the rest of the package: every command knows these options.

/** Which modules of a program in JavaScript or TypeScript are checked. */
export interface JavaScriptOptions {
  /** Packages to instrument in any case: their accesses of shared memory are part of what is checked. */
  readonly include: readonly string[];
  /** Packages not to instrument; without, all are that can be. `*` stands for any text. */
  readonly exclude: readonly string[];
}

/** The options of this front end. */
export const JAVASCRIPT_OPTIONS: TableOf<JavaScriptOptions> = {
  include: setting('include', nameList, { otherwise: [], help: 'JavaScript: packages to instrument in any case' }),
  exclude: setting('exclude', nameList, { otherwise: [], help: 'JavaScript: packages not to instrument' }),
};

/** What the rest of the tool knows about this front end before it is loaded. */
export const JAVASCRIPT_FRONT_END = {
  name: 'javascript',
  files: 'JavaScript or TypeScript (*.ts, *.js, …)',
  extensions: endingsOf(...SCRIPT_LANGUAGES),
  options: JAVASCRIPT_OPTIONS,
} as const;
