// No circles inside a package, imports of types and dynamic ones included. The rooms of a folder are its files and the
// folders in it; an import leads from one room to another of the innermost folder that both files are in. These arrows
// must not form a circle, in any folder, so the rooms of each can be put in an order in which all imports point down.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Milliseconds for which a graph is good: one run of the linter makes few of them, and an editor sees new files. */
const FRESH = 1000;

/** @typedef {{ made: number, arrows: Map<string, Set<string>>, routes: Map<string, string[] | undefined> }} Rooms */

/** By the folder `src` of a package. @type {Map<string, Rooms>} */
const known = new Map();
/** By file. @type {Map<string, { mtime: number, imports: string[] }>} */
const read = new Map();

/**
 * The rooms that an import leads from and to, by their paths from `root`.
 *
 * @param {string} root
 * @param {string} from
 * @param {string} to
 * @returns {[string, string] | undefined} nothing if it leads out of `root` or to the file itself
 */
function roomsOf(root, from, to) {
  const a = path.relative(root, from).split(path.sep);
  const b = path.relative(root, to).split(path.sep);
  if (a[0] === '..' || b[0] === '..') return undefined;
  const depth = a.findIndex((part, i) => part !== b[i]);
  if (depth === -1) return undefined;
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
}

/**
 * @param {string} from the importing file
 * @param {string} specifier
 * @returns {string} the source it means
 */
function sourceOf(from, specifier) {
  const file = path.resolve(path.dirname(from), specifier).replace(/\.js$/, '');
  return fs.existsSync(`${file}.tsx`) ? `${file}.tsx` : `${file}.ts`;
}

/**
 * @param {string} file
 * @returns {string[]} the files that it imports by a relative path
 */
function importsOf(file) {
  const mtime = fs.statSync(file).mtimeMs;
  const before = read.get(file);
  if (before?.mtime === mtime) return before.imports;
  const { importedFiles } = ts.preProcessFile(fs.readFileSync(file, 'utf8'), true, false);
  const relative = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
  const imports = relative.map(({ fileName }) => sourceOf(file, fileName));
  read.set(file, { mtime, imports });
  return imports;
}

/**
 * @param {string} root
 * @returns {Rooms}
 */
function roomsIn(root) {
  const before = known.get(root);
  if (before !== undefined && Date.now() - before.made < FRESH) return before;
  /** @type {Map<string, Set<string>>} */
  const arrows = new Map();
  for (const name of fs.readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue;
    const file = path.join(root, name);
    for (const imported of importsOf(file)) {
      const rooms = roomsOf(root, file, imported);
      if (rooms === undefined) continue;
      const [from, to] = rooms;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  const rooms = { made: Date.now(), arrows, routes: new Map() };
  known.set(root, rooms);
  return rooms;
}

/**
 * A shortest way from one room to another.
 *
 * @param {Rooms} rooms
 * @param {string} start
 * @param {string} goal
 * @returns {string[] | undefined}
 */
function routeBetween({ arrows, routes }, start, goal) {
  const key = `${start} ${goal}`;
  if (routes.has(key)) return routes.get(key);
  const routeTo = new Map([[start, [start]]]);
  for (const [room, route] of routeTo) {
    for (const next of arrows.get(room) ?? []) if (!routeTo.has(next)) routeTo.set(next, [...route, next]);
  }
  const found = routeTo.get(goal);
  routes.set(key, found);
  return found;
}

/**
 * @param {string} root the folder `src` of a package
 * @param {string} from the importing file
 * @param {string} specifier
 * @returns {string[] | undefined} the circle of rooms that the import lies on
 */
export function circleOf(root, from, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  const rooms = roomsOf(root, from, sourceOf(from, specifier));
  if (rooms === undefined) return undefined;
  const back = routeBetween(roomsIn(root), rooms[1], rooms[0]);
  return back === undefined ? undefined : [rooms[0], ...back];
}

/** @type {import('./rule.js').Rule} */
export const noCircleRule = {
  meta: {
    type: 'problem',
    docs: { description: 'no circles between the folders, or the files, of a package' },
    messages: { circle: 'This import is part of a circle: {{ circle }}.' },
    schema: [],
  },
  create(context) {
    const [top, folder, source] = path.relative(context.cwd, context.filename).split(path.sep);
    if (top !== 'packages' || folder === undefined || source !== 'src') return {};
    const root = path.join(context.cwd, top, folder, source);

    /** @param {any} node an import, an export or an import type */
    const check = (node) => {
      /** @type {any} */
      const specifier = node.source ?? node.moduleReference?.expression;
      if (typeof specifier?.value !== 'string') return;
      const circle = circleOf(root, context.filename, specifier.value);
      if (circle === undefined) return;
      context.report({ node: specifier, messageId: 'circle', data: { circle: circle.join(' -> ') } });
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
