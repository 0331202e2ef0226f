import { accessHandlers } from './member-accesses.js';
import { assignmentHandlers } from './assignments.js';
import { withAsync } from './async.js';
import { declaredNames } from './declared-names.js';
import { callHandlers } from './calls.js';
import { catchHandlers } from './catches.js';
import { chainHandlers } from './chains.js';
import type { Emitted } from './emitter.js';
import { functionHandlers } from './functions.js';
import { identifierHandlers } from './identifiers.js';
import type { InstrumentedModule, InstrumentedSite, Position } from './instrumented.js';
import { INSTRUMENT_NAMES } from './instrumented.js';
import type { JavaScript } from './javascript.js';
import { loopHandlers } from './loop-heads.js';
import { moduleHandlers } from './module-handlers.js';
import type { Linkage } from './modules.js';
import { MODULE, linkText } from './modules.js';
import { lineStarts, positionAt } from './positions.js';
import { operatorHandlers } from './operators.js';
import { locate, openModule, walkThrough } from './opened-module.js';
import { PREFIX } from './own-names.js';

/** Options of the transformation. */
export interface InstrumentOptions {
  readonly kind: 'esm' | 'cjs';
  /** Names that the outer function takes as parameters, after the instruments and the number of the first site. */
  readonly globals: readonly string[];
  /** It is not a module but the body of a function without parameters: nothing of a module is in scope. */
  readonly isBody?: true;
}

const handlers = withAsync({
  ...identifierHandlers,
  ...operatorHandlers,
  ...functionHandlers,
  ...accessHandlers,
  ...assignmentHandlers,
  ...callHandlers,
  ...chainHandlers,
  ...loopHandlers,
  ...catchHandlers,
  ...moduleHandlers,
});

const INSTRUMENTS = `const{${INSTRUMENT_NAMES.map((name) => `${name}:${PREFIX}${name}`).join(',')}}=${PREFIX}0;`;

/** Makes a module call instruments wherever it may access shared memory. Throws a FencepostError if it cannot. */
export function instrument(source: string, file: string, options: InstrumentOptions): InstrumentedModule {
  const { kind } = options;
  const module = openModule(source, file, kind);
  const { javascript, program, linkage } = module;
  const walk = walkThrough(module, handlers, { file, kind, notesEffects: true, imports: linkage.imports });
  const { emit, sites } = walk;
  if (program.hashbang !== null) emit.replace(program.hashbang.start, program.hashbang.end, '');
  walk.visitAll(program.body);

  const emitted = emit.finish();
  const opening = openingText(linkage, options);
  const declared = kind === 'esm' && linkage.specifiers.length === 0 && declaredNames(program, walk.scopes, source);
  const ending = declared === false || declared === undefined ? '' : `return[${declared.join()}]`;
  const code = `${opening}${emitted.text}\n${ending}}})\n//# sourceURL=fencepost:${encodeURI(file)}`;
  let located: readonly InstrumentedSite[] | undefined;
  return {
    file,
    kind,
    declaresOnly: ending !== '',
    code,
    get sites() {
      return (located ??= locate(sites, javascript));
    },
    imports: linkage.specifiers,
    dynamicImports: [...walk.dynamicImports],
    requires: [...walk.requires],
    workerFiles: [...walk.workerFiles],
    joinedFiles: [...walk.joinedFiles],
    original: originalPosition(code, opening.length, emitted, javascript),
  };
}

function openingText(linkage: Linkage, { kind, globals, isBody }: InstrumentOptions): string {
  const outer = `(function(${[`${PREFIX}0`, `${PREFIX}S`, ...globals].join(',')}){`;
  if (kind === 'esm') return `${outer}"use strict";${INSTRUMENTS}return function*(${MODULE}){${linkText(linkage)}`;
  if (isBody) return `${outer}${INSTRUMENTS}return function(){`;
  return `${outer}${INSTRUMENTS}return function(exports,require,module,__filename,__dirname,${MODULE}){`;
}

function originalPosition(
  code: string,
  opening: number,
  emitted: Emitted,
  javascript: JavaScript,
): (line: number, column: number) => Position {
  let starts: { readonly code: readonly number[]; readonly source: readonly number[] } | undefined;
  return (line, column) => {
    starts ??= { code: lineStarts(code), source: lineStarts(javascript.text) };
    const start = starts.code[Math.min(line, starts.code.length) - 1] ?? 0;
    const offset = emitted.sourceOffset(Math.max(0, start + column - 1 - opening));
    return javascript.original(positionAt(starts.source, offset));
  };
}
