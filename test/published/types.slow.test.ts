import { join, sep } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { entries } from '../../tools/scripts/published/entries.js';
import { INSTALL_TIMEOUT, installPackages } from '@fencepost/testing/npm-packages';
import { RUNNERS, pack, projectWith, writeFiles } from './installed.js';

// The published types, as the compiler finds them.

const all = entries().map(({ specifier }) => specifier);

/** There, Vite has no types. */
function isFoundByNode10(specifier: string): boolean {
  return specifier !== 'fencepost/vite';
}

const CONSUMERS = [
  { resolution: 'NodeNext', module: 'NodeNext', file: 'consumer.mts', specifiers: all },
  // `require` loads modules, too.
  { resolution: 'NodeNext', module: 'NodeNext', file: 'required.cts', specifiers: all },
  { resolution: 'Node16', module: 'Node16', file: 'consumer.mts', specifiers: all },
  { resolution: 'Node16', module: 'Node16', file: 'consumer.cts', specifiers: ['fencepost/jest'] },
  { resolution: 'Bundler', module: 'ESNext', file: 'consumer.ts', specifiers: all },
  { resolution: 'Node10', module: 'CommonJS', file: 'consumer.ts', specifiers: all.filter(isFoundByNode10) },
] as const;

let project = '';
beforeAll(async () => {
  const { tarball } = await pack();
  project = await projectWith(tarball, await installPackages(RUNNERS));
}, INSTALL_TIMEOUT);

describe('types are found and have no errors', { timeout: 60_000 }, () => {
  it.each(CONSUMERS)('by $resolution, in $file', async ({ resolution, module, file, specifiers }) => {
    const imports = specifiers.map((specifier, i) => `import * as m${i} from '${specifier}';\nvoid m${i};\n`);
    await writeFiles(project, { [file]: imports.join('') });
    const program = ts.createProgram([join(project, file)], {
      module: ts.ModuleKind[module],
      moduleResolution: ts.ModuleResolutionKind[resolution],
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      types: ['node'],
      typeRoots: [join(project, '../node_modules/@types')],
      strict: true,
      noEmit: true,
      ignoreDeprecations: '6.0',
    });
    const ours = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.endsWith(file) || fileName.includes('/node_modules/fencepost/'));
    expect(ours.length).toBeGreaterThan(specifiers.length);
    const faults = [
      ...program.getOptionsDiagnostics(),
      ...ours.flatMap((each) => program.getSemanticDiagnostics(each)),
    ];
    expect(ts.formatDiagnostics(faults, HOST)).toBe('');
  });
});

const HOST: ts.FormatDiagnosticsHost = {
  getCurrentDirectory: () => project,
  getCanonicalFileName: (name) => name.split(sep).join('/'),
  getNewLine: () => '\n',
};
