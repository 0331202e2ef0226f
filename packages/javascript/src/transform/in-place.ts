import type { Program } from 'oxc-parser';
import { accessHandlers } from './accesses/member-accesses.js';
import { assignmentHandlers } from './accesses/assignments.js';
import { callHandlers } from './accesses/calls.js';
import { chainHandlers } from './accesses/chains.js';
import { functionHandlers, visitInScope } from './control/functions.js';
import { identifierHandlers } from './accesses/identifiers.js';
import type { Emitted } from './text/emitter.js';
import { FunctionRanges } from './control/function-texts.js';
import type { InstrumentName } from './text/instrumented.js';
import type { JavaScript } from './text/javascript.js';
import { operatorHandlers } from './walk/operators.js';
import { locate, openModule, walkThrough } from './modules/opened-module.js';
import { PREFIX } from './text/own-names.js';
import { lineStarts, positionAt } from './text/positions.js';
import { mappingsOf } from './text/source-map.js';
import { resolve } from './walk/scopes.js';
import type { Handlers, Walk } from './walk/walk.js';

/**
 * Instruments of a module that Node runs. They are globals, because a function may be called before its module has
 * begun.
 */
export const IN_PLACE_INSTRUMENTS = [
  'r', 'w', 'inc', 'ref', 'pat', 'part', 'key', 'whole', 'at', 'arg', 'cons', 'base', 'field', 'proto', 'text',
  'indirect', 'name', 'id', 'opt', 'skip', 'rest', 'bound',
] as const satisfies readonly InstrumentName[]; // prettier-ignore

/** A module before instrumentation. */
export interface InPlaceModule {
  readonly source: string;
  readonly file: string;
  readonly kind: 'esm' | 'cjs';
}

/** Global function to which a module passes its original and its sites; returns the number of its first site. */
export const MODULE_GLOBAL = `${PREFIX}module`;
/** Global function to which limitations of a recording are reported. */
export const NOTE_GLOBAL = `${PREFIX}note`;
/** Global that instrumented modules use as `Atomics`. */
export const ATOMICS_GLOBAL = `${PREFIX}Atomics`;

/** A site as written in the text of a module. */
export type InPlaceSite = readonly [line: number, column: number, name: string];

const visitChildren = (node: Parameters<Walk['visitChildren']>[0], walk: Walk): void => walk.visitChildren(node);

/** Loops, exceptions, async functions, imports and exports are not changed. */
const handlers: Handlers = {
  ...identifierHandlers,
  // Node's own code keeps the global `Atomics`.
  Identifier(node, walk) {
    if (node.name === 'Atomics' && resolve(walk.scope, 'Atomics') === undefined)
      walk.emit.replace(node.start, node.end, ATOMICS_GLOBAL);
    else identifierHandlers.Identifier!(node, walk);
  },
  // Names in these declarations are not expressions.
  ImportDeclaration: () => undefined,
  ExportSpecifier: () => undefined,
  ExportAllDeclaration: () => undefined,
  ...operatorHandlers,
  ...functionHandlers,
  ...accessHandlers,
  ...assignmentHandlers,
  ...callHandlers,
  ...chainHandlers,
  AccessorProperty: visitChildren,
  Decorator: visitChildren,
  CatchClause: visitInScope,
  ForStatement: visitInScope,
};

const SITES = `${PREFIX}sites`;

/** An instrumented module that Node runs. */
export interface InstrumentedInPlace {
  readonly text: string;
  /** Mappings of a source map from the text to the file. */
  readonly mappings: () => string;
  /** Specifiers of its import declarations. */
  readonly specifiers: readonly string[];
}

/**
 * Instruments a module that Node runs: it calls instruments wherever it may access shared memory. Line numbers do not
 * change. Throws a FencepostError if that is impossible.
 */
export function instrumentInPlace(source: string, file: string, kind: 'esm' | 'cjs'): InstrumentedInPlace {
  const { emitted, list, javascript, specifiers } = rewrite({ source, file, kind }, handlers);
  const sites = JSON.stringify(JSON.stringify(list));
  const pieces = emitted
    .pieces()
    .map((piece) => (piece.isCopied ? piece : { ...piece, text: piece.text.replace(SITES, () => sites) }));
  return {
    specifiers,
    text: pieces.map(({ text }) => text).join(''),
    mappings: () => {
      const starts = lineStarts(javascript.text);
      return mappingsOf(pieces, (offset) => javascript.original(positionAt(starts, offset)));
    },
  };
}

/** Returns a map from the emitted text of a module's functions and classes to their source text. */
export function functionTexts(module: InPlaceModule): Map<string, string> {
  const ranges = new FunctionRanges(handlers);
  const { emitted, javascript } = rewrite(module, ranges.noting);
  return ranges.textsIn(emitted.text, (start, end) => javascript.text.slice(start, end));
}

interface Rewritten {
  readonly emitted: Emitted;
  readonly list: readonly InPlaceSite[];
  readonly javascript: JavaScript;
  readonly specifiers: readonly string[];
}

function rewrite(given: InPlaceModule, using: Handlers): Rewritten {
  const { source, file, kind } = given;
  const module = openModule(source, file, kind);
  const { javascript, program, linkage } = module;
  // Imported names stay declared, so they denote themselves.
  const imports = new Map([...linkage.imports.keys()].map((name) => [name, name]));
  const walk = walkThrough(module, using, { file, kind, notesEffects: false, imports });
  const { emit, sites } = walk;
  emit.insertAfter(Math.min(endOfDirectives(program), javascript.text.length), prologue(given));
  walk.visitAll(program.body);
  const list = locate(sites, javascript).map(({ line, column, name }): InPlaceSite => [line, column, name]);
  return { emitted: emit.finish(), list, javascript, specifiers: linkage.specifiers };
}

/** Returns the end of the directives: a directive after other statements would have no effect. */
function endOfDirectives({ body, hashbang }: Program): number {
  let end = hashbang === null ? 0 : hashbang.end + 1;
  for (const statement of body) {
    if (statement.type !== 'ExpressionStatement' || !('directive' in statement) || statement.directive === null) break;
    end = statement.end;
  }
  return end;
}

function prologue(module: InPlaceModule): string {
  return `;var ${PREFIX}S=${MODULE_GLOBAL}(${JSON.stringify(module)},${SITES});`;
}
