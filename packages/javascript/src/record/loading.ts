import * as nodeModule from 'node:module';
import { isAbsolute } from 'node:path';
import { load } from './hooks.js';
import { instrumentedText } from './sources.js';

type Compile = (this: unknown, text: string, file: string, ...rest: readonly unknown[]) => unknown;

/** Has the modules of this thread instrumented. `hooks`: the URL of what Node loads in a thread for hooks. */
export function instrumentModules(hooks: string): void {
  const { registerHooks } = nodeModule as { readonly registerHooks?: (given: { readonly load: typeof load }) => void };
  if (registerHooks === undefined) nodeModule.register(hooks);
  else registerHooks({ load });
  const { prototype } = nodeModule.Module as unknown as { readonly prototype: { _compile: Compile } };
  const compile = prototype._compile;
  prototype._compile = function (text, file, ...rest) {
    const instrumented = isAbsolute(file) ? instrumentedText(text, file, 'cjs') : text;
    return Reflect.apply(compile, this, [instrumented, file, ...rest]);
  };
}
