import { FencepostError } from '@fencepost/core';
import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping';
import type { Program, Statement } from 'oxc-parser';
import { language } from '#host/language';
import type { TransformResult } from 'oxc-transform';
import type { Position } from './instrumented.js';
import { lineStarts, positionAt } from './positions.js';

/** A module without types and JSX. */
export interface JavaScript {
  readonly text: string;
  /** Converts a position to one in the user's text. */
  readonly original: (position: Position) => Position;
}

type Kind = 'esm' | 'cjs';

const sourceType = (kind: Kind): 'module' | 'commonjs' => (kind === 'esm' ? 'module' : 'commonjs');

/** Strips types and JSX. */
export function toJavaScript(source: string, file: string, kind: Kind): JavaScript {
  if (!/\.([mc]?tsx?|jsx)$/.test(file)) return { text: source, original: (position) => position };
  const result = language.transformSync(file, source, {
    sourceType: sourceType(kind),
    sourcemap: true,
    target: 'esnext',
  });
  refuseErrors(result.errors.map(inUnits(source)), source, file, (position) => position);
  refuseLiveExports(source, file, kind);
  return { text: result.code, original: originalPosition(result) };
}

/**
 * Refuses exported variables of a namespace. They are properties of its object, which follow assignments; the type
 * stripper copies only their first values.
 */
function refuseLiveExports(source: string, file: string, kind: Kind): void {
  if (!/\b(?:namespace|module)\b/.test(source) || !/\bexport\s+(?:let|var)\b/.test(source)) return;
  const { program } = language.parseSync(file, source, { astType: 'ts', sourceType: sourceType(kind) });
  const visit = (statement: Statement, isInside: boolean): void => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'TSModuleDeclaration' && !declared.declare && declared.body?.type === 'TSModuleBlock') {
      for (const each of declared.body.body) visit(each, true);
    }
    const isLive = declared?.type === 'VariableDeclaration' && declared.kind !== 'const' && declared.declare !== true;
    if (!isInside || declared === statement || !isLive) return;
    throw new FencepostError('JS_UNSUPPORTED', 'an exported variable of a namespace is not supported', {
      site: { file, ...positionAt(lineStarts(source), statement.start) },
      hint: 'export a const, or functions that read and set the variable, or turn the namespace into a module',
    });
  };
  for (const statement of program.body) visit(statement, false);
}

/** Returns a function that maps positions back; it decodes the source map on demand. */
function originalPosition({ map }: TransformResult): JavaScript['original'] {
  let trace: TraceMap | undefined;
  return ({ line, column }) => {
    if (map === undefined) return { line, column };
    trace ??= new TraceMap({ ...map, version: 3 });
    const found = originalPositionFor(trace, { line, column: column - 1 });
    return found.line === null ? { line, column } : { line: found.line, column: found.column + 1 };
  };
}

/** Returns the syntax tree. Throws syntax errors. */
export function parse({ text, original }: JavaScript, file: string, kind: Kind): Program {
  const result = language.parseSync(file, text, {
    lang: 'js',
    astType: 'js',
    sourceType: sourceType(kind),
    showSemanticErrors: true,
  });
  refuseErrors(result.errors, text, file, original);
  return result.program;
}

/** An error from the parser or the type stripper. */
interface Complaint {
  readonly severity: string;
  readonly message: string;
  readonly labels: readonly { readonly start: number }[];
  readonly helpMessage: string | null;
}

/** Converts offsets of the type stripper, which counts bytes, to UTF-16 units. */
function inUnits(source: string): (complaint: Complaint) => Complaint {
  const encoded = new TextEncoder().encode(source);
  const units = (bytes: number): number =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(encoded.subarray(0, bytes)).length;
  return (one) => ({ ...one, labels: one.labels.map(({ start }) => ({ start: units(start) })) });
}

function refuseErrors(
  errors: readonly Complaint[],
  text: string,
  file: string,
  original: JavaScript['original'],
): void {
  const error = errors.find((one) => one.severity === 'Error');
  if (error === undefined) return;
  const position = original(positionAt(lineStarts(text), error.labels[0]?.start ?? 0));
  const details = { site: { file, ...position } };
  throw new FencepostError(
    'JS_SYNTAX',
    error.message,
    error.helpMessage === null ? details : { ...details, hint: error.helpMessage },
  );
}
