import type { Node, Program } from 'oxc-parser';
import { forEachBoundName } from '../walk/patterns.js';
import { nameOf } from '../text/sites.js';
import { PREFIX } from '../text/own-names.js';
import type { NodeOf } from '../walk/walk.js';

/** Name of the parameter `$m` of instantiate: the module's interface to the linker. */
export const MODULE = `${PREFIX}m`;
/** The variable of a default export without a name. */
export const DEFAULT = `${PREFIX}default`;

/** The imports and exports of a module, found before anything is emitted. */
export interface Linkage {
  readonly specifiers: readonly string[];
  /** Text that reads each imported name. */
  readonly imports: ReadonlyMap<string, string>;
  /** Text that reads each exported name; evaluated in the scope of the module. */
  readonly exports: ReadonlyMap<string, string>;
  /** Indices of the specifiers of `export * from`. */
  readonly stars: readonly number[];
  /** Whether the default export is an anonymous hoisted function. */
  readonly anonymousDefault: boolean;
}

const NO_LINKAGE: Linkage = {
  specifiers: [],
  imports: new Map(),
  exports: new Map(),
  stars: [],
  anonymousDefault: false,
};

/** Finds imports and exports at the top level of a module. */
export function findLinkage(program: Program, kind: 'esm' | 'cjs'): Linkage {
  if (kind === 'cjs') return NO_LINKAGE;
  const specifiers: string[] = [];
  const imports = new Map<string, string>();
  const exports = new Map<string, string>();
  const stars: number[] = [];
  let anonymousDefault = false;

  const indexOf = (specifier: string): number => {
    const known = specifiers.indexOf(specifier);
    return known === -1 ? specifiers.push(specifier) - 1 : known;
  };
  const namespace = (specifier: string): string => `${PREFIX}i${indexOf(specifier)}`;
  const locals: [exported: string, local: string][] = [];

  for (const statement of program.body) {
    switch (statement.type) {
      case 'ImportDeclaration': {
        const from = namespace(statement.source.value);
        for (const one of statement.specifiers) {
          if (one.type === 'ImportNamespaceSpecifier') imports.set(one.local.name, from);
          else if (one.type === 'ImportDefaultSpecifier') imports.set(one.local.name, `${from}.default`);
          else imports.set(one.local.name, from + property(exportedName(one.imported)));
        }
        break;
      }
      case 'ExportNamedDeclaration': {
        const from = statement.source === null ? undefined : namespace(statement.source.value);
        for (const one of statement.specifiers) {
          const local = exportedName(one.local);
          if (from === undefined) locals.push([exportedName(one.exported), local]);
          else exports.set(exportedName(one.exported), from + property(local));
        }
        const declaration: Node | null = statement.declaration;
        if (declaration?.type === 'VariableDeclaration') {
          for (const { id } of declaration.declarations) forEachBoundName(id, (name) => exports.set(name, name));
        } else if (declaration !== null && 'id' in declaration)
          exports.set(nameOf(declaration.id), nameOf(declaration.id));
        break;
      }
      case 'ExportDefaultDeclaration': {
        const { declaration } = statement;
        const named = isDeclaration(declaration) && declaration.id !== null;
        exports.set('default', named ? nameOf(declaration.id) : DEFAULT);
        anonymousDefault = isHoistedAnonymous(declaration);
        break;
      }
      case 'ExportAllDeclaration': {
        const from = namespace(statement.source.value);
        if (statement.exported === null) stars.push(indexOf(statement.source.value));
        else exports.set(exportedName(statement.exported), from);
        break;
      }
      default:
    }
  }
  for (const [exported, local] of locals) exports.set(exported, imports.get(local) ?? local);
  return { specifiers, imports, exports, stars, anonymousDefault };
}

/** Returns whether the node declares a function or a class. */
export function isDeclaration(node: Node): node is NodeOf<'FunctionDeclaration' | 'ClassDeclaration'> {
  return node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration';
}

/** Returns whether the node is an anonymous hoisted function. Excludes async functions, which become expressions. */
export function isHoistedAnonymous(node: Node): node is NodeOf<'FunctionDeclaration'> {
  return node.type === 'FunctionDeclaration' && node.id === null && !node.async;
}

function exportedName(node: Node): string {
  return node.type === 'Literal' ? String(node.value) : nameOf(node);
}

function property(name: string): string {
  return /^[\w$]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Returns the text of a property key. Literal keys are faster; only `__proto__` has a special meaning. */
function key(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}

/** Returns the first part of an esm module: the links that must exist before any module is evaluated. */
export function linkText({ specifiers, exports, stars, anonymousDefault }: Linkage): string {
  const imports = specifiers.map((_, k) => `${PREFIX}i${k}=${MODULE}.import(${k})`);
  const getters = [...exports].map(([name, text]) => `${key(name)}:()=>${text}`);
  return [
    imports.length === 0 ? '' : `const ${imports.join(',')};`,
    ...stars.map((k) => `${MODULE}.star(${k});`),
    anonymousDefault ? `${PREFIX}anonymous(${DEFAULT});` : '',
    `${MODULE}.exports({${getters.join(',')}});yield;`,
  ].join('');
}
