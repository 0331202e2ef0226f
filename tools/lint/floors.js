// The floors: which package may import which. A new package gets a line here.
import path from 'node:path';

/**
 * @typedef {object} Floor
 * @property {string} name the name other packages import it by
 * @property {readonly string[]} imports workspace packages it may import
 * @property {boolean} outside whether it may import Node modules and third-party packages
 */

/** Keyed by the folder under packages/. @type {Readonly<Record<string, Floor>>} */
export const floors = {
  core: { name: '@fencepost/core', imports: [], outside: false },
  options: { name: '@fencepost/options', imports: ['@fencepost/core'], outside: true },
  axioms: { name: '@fencepost/axioms', imports: ['@fencepost/core'], outside: false },
  linear: { name: '@fencepost/linear', imports: ['@fencepost/core'], outside: false },
  explore: { name: '@fencepost/explore', imports: ['@fencepost/core'], outside: false },
  recording: { name: '@fencepost/recording', imports: ['@fencepost/core'], outside: false },
  recorder: {
    name: '@fencepost/recorder',
    imports: ['@fencepost/core', '@fencepost/javascript', '@fencepost/recording'],
    outside: true,
  },
  report: { name: '@fencepost/report', imports: ['@fencepost/core'], outside: false },
  viewer: { name: '@fencepost/viewer', imports: ['@fencepost/core', '@fencepost/report'], outside: true },
  wasm: { name: '@fencepost/wasm', imports: [], outside: false },
  c: {
    name: '@fencepost/c',
    imports: ['@fencepost/core', '@fencepost/linear', '@fencepost/options', '@fencepost/wasm'],
    outside: true,
  },
  javascript: {
    name: '@fencepost/javascript',
    imports: ['@fencepost/core', '@fencepost/linear', '@fencepost/options', '@fencepost/wasm'],
    outside: true,
  },
  check: {
    name: '@fencepost/check',
    imports: ['@fencepost/axioms', '@fencepost/core', '@fencepost/explore', '@fencepost/report'],
    outside: false,
  },
  litmus: {
    name: '@fencepost/litmus',
    imports: ['@fencepost/axioms', '@fencepost/check', '@fencepost/core', '@fencepost/explore', '@fencepost/report'],
    outside: false,
  },
  fix: {
    name: '@fencepost/fix',
    imports: ['@fencepost/check', '@fencepost/core', '@fencepost/report'],
    outside: false,
  },
  cluster: {
    name: '@fencepost/cluster',
    imports: ['@fencepost/check', '@fencepost/core', '@fencepost/explore'],
    outside: true,
  },
  workers: { name: '@fencepost/workers', imports: [], outside: true },
  testing: {
    name: '@fencepost/testing',
    imports: [
      '@fencepost/axioms',
      '@fencepost/c',
      '@fencepost/check',
      '@fencepost/core',
      '@fencepost/explore',
      '@fencepost/litmus',
      '@fencepost/recording',
      '@fencepost/report',
      '@fencepost/viewer',
      'fencepost',
    ],
    outside: true,
  },
  playground: {
    name: '@fencepost/playground',
    imports: [
      '@fencepost/c',
      '@fencepost/check',
      '@fencepost/core',
      '@fencepost/fix',
      '@fencepost/javascript',
      '@fencepost/litmus',
      '@fencepost/report',
      '@fencepost/viewer',
    ],
    outside: true,
  },
  fencepost: {
    name: 'fencepost',
    imports: [
      '@fencepost/c',
      '@fencepost/check',
      '@fencepost/cluster',
      '@fencepost/core',
      '@fencepost/explore',
      '@fencepost/fix',
      '@fencepost/javascript',
      '@fencepost/linear',
      '@fencepost/litmus',
      '@fencepost/options',
      '@fencepost/recorder',
      '@fencepost/recording',
      '@fencepost/report',
      '@fencepost/viewer',
      '@fencepost/workers',
    ],
    outside: true,
  },
};

const workspaceNames = new Set(Object.values(floors).map((floor) => floor.name));

/**
 * Says why a file of a package may not import a specifier, or nothing if it may.
 *
 * @param {string} folder the package's folder under packages/
 * @param {string} packageRoot absolute path of that folder
 * @param {string} filename absolute path of the importing file
 * @param {string} specifier
 * @returns {string | undefined}
 */
export function floorViolation(folder, packageRoot, filename, specifier) {
  const floor = floors[folder];
  if (floor === undefined) return `packages/${folder} has no floor: add it to tools/lint/floors.js.`;

  if (specifier.startsWith('.') || path.isAbsolute(specifier)) {
    const target = path.resolve(path.dirname(filename), specifier);
    const inside = target === packageRoot || target.startsWith(packageRoot + path.sep);
    return inside ? undefined : `'${specifier}' leaves the package ${floor.name}: import a package by its name.`;
  }

  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
  if (floor.imports.includes(name)) return undefined;
  if (workspaceNames.has(name) || name.startsWith('@fencepost/')) {
    return `${floor.name} must not import ${name}: see the floors in CONTRIBUTING.md.`;
  }
  return floor.outside ? undefined : `${floor.name} must not import ${name}: it runs on its own, without Node.`;
}

/** @type {import('./rule.js').Rule} */
export const floorsRule = {
  meta: {
    type: 'problem',
    docs: { description: 'keep each package on its floor' },
    messages: { violation: '{{ reason }}' },
    schema: [],
  },
  create(context) {
    const [top, folder] = path.relative(context.cwd, context.filename).split(path.sep);
    if (top !== 'packages' || folder === undefined) return {};
    const packageRoot = path.resolve(context.cwd, top, folder);

    /** @param {any} node an import, an export or an import type; type imports count as well */
    const check = (node) => {
      /** @type {any} */
      const source = node.source ?? node.moduleReference?.expression;
      if (typeof source?.value !== 'string') return;
      const reason = floorViolation(folder, packageRoot, context.filename, source.value);
      if (reason !== undefined) context.report({ node: source, messageId: 'violation', data: { reason } });
    };

    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
      TSImportEqualsDeclaration: check,
    };
  },
};
