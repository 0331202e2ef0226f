import { accessHandlers } from './accesses/member-accesses.js';
import { assignmentHandlers } from './accesses/assignments.js';
import { withAsync } from './control/async.js';
import { declaredNames } from './walk/declared-names.js';
import { callHandlers } from './accesses/calls.js';
import type { CallTexts } from './accesses/call-texts.js';
import { findCallTexts, namedAt } from './accesses/call-texts.js';
import { catchHandlers } from './control/catches.js';
import { chainHandlers } from './accesses/chains.js';
import type { Emitted } from './text/emitter.js';
import { emitKinds, kindsOfDeclared } from './walk/function-kinds.js';
import { FunctionRanges } from './control/function-texts.js';
import { functionHandlers } from './control/functions.js';
import { identifierHandlers } from './accesses/identifiers.js';
import type { InstrumentedModule, InstrumentedSite } from './text/instrumented.js';
import { INSTRUMENT_NAMES } from './text/instrumented.js';
import { loopHandlers } from './control/loop-heads.js';
import { moduleHandlers } from './modules/module-handlers.js';
import type { Linkage } from './modules/modules.js';
import { MODULE, linkText } from './modules/modules.js';
import { lineStarts, positionAt } from './text/positions.js';
import { operatorHandlers } from './walk/operators.js';
import { testHandlers } from './control/tested-loads.js';
import type { OpenedModule } from './modules/opened-module.js';
import { locate, openModule, walkThrough } from './modules/opened-module.js';
import { PREFIX } from './text/own-names.js';
import type { Handlers, Walk } from './walk/walk.js';

/** Options of the transformation. */
export interface InstrumentOptions {
  readonly kind: 'esm' | 'cjs';
  /** Names that the outer function takes as parameters, after the instruments and the number of the first site. */
  readonly globals: readonly string[];
  /** Whether the source is the body of a function without parameters, not a module: nothing of a module is in scope. */
  readonly isBody?: true;
  /** Whether it is to note all accesses to objects and shared variables. */
  readonly records?: boolean;
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
  ...testHandlers,
  ...catchHandlers,
  ...moduleHandlers,
});

const INSTRUMENTS = `const{${INSTRUMENT_NAMES.map((name) => `${name}:${PREFIX}${name}`).join(',')}}=${PREFIX}0;`;

/**
 * Instruments a module: it calls instruments wherever it may access shared memory. Throws a FencepostError if that is
 * impossible.
 */
export function instrument(source: string, file: string, options: InstrumentOptions): InstrumentedModule {
  const { kind, records } = options;
  const module = openModule(source, file, kind, records);
  const { javascript, program, linkage } = module;
  const walk = rewrite(module, file, kind, handlers);
  const { emit, sites } = walk;

  const emitted = emit.finish();
  const opening = openingText(linkage, kindsOfDeclared(program.body), options);
  const declared = kind === 'esm' && linkage.specifiers.length === 0 && declaredNames(program, walk.scopes, source);
  const ending = declared === false || declared === undefined ? '' : `return[${declared.join()}]`;
  const code = `${opening}${emitted.text}\n${ending}}})\n//# sourceURL=fencepost:${encodeURI(file)}`;
  let located: readonly InstrumentedSite[] | undefined;
  let texts: CallTexts | undefined;
  const offsetOf = sourceOffsets(code, opening.length, emitted);
  const sourceStarts = once(() => lineStarts(javascript.text));
  return {
    file,
    kind,
    isRecorded: module.isRecorded,
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
    original: (line, column) => javascript.original(positionAt(sourceStarts(), offsetOf(line, column))),
    describe: (what, line, column) => {
      texts ??= findCallTexts(openModule(source, file, kind, records).program);
      return namedAt(texts[what], offsetOf(line, column));
    },
    // Few programs read these texts, so the module is walked again on demand.
    functionTexts: () => {
      const ranges = new FunctionRanges(handlers);
      const again = openModule(source, file, kind, records);
      return ranges.textsIn(rewrite(again, file, kind, ranges.noting).emit.finish().text, again.written);
    },
  };
}

function rewrite(module: OpenedModule, file: string, kind: 'esm' | 'cjs', using: Handlers): Walk {
  const { program, linkage } = module;
  const walk = walkThrough(module, using, { file, kind, notesEffects: true, imports: linkage.imports });
  if (program.hashbang !== null) walk.emit.replace(program.hashbang.start, program.hashbang.end, '');
  if (kind === 'cjs') emitKinds(program.body, program.hashbang?.end ?? 0, walk);
  walk.visitAll(program.body);
  return walk;
}

function openingText(linkage: Linkage, kinds: string, { kind, globals, isBody }: InstrumentOptions): string {
  const outer = `(function(${[`${PREFIX}0`, `${PREFIX}S`, ...globals].join(',')}){`;
  if (kind === 'esm')
    return `${outer}"use strict";${INSTRUMENTS}return function*(${MODULE}){${kinds}${linkText(linkage)}`;
  if (isBody) return `${outer}${INSTRUMENTS}return function(){`;
  return `${outer}${INSTRUMENTS}return function(exports,require,module,__filename,__dirname,${MODULE}){`;
}

/** Returns a function that converts positions in the code to offsets in the source. */
function sourceOffsets(code: string, opening: number, emitted: Emitted): (line: number, column: number) => number {
  const starts = once(() => lineStarts(code));
  return (line, column) => {
    const start = starts()[Math.min(line, starts().length) - 1] ?? 0;
    return emitted.sourceOffset(Math.max(0, start + column - 1 - opening));
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
