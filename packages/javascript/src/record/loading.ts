import * as nodeModule from 'node:module';
import { isAbsolute } from 'node:path';
import { load } from './hooks.js';
import { RequiredImports } from './required-imports.js';
import type { SourceKind } from './sources.js';
import { instrumentedSource } from './sources.js';

type Compile = (this: unknown, text: string, file: string, ...rest: readonly unknown[]) => unknown;

/**
 * Instruments the modules that this thread loads. `hooks`: URL of the module that Node loads in its thread for hooks.
 */
export function instrumentModules(hooks: string): void {
  const { registerHooks } = nodeModule as { readonly registerHooks?: (given: { readonly load: typeof load }) => void };
  if (registerHooks === undefined) nodeModule.register(hooks);
  else registerHooks({ load });
  const imports = registerHooks === undefined ? new RequiredImports() : undefined;
  const { prototype } = nodeModule.Module as unknown as { readonly prototype: { _compile: Compile } };
  const compile = prototype._compile;
  prototype._compile = function (text, file, ...rest) {
    if (!isAbsolute(file)) return Reflect.apply(compile, this, [text, file, ...rest]);
    const instrumented = instrumentedSource(text, file, kindOf(rest[0]));
    imports?.requireFirst(instrumented.specifiers, file);
    return Reflect.apply(compile, this, [instrumented.text, file, ...rest]);
  };
}

/**
 * Returns the kind for the format that Node passes; a required file may be an ES module. Without a format, Node infers
 * it from the text.
 */
function kindOf(format: unknown): SourceKind {
  if (format === undefined) return 'cjs or esm';
  return typeof format === 'string' && format.startsWith('module') ? 'esm' : 'cjs';
}
