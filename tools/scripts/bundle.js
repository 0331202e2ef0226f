// What the compiler does not do: scripts for browsers, and what is published of the packages, in few files with their types.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { Visitor, parseSync } from 'rolldown/utils';
import { withoutBuiltInImports } from './built-in-modules.js';
import { browserBuild, licenceComment, pageModule } from './bundle-page.js';
import { entries, home, manifest } from './published/entries.js';
import { writeNotice } from './published/notice.js';
import { writeTypes } from './published/types.js';

const packages = path.dirname(home);

const published = entries();
const compiled = path.join(home, 'dist');

// First, as the command has the page in it.
const viewer = path.join(packages, 'viewer');
const page = await pageModule();
fs.writeFileSync(path.join(viewer, 'dist', 'page.js'), page.text);

const browser = path.join(compiled, 'browser');
const forBrowsers = published.filter(({ bundle }) => path.dirname(bundle) === browser);
await build({
  ...browserBuild,
  input: Object.fromEntries(forBrowsers.map(({ name, compiled }) => [name, compiled])),
  output: { dir: browser, format: 'esm', cleanDir: true, banner: licenceComment('preact') },
});
for (const name of ['theme.css', 'trace-viewer.css']) {
  fs.copyFileSync(path.join(viewer, 'src', 'styles', name), path.join(browser, name));
}
fs.copyFileSync(
  path.join(packages, 'report', 'schema', 'report.schema.json'),
  path.join(compiled, 'report.schema.json'),
);

// Compiled on the user's machine. The code finds it beside its own folder, here as in `packages/recorder`.
fs.cpSync(path.join(packages, 'recorder', 'native'), path.join(compiled, 'native'), { recursive: true });
// Included by tests in C++; found likewise.
fs.cpSync(path.join(packages, 'c', 'frameworks'), path.join(compiled, 'frameworks'), { recursive: true });

const { dependencies, peerDependencies } = manifest();
/** @type {import('rolldown').InputOptions} */
const forNode = {
  platform: 'node',
  // Native, or the user's choice: found at run time, where they are installed. Jest provides its globals.
  external: [...Object.keys(dependencies), ...Object.keys(peerDependencies), '@jest/globals'],
  logLevel: 'warn',
};

/**
 * Each thread that starts reads the bundles, and comments would be a fifth of their text.
 * @satisfies {import('rolldown').OutputOptions}
 */
const withoutComments = { comments: { jsdoc: false } };

// Loading some two hundred modules one by one takes longer than a small check. What several entries need is there once.
const folder = path.join(compiled, 'bundle');
const modules = published.filter(({ bundle }) => path.dirname(bundle) === folder && bundle.endsWith('.js'));
const { output } = await build({
  ...forNode,
  input: {
    main: path.join(compiled, 'main.js'),
    'checker-worker': path.join(compiled, 'supervise', 'checker-worker.js'),
    'check-worker': path.join(compiled, 'adapters', 'check-worker.js'),
    'litmus-worker': path.join(compiled, 'cli', 'litmus', 'litmus-worker.js'),
    'scenario-test-worker': path.join(compiled, 'cli', 'scenario', 'scenario-test-worker.js'),
    'test-worker': path.join(compiled, 'run', 'test-worker.js'),
    'scenario-worker': path.join(compiled, 'explorers', 'scenario-worker.js'),
    'explorer-worker': path.join(compiled, 'explorers', 'explorer-worker.js'),
    'frontier-worker': path.join(compiled, 'cluster', 'frontier-worker.js'),
    'seeds-worker': path.join(compiled, 'cluster', 'seeds-worker.js'),
    // What a recorded process loads besides `record-preload`.
    'record-hooks': path.join(packages, 'javascript', 'dist', 'record', 'hooks.js'),
    'record-thread': path.join(packages, 'recorder', 'dist', 'node', 'recorder-thread.js'),
    // Node's loader finds it beside `register`.
    'typescript-hooks': path.join(compiled, 'adapters', 'typescript-hooks.js'),
    ...Object.fromEntries(modules.map(({ name, compiled }) => [name, compiled])),
  },
  output: {
    dir: folder,
    format: 'esm',
    cleanDir: true,
    ...withoutComments,
    // Few files are read faster than many, and most commands need most of these packages.
    codeSplitting: {
      groups: [
        ...['core', 'report', 'explore', 'check'].map((name) => ({
          name,
          test: new RegExp(`packages.${name}.dist`),
          priority: 2,
        })),
        // For options, which are read without anything that performs checks.
        { name: 'methods', test: /packages.check.dist.(?:methods|clock|repair.costs)/, priority: 3 },
        // For reports on repairs, which are looked for elsewhere.
        { name: 'edits', test: /packages.fix.dist.(?:unified-diff|editor|utf8|wanted-repair)\.js/, priority: 1 },
        // What tells the version needs less.
        {
          name: 'arguments',
          test: /packages.fencepost.dist.(?:errors|exit-codes|options.arguments|options.choose|run.version)/,
          priority: 1,
        },
        // Needed first, and again by the command, which the entry waits for.
        {
          name: 'worker',
          test: /packages.(?:fencepost.dist.supervise.(?:worker-connection|connection|memory)|c.dist.toolchain.folders)/,
          priority: 1,
        },
        // Left out: what only `fencepost litmus` needs, with all that explores, and what only agents of a cluster need.
        {
          name: 'load',
          test: /packages.fencepost.dist.(?:load.(?!litmus-files|prebuilt)|files|formats|options|workers.plain-error|run.(?:check-report|replay-options|resuming|run-lock|saved-run|state-folder))/,
        },
        // What the command has beside its checker.
        {
          name: 'terminal',
          test: /packages.(?:workers.dist.later|fencepost.dist.(?:cli.terminal|supervise.(?!check)|run.(?:checkpoint|report-of|time-shares)|workers.code-ended))/,
        },
      ],
    },
  },
});

/**
 * V8 parses text faster if all of it is ASCII. Nothing but literals has other characters.
 * @param {string} text
 */
const inAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

for (const { fileName } of output) {
  const file = path.join(folder, fileName);
  fs.writeFileSync(file, inAscii(withoutBuiltInImports(fs.readFileSync(file, 'utf8'))));
}

/**
 * Has a script import modules with the function that it is given (src/supervise/checker-thread.ts).
 * @param {string} text
 */
const withGivenImport = (text) => {
  /** @type {number[]} */
  const places = [];
  new Visitor({ ImportExpression: ({ start }) => void places.push(start) }).visit(
    parseSync('checker.cjs', text).program,
  );
  return places
    .toSorted((a, b) => b - a)
    .reduce((text, place) => `${text.slice(0, place)}$import${text.slice(place + 'import'.length)}`, text);
};

// The checker of files that import nothing of ours, as one file (src/supervise/checker-thread.ts).
for (const [name, entry] of [
  ['checker', 'checker-worker'],
  ['checker-thread', 'checker-thread'],
]) {
  const file = path.join(folder, `${name}.cjs`);
  await build({
    ...forNode,
    input: path.join(compiled, 'supervise', `${entry}.js`),
    output: { ...withoutComments, file, format: 'cjs', codeSplitting: false },
    plugins: [
      {
        name: 'without JavaScript',
        resolveId: (id) => (id === '@fencepost/javascript' ? '\0without' : null),
        load: (id) => (id === '\0without' ? 'export {};' : null),
      },
    ],
  });
  const text = inAscii(fs.readFileSync(file, 'utf8'));
  fs.writeFileSync(file, name === 'checker' ? withGivenImport(text) : text);
}

// Jest loads CommonJS.
const inlined = [...page.inlined, ...output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))];
for (const { compiled, bundle, declarations } of published.filter(({ bundle }) => bundle.endsWith('.cjs'))) {
  const { output } = await build({
    ...forNode,
    input: compiled,
    output: { ...withoutComments, file: bundle, format: 'cjs' },
  });
  inlined.push(...output[0].moduleIds);
  // Written by hand: the compiler makes no types of CommonJS from a module.
  fs.copyFileSync(declarations.replace(`${path.sep}dist${path.sep}`, `${path.sep}src${path.sep}`), declarations);
}

// Node loads them with --require, in each thread of a recorded process.
for (const name of ['preload', 'program']) {
  const { output } = await build({
    ...forNode,
    input: path.join(packages, 'javascript', 'dist', 'record', `${name}.js`),
    output: { ...withoutComments, file: path.join(folder, `record-${name}.cjs`), format: 'cjs' },
  });
  inlined.push(...output[0].moduleIds);
}

writeNotice(path.join(compiled, 'NOTICE'), inlined);
writeTypes();
