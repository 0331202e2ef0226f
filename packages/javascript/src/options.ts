import { SCRIPT_LANGUAGES, endingsOf } from '@fencepost/core';
import type { TableOf } from '@fencepost/options';
import { nameList, setting } from '@fencepost/options';

// A small module, loaded without the rest of the package, because every command accepts these options.

/** Selection of the checked modules of a program in JavaScript or TypeScript. */
export interface JavaScriptOptions {
  /** Packages to instrument in any case: their accesses to shared memory are checked. */
  readonly include: readonly string[];
  /** Packages not to instrument. By default all packages that can be instrumented are. `*` stands for any text. */
  readonly exclude: readonly string[];
}

/** The command-line options of this front end. */
export const JAVASCRIPT_OPTIONS: TableOf<JavaScriptOptions> = {
  include: setting('include', nameList, { otherwise: [], help: 'JavaScript: packages to instrument always' }),
  exclude: setting('exclude', nameList, { otherwise: [], help: 'JavaScript: packages not to instrument' }),
};

/** Properties of this front end that other packages use before they load it. */
export const JAVASCRIPT_FRONT_END = {
  name: 'javascript',
  files: 'JavaScript or TypeScript (*.ts, *.js, …)',
  extensions: endingsOf(...SCRIPT_LANGUAGES),
  options: JAVASCRIPT_OPTIONS,
} as const;
