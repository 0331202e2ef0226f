import { FencepostError } from '@fencepost/core';
import type { Program } from 'oxc-parser';
import { findScopes } from '../walk/declarations.js';
import { recordAccesses } from '../recording/record-accesses.js';
import type { Emitted } from '../text/emitter.js';
import { createEmitter } from '../text/emitter.js';
import type { JavaScript } from '../text/javascript.js';
import { parse, toJavaScript } from '../text/javascript.js';
import type { Linkage } from './modules.js';
import { findLinkage } from './modules.js';
import type { InstrumentedSite } from '../text/instrumented.js';
import { PREFIX } from '../text/own-names.js';
import { lineStarts, positionAt } from '../text/positions.js';
import type { Sites } from '../text/sites.js';
import { createSites } from '../text/sites.js';
import type { Handlers, Walk } from '../walk/walk.js';
import { createWalk } from '../walk/walk.js';

/** A parsed module, before it is rewritten. */
export interface OpenedModule {
  readonly javascript: JavaScript;
  readonly program: Program;
  readonly linkage: Linkage;
  /** Whether it notes all accesses (see recording/record-accesses.ts). */
  readonly isRecorded: boolean;
  /** Returns a part of the text without what notes accesses. */
  readonly written: (start: number, end: number) => string;
}

/** Parses a module. Throws a FencepostError if it is invalid. `records`: whether it is to note all accesses. */
export function openModule(source: string, file: string, kind: 'esm' | 'cjs', records = false): OpenedModule {
  refuseOwnNames(source, file);
  const plain = toJavaScript(source, file, kind);
  const parsed = parse(plain, file, kind);
  const recorded = records ? recordAccesses(plain.text, parsed, kind) : undefined;
  const javascript = recorded === undefined ? plain : recordedJavaScript(plain, recorded);
  const program = recorded === undefined ? parsed : parse(javascript, file, kind);
  const offset = (at: number): number => recorded?.sourceOffset(at) ?? at;
  const written = (start: number, end: number): string => plain.text.slice(offset(start), offset(end));
  return { javascript, program, linkage: findLinkage(program, kind), isRecorded: recorded !== undefined, written };
}

function recordedJavaScript(plain: JavaScript, emitted: Emitted): JavaScript {
  const { text } = emitted;
  const starts = lineStarts(text);
  const plainStarts = lineStarts(plain.text);
  return {
    text,
    original: ({ line, column }) =>
      plain.original(positionAt(plainStarts, emitted.sourceOffset((starts[line - 1] ?? 0) + column - 1))),
  };
}

/** Creates a walk through the module. `imports`: the text to emit for each imported name. */
export function walkThrough(
  { javascript, program }: OpenedModule,
  handlers: Handlers,
  { imports, ...how }: Pick<Walk, 'file' | 'kind' | 'notesEffects'> & { readonly imports: ReadonlyMap<string, string> },
): Walk {
  return createWalk(
    {
      ...how,
      source: javascript.text,
      emit: createEmitter(javascript.text),
      scopes: findScopes(program, how.kind, imports),
      sites: createSites(),
      givenNames: new Map(),
      functionNames: new Map(),
      markedFunctions: new Set(),
      kindsOfCases: new Map(),
      strict: { depth: how.kind === 'esm' || isStrict(program.body) ? 1 : 0 },
      derivedMembers: new Set(),
      requires: new Set(),
      dynamicImports: new Set(),
      workerFiles: new Set(),
      joinedFiles: new Set(),
      originalOf: (position) => javascript.original(position),
    },
    handlers,
  );
}

function isStrict(statements: Program['body']): boolean {
  return statements.some((one) => one.type === 'ExpressionStatement' && one.directive === 'use strict');
}

/** Returns the positions of sites in the user's file. */
export function locate({ offsets, names }: Sites, { text, original }: JavaScript): InstrumentedSite[] {
  const starts = lineStarts(text);
  return offsets.map((offset, i) => ({ ...original(positionAt(starts, offset)), name: names[i]! }));
}

/** Throws if the source contains names that begin with the reserved prefix. */
function refuseOwnNames(source: string, file: string): void {
  const at = source.indexOf(PREFIX);
  if (at === -1) return;
  const site = { file, ...positionAt(lineStarts(source), at) };
  throw new FencepostError('JS_UNSUPPORTED', `names that begin with ${PREFIX} are reserved`, {
    site,
    hint: 'rename it',
  });
}
