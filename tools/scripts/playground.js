// npm run playground: makes the playground, a folder of static files, in packages/playground/dist/site.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { builtinModules } from 'node:module';
import { browserBuild, hashOf, licenceComment, licencesOf, madeModules } from './bundle-page.js';
import { packForC } from './playground-c.js';
import { partsModule } from './playground-parts.js';
import { storedResult } from './playground-stored.js';
import { packForTypeScript } from './playground-typescript.js';

const root = path.join(import.meta.dirname, '..', '..');
const packages = path.join(root, 'packages');
const sources = path.join(packages, 'playground', 'src');
const viewer = path.join(packages, 'viewer', 'src');
const STYLES = [
  ...['theme.css', 'trace-viewer.css', 'parts.css'].map((name) => path.join(viewer, 'styles', name)),
  path.join(sources, 'styles', 'playground.css'),
];

/** The scripts of engines, by the name of their file. */
const ENGINES = {
  'litmus.js': 'engines/litmus.ts',
  'c.js': 'engines/c.ts',
  'typescript.js': 'engines/typescript.ts',
};

/** What a first visit keeps for one without a network: the page, its editor, and the smallest engine. */
const FIRST_FILES = ['./', 'play.css', 'play.js', 'editor.js', 'litmus.js'];

/**
 * The page may run its own scripts, and those of its frame, which inherits its policy: the sandbox of what is checked, which
 * may evaluate texts, and start a worker that was no file.
 *
 * @param {readonly string[]} hashes of the scripts of frames
 */
const policy = (hashes) =>
  [
    "default-src 'none'",
    `script-src 'self' 'unsafe-eval' ${hashes.map((hash) => `'${hash}'`).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** @param {string} folder */
export async function makePlayground(folder) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const examples = readExamples();
  const frame = await script('sandbox/frame.ts', []);
  const texts = {
    [path.join(sources, 'sandbox', 'frame-script.js')]: () => `export const frameScript = ${JSON.stringify(frame)};`,
    [path.join(sources, 'engines', 'headers.js')]: () => `export const HEADERS = ${JSON.stringify(headers())};`,
    [path.join(sources, 'engines', 'parts.js')]: () => partsModule(headers()),
    [path.join(sources, 'page', 'examples.js')]: () => `export const EXAMPLES = ${JSON.stringify(examples)};`,
  };
  const files = new Map(Object.entries({ 'index.html': html([hashOf(frame)]), 'play.css': styles() }));
  /** @type {Record<string, number>} */
  const sizes = {};
  for (const [name, entry] of Object.entries(ENGINES)) {
    const text = await script(entry, [madeModules(texts)]);
    files.set(name, text);
    sizes[name] = Buffer.byteLength(text);
  }
  const packed = await packForC();
  for (const name of fs.readdirSync(packed)) {
    fs.copyFileSync(path.join(packed, name), path.join(folder, name));
    sizes[name] = fs.statSync(path.join(packed, name)).size;
  }
  for (const [name, bytes] of packForTypeScript()) {
    fs.writeFileSync(path.join(folder, name), bytes);
    sizes[name] = bytes.length;
  }
  for (const { stored, file, text } of examples) {
    if (stored !== undefined) files.set(stored, await storedResult(files.get('c.js') ?? '', packed, file, text));
  }
  const sizesModule = () => `export const SIZES = ${JSON.stringify(sizes)};`;
  const made = madeModules({ ...texts, [path.join(sources, 'page', 'sizes.js')]: sizesModule });
  files.set('play.js', await script('page/main.tsx', [made]));
  files.set('editor.js', await editorModule());
  const version = createHash('sha256')
    .update(JSON.stringify([...files, path.basename(packed)]))
    .digest('hex')
    .slice(0, 12);
  const offline = await script('page/offline.ts', []);
  files.set('offline.js', offline.replace('VERSION', version).replace('FIRST_FILES', FIRST_FILES.join()));
  for (const [name, text] of files) fs.writeFileSync(path.join(folder, name), text);
}

/** Our own headers for C, as `packages/playground/src/engines/headers.d.ts` declares them. */
function headers() {
  const frameworks = path.join(packages, 'c', 'frameworks');
  const names = ['as-linux', 'as-linux/bits', 'as-linux/linux', 'fencepost'].flatMap((folder) =>
    fs.readdirSync(path.join(frameworks, folder)).flatMap((name) => (name.endsWith('.h') ? [`${folder}/${name}`] : [])),
  );
  return Object.fromEntries(names.map((name) => [name, fs.readFileSync(path.join(frameworks, name), 'utf8')]));
}

/** A browser has no modules of Node. */
const withoutNode = {
  name: 'without-node',
  resolveId: (/** @type {string} */ specifier, /** @type {string | undefined} */ importer) => {
    if (!specifier.startsWith('node:') && !builtinModules.includes(specifier)) return;
    throw new Error(`${importer} imports ${specifier}: no browser has it`);
  },
};

/** The reduction of async orders is left out of the page, for its size: it explores every order. */
const LEFT_OUT = {
  'record-accesses.ts': 'export const recordAccesses = () => undefined;',
  'segment-instruments.ts': 'export const segmentInstruments = {};',
};

const withoutRecording = {
  name: 'without-recording',
  load: (/** @type {string} */ id) => LEFT_OUT[/** @type {keyof typeof LEFT_OUT} */ (path.basename(id))],
};

/**
 * The examples, as `packages/playground/src/page/examples.d.ts` declares them. Those in C have stored results, as their
 * compiler is large.
 */
function readExamples() {
  const listed =
    /** @type {readonly { readonly group: string, readonly title: string, readonly about: string, readonly path: string }[]} */ (
      JSON.parse(fs.readFileSync(path.join(packages, 'playground', 'examples.json'), 'utf8'))
    );
  return listed.map(({ path: name, ...words }) => {
    const file = path.basename(name);
    const text = fs.readFileSync(path.join(root, name), 'utf8');
    return { ...words, file, text, ...(file.endsWith('.c') && { stored: `stored-${file}.json` }) };
  });
}

/**
 * @param {string} entry
 * @param {import('rolldown').Plugin[]} plugins
 */
async function script(entry, plugins) {
  const { output } = await build({
    ...browserBuild,
    input: path.join(sources, entry),
    plugins: [withoutNode, withoutRecording, ...plugins],
    write: false,
    output: {
      format: 'iife',
      minify: true,
      codeSplitting: false,
      ...(entry.endsWith('.tsx') && { banner: licenceComment('preact') }),
    },
  });
  return output[0].code;
}

/** The editor is a module: the page imports it when it is there itself. */
async function editorModule() {
  const { output } = await build({
    ...browserBuild,
    input: path.join(sources, 'editor', 'code-editor.ts'),
    plugins: [withoutNode],
    write: false,
    output: { format: 'es', minify: true, codeSplitting: false },
  });
  return `${licencesOf(output[0].moduleIds)}\n${output[0].code}`;
}

function styles() {
  return STYLES.map((file) => fs.readFileSync(file, 'utf8')).join('\n');
}

/** Three threads, one bar each, as in reports. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">' +
      '<path stroke="#2f6fde" stroke-width="3" d="M3 2v8"/><path stroke="#b8660a" stroke-width="3" d="M8 5v9"/>' +
      '<path stroke="#1a7f4b" stroke-width="3" d="M13 3v8"/></svg>',
  );

/** @param {readonly string[]} hashes */
function html(hashes) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(hashes)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Check a concurrent program under weak memory models, in the browser.">
<title>Fencepost playground</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="play.css">
</head>
<body>
<noscript>The playground is a script, and scripts are switched off.</noscript>
<script src="play.js"></script>
</body>
</html>
`;
}

if (process.argv[1] === import.meta.filename) await makePlayground(path.join(packages, 'playground', 'dist', 'site'));
