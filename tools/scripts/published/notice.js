// Licences ask that they go with every copy, and bundles have copies.
import fs from 'node:fs';
import path from 'node:path';

const INTRODUCTION = `Fencepost
Licensed under the Apache License, Version 2.0 (see LICENSE).

The following packages are part of its files.
`;

/**
 * @param {string} file
 * @param {readonly string[]} modules paths of everything that was bundled
 */
export function writeNotice(file, modules) {
  const folders = [...new Set(modules.flatMap((module) => packageFolder(module) ?? []))].sort();
  fs.writeFileSync(file, [INTRODUCTION, ...folders.map(sectionOf)].join('\n'));
}

/** The folder of the package that a module is from; undefined for our own. @param {string} module */
function packageFolder(module) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0];
}

/** @param {string} folder */
function sectionOf(folder) {
  /** @type {unknown} */
  const parsed = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = /** @type {{ name: string, version: string, license: string }} */ (parsed);
  const licence = fs.readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (licence === undefined) throw new Error(`${name} has no licence to go with it`);
  const text = fs.readFileSync(path.join(folder, licence), 'utf8').trim();
  return `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`;
}
