// What the compiler does not do: scripts for browsers, and what is published of the packages, in few files with their types.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { Visitor, parseSync } from 'rolldown/utils';
import { withoutBuiltInImports } from './built-in-modules.js';
import { browserBuild, licenceComment, pageModule } from './bundle-page.js';
import { writeConfigSchema } from './published/config-schema.js';
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

// Read by coding agents (`fencepost mcp`); found likewise.
const reference = path.join(compiled, 'reference');
fs.mkdirSync(reference, { recursive: true });
for (const name of ['reference/models', 'reference/errors', 'reference/limits', 'concepts/safe', 'use/good-checks']) {
  fs.copyFileSync(path.join(packages, '..', 'docs', `${name}.md`), path.join(reference, `${path.basename(name)}.md`));
}

const { dependencies, peerDependencies } = manifest();
/** @type {import('rolldown').InputOptions} */
const forNode = {
  platform: 'node',
  // Native, or the user's choice: found at run time, where they are installed. Jest provides its globals.
  external: [
    ...Object.keys(dependencies),
    ...Object.keys(peerDependencies),
    /^@modelcontextprotocol\/sdk\//,
    '@jest/globals',
  ],
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
    // Of every thread; it imports what the thread is for.
    worker: path.join(compiled, 'worker.js'),
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
          test: /packages.(?:fencepost.dist.(?:errors|exit-codes|run.version)|options.dist.(?:arguments|choose|usage-error))/,
          priority: 1,
        },
        // Needed first, and again by the command, which the entry waits for.
        {
          name: 'worker',
          test: /packages.(?:workers.dist|fencepost.dist.(?:supervise.early-thread|workers.built\.js)|c.dist.toolchain.folders|core.dist.common.languages)/,
          priority: 4,
        },
        // Left out: what only `fencepost litmus` needs, with all that explores, and what only agents of a cluster need.
        {
          name: 'load',
          test: /packages.(?:options.dist|(?:c|javascript).dist.options|c.dist.toolchain.language|fencepost.dist.(?:load.(?!litmus-files|prebuilt)|files|formats|options|workers.plain-error|run.(?:check-report|check-request|replay-options|resuming|run-lock|saved-run|state-folder)))/,
          priority: 1,
        },
        // What each command takes, and its help: the commands themselves are loaded when they are run.
        {
          name: 'commands',
          test: /packages.fencepost.dist.cli.(?:command|\w+.(?:command|options|relax-options)\.|program-option|line-format|terminal.option-lines)/,
        },
        // What the command has beside its checker.
        {
          name: 'terminal',
          test: /packages.fencepost.dist.(?:cli.terminal|supervise.(?!check)|run.(?:checkpoint|report-of|time-shares))/,
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
 * Makes a script a function, which imports modules with the function that it is given (src/supervise/checker-thread.ts).
 * @param {string} text
 */
const asFunction = (text) => {
  /** @type {number[]} */
  const places = [];
  new Visitor({ ImportExpression: ({ start }) => void places.push(start) }).visit(
    parseSync('checker.cjs', text).program,
  );
  const body = places
    .toSorted((a, b) => b - a)
    .reduce((text, place) => `${text.slice(0, place)}$import${text.slice(place + 'import'.length)}`, text);
  return `(function (exports, require, __filename, $import) {${body}\n})`;
};

/**
 * Writes one file, in CommonJS.
 * @param {string} name
 * @param {string} input
 * @param {NonNullable<import('rolldown').Plugin['resolveId']>} resolveId
 * @param {boolean} isKept whether it is run with V8's code cache (src/workers/kept-script.ts)
 */
async function writeOneFile(name, input, resolveId, isKept) {
  const file = path.join(folder, `${name}.cjs`);
  await build({
    ...forNode,
    input,
    output: { ...withoutComments, file, format: 'cjs', codeSplitting: false },
    plugins: [{ name: 'one file', resolveId, load: (id) => virtual[id] ?? null }],
  });
  const text = inAscii(fs.readFileSync(file, 'utf8'));
  fs.writeFileSync(file, isKept ? asFunction(text) : text);
}

// The same worker for files that import nothing of ours, with the checker as its only handler. No code of the user runs in
// its thread but WebAssembly, which cannot replace built-ins.
const checker = path.join(compiled, 'supervise', 'checker.js');
const onlyChecker = `
import { serve } from ${JSON.stringify(path.join(packages, 'workers', 'dist', 'index.js'))};
import { checkerHandler } from ${JSON.stringify(checker)};
serve(() => checkerHandler());
`;
/** @type {Readonly<Record<string, string>>} */
const virtual = { '\0only-checker': onlyChecker, '\0without': 'export {};' };
/** @type {NonNullable<import('rolldown').Plugin['resolveId']>} */
const withoutJavaScript = (id) => (id === '@fencepost/javascript' ? '\0without' : id in virtual ? id : null);
await writeOneFile('checker', '\0only-checker', withoutJavaScript, true);
await writeOneFile('checker-thread', path.join(compiled, 'supervise', 'checker-thread.js'), withoutJavaScript, false);

// What `check` and `--version` need of the command, and its start. It imports the modules above for all else.
const inCommand = ['command', 'cli/run', 'cli/commands', 'options/command-line', 'cli/check/check-command'].map(
  (name) => path.join(compiled, `${name}.js`),
);
const chunks = new Map(
  output.flatMap((chunk) =>
    chunk.type === 'chunk' && chunk.facadeModuleId !== null ? [[chunk.facadeModuleId, chunk.fileName]] : [],
  ),
);
await writeOneFile(
  'command',
  path.join(compiled, 'entry.js'),
  async function (specifier, importer, { kind }) {
    if (kind !== 'dynamic-import') return null;
    const found = await this.resolve(specifier, importer, { skipSelf: true });
    if (found?.external !== false || inCommand.includes(found.id)) return found;
    const chunk = chunks.get(found.id);
    if (chunk === undefined) throw new Error(`${found.id} is imported by the command and is no chunk`);
    return { id: `./${chunk}`, external: true };
  },
  true,
);
await writeOneFile('start', path.join(compiled, 'start.js'), () => null, false);

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
writeConfigSchema();
