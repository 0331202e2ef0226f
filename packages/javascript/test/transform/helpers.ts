import { instrument } from '../../src/transform/instrument.js';
import type { InstrumentedModule } from '../../src/transform/text/instrumented.js';

export function instrumentText(
  source: string,
  file = '/src/module.js',
  kind: 'esm' | 'cjs' = 'esm',
): InstrumentedModule {
  return instrument(source, file, { kind, globals: [] });
}

/** What has become of the source: the code without what is put around every module, and with short names. */
export function emittedText(source: string, kind: 'esm' | 'cjs' = 'cjs'): string {
  const { code } = instrumentText(source, '/src/module.js', kind);
  const opening = kind === 'esm' ? 'yield;' : '$fp_m){';
  const start = code.indexOf(opening) + opening.length;
  return code.slice(start, code.lastIndexOf('\n}})')).replaceAll('$fp_', '$');
}
