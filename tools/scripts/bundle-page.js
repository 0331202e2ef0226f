// Makes the script and the style sheet of the HTML report. For a build, and for tests that run without one.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';

const root = path.join(import.meta.dirname, '..', '..');
const sources = path.join(root, 'packages', 'viewer', 'src');
const STYLES = ['theme.css', 'trace-viewer.css', 'parts.css', 'page.css'];

/**
 * How the viewer's sources become a script for browsers.
 *
 * @type {import('rolldown').InputOptions}
 */
export const browserBuild = {
  platform: 'browser',
  resolve: { conditionNames: ['fencepost-source', 'browser', 'import', 'default'] },
  logLevel: 'warn',
};

/** Licences ask that they go with every copy, and the report has copies. @param {string} name */
export function licenceComment(name) {
  const text = fs.readFileSync(path.join(root, 'node_modules', name, 'LICENSE'), 'utf8');
  return `/*! ${name}\n\n${text.trim()} */`;
}

/** The same for all packages that these modules are of; a text that several have stands there once. @param {readonly string[]} modules */
export function licencesOf(modules) {
  const names = [...new Set(modules.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []))];
  const texts = names.map((name) => fs.readFileSync(path.join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim());
  const of = (/** @type {string} */ text) => names.filter((_, i) => texts[i] === text).join(', ');
  return [...new Set(texts)].map((text) => `/*! ${of(text)}\n\n${text} */`).join('\n');
}

/**
 * The module that `packages/viewer/src/page.d.ts` declares, and the modules that are in it.
 *
 * @returns {Promise<{ readonly text: string, readonly scriptHash: string, readonly inlined: readonly string[] }>}
 */
export async function pageModule() {
  const { output } = await build({
    ...browserBuild,
    input: path.join(sources, 'page', 'main.tsx'),
    write: false,
    output: { format: 'iife', minify: true, banner: licenceComment('preact') },
  });
  // An inline script ends at the first thing that looks like its end tag.
  const script = output[0].code.replaceAll('</script', String.raw`<\/script`);
  const style = STYLES.map((file) => fs.readFileSync(path.join(sources, 'styles', file), 'utf8')).join('\n');
  const page = { script, style, scriptHash: hashOf(script), styleHash: hashOf(style) };
  const text = Object.entries(page)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join('');
  return { text, scriptHash: page.scriptHash, inlined: output[0].moduleIds };
}

/**
 * Modules that are no source but made by a build: what makes their texts, by their paths.
 *
 * @param {Readonly<Record<string, () => string | Promise<string>>>} texts
 */
export function madeModules(texts) {
  return {
    name: 'made-modules',
    resolveId: (/** @type {string} */ specifier, importer = '') => {
      const file = path.resolve(path.dirname(importer), specifier);
      return file in texts ? file : undefined;
    },
    load: (/** @type {string} */ id) => texts[id]?.(),
  };
}

/** As security policies name a script. @param {string} text */
export function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
