import { FencepostError } from '@fencepost/core';
import type { ModuleContext } from '../context/context.js';
import { longDouble } from '../context/context.js';
import { unsupported } from '../../unsupported.js';
import { qualifiedName } from '../debug/debug-names.js';
import { constructorsWith, destructorsIn } from './destructors.js';
import { demangle } from '../../demangle.js';
import { plainName } from '../syntax/imports.js';
import type { Token } from '../syntax/lexer.js';
import { Cursor, joinTokens, splitAtCommas } from '../syntax/lexer.js';
import type { MetadataNode } from '../syntax/metadata.js';
import type { GlobalLine } from '../syntax/module.js';
import { MAIN_NAMES } from '../syntax/module.js';
import type { GlobalInfo } from '../syntax/tables.js';
import type { Type } from '../syntax/types.js';
import { parseType } from '../syntax/types.js';
import { parseValue } from '../syntax/values.js';

interface Variable {
  readonly name: string;
  readonly linkage: string;
  readonly words: readonly string[];
  readonly constant: boolean;
  readonly threadLocal: boolean;
  readonly type: Type;
  /** Undefined if the variable is only declared. */
  readonly initial: readonly Token[] | undefined;
  readonly section: string | undefined;
  readonly comdat: string | undefined;
  readonly align: string | undefined;
  readonly debug: string | undefined;
}

const LINKAGES = new Set(
  'private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external'.split(
    ' ',
  ),
);
/** Functions that run at the start and at the end of the program. */
const CONSTRUCTORS = '@llvm.global_ctors';
const DESTRUCTORS = '@llvm.global_dtors';
/** Lists for the linker and the sanitizers that are irrelevant here. */
const DROPPED = /^@llvm\.(?:used|compiler\.used|global\.annotations|embedded)/;
/**
 * Limit for all variables of a file: the linker crashes with much more. A little above 1 GiB, so that one variable of
 * that size fits.
 */
const MOST_BYTES = (1 << 30) + (1 << 24);
/** Unused bytes after each variable, so that an overflow does not access the next one. */
const GAP = 64;
/** The standard streams of C++: each thread has its own (library/sources/streams.ts). */
const STREAMS = /^@_ZSt(?:4cout|4cerr|4clog|3cin)$/;
const KEPT_WORDS = /^(?:hidden|protected|unnamed_addr|local_unnamed_addr)$/;

/** Returns the output for the lines `@x = …`, and the table of the variables among them. */
export function rewriteGlobals(context: ModuleContext): { readonly lines: string[]; readonly infos: GlobalInfo[] } {
  const lines: string[] = [];
  const infos: GlobalInfo[] = [];
  const variables: Variable[] = [];
  const others: GlobalLine[] = [];
  for (const line of context.module.globals) {
    if (DROPPED.test(line.name)) continue;
    const variable = parseVariable(line);
    if (variable === undefined) others.push(line);
    else variables.push(variable);
  }
  let bytes = 0;
  const ends = variables.find(({ name }) => name === DESTRUCTORS)?.initial;
  if (ends !== undefined) {
    context.destructors.push(...destructorsIn(ends));
    const starts = variables.find(({ name }) => name === CONSTRUCTORS)?.initial;
    lines.push(constructorsWith(starts, (tokens) => printInitial(context, tokens)));
  }
  for (const variable of variables) {
    if (ends !== undefined && (variable.name === DESTRUCTORS || variable.name === CONSTRUCTORS)) continue;
    lines.push(printVariable(context, variable));
    if (variable.name.startsWith('@llvm.')) continue;
    context.globalNumbers.set(variable.name, (context.options.globalBase ?? 0) + infos.length);
    if (variable.debug !== undefined) context.globalDebug.set(variable.name, variable.debug);
    if (variable.threadLocal) context.threadLocals.add(variable.name);
    else if (variable.constant && variable.initial !== undefined) {
      context.constants.set(variable.name, sizeOf(context, variable.type));
    }
    const info = describe(context, variable);
    infos.push(info);
    bytes += info.size;
    if (bytes > MOST_BYTES) throw tooLarge(info);
  }
  for (const line of others) lines.push(printAlias(context, line));
  return { lines, infos };
}

function parseVariable({ name, tokens }: GlobalLine): Variable | undefined {
  const cursor = new Cursor(tokens);
  const words: string[] = [];
  let threadLocal = STREAMS.test(name);
  while (!cursor.at('global') && !cursor.at('constant')) {
    const { text } = cursor.next();
    if (text === 'alias' || text === 'ifunc') return undefined;
    words.push(text);
    if (text === 'thread_local') threadLocal = true;
    if (cursor.at('(')) cursor.group();
  }
  const constant = cursor.next().text === 'constant';
  const type = parseType(cursor);
  const linkage = words.find((word) => LINKAGES.has(word)) ?? '';
  const declared = linkage === 'external' || linkage === 'extern_weak';
  const initial = declared ? undefined : parseValue(cursor);
  const rest = splitAtCommas(tokens.slice(cursor.position)).slice(1);
  const option = (keyword: string): readonly Token[] | undefined => rest.find(([first]) => first?.text === keyword);
  const comdat = option('comdat');
  return {
    name,
    linkage,
    words: words.filter((word) => KEPT_WORDS.test(word)),
    constant,
    threadLocal,
    type,
    initial,
    section: option('section')?.[1]?.text,
    comdat: comdat === undefined ? undefined : (comdat[2]?.text ?? `$${name.slice(1)}`),
    align: option('align')?.[1]?.text,
    debug: option('!dbg')?.[1]?.text,
  };
}

function printVariable(context: ModuleContext, variable: Variable): string {
  const { name, words, type, initial, linkage } = variable;
  if (type.text.includes('x86_fp80')) {
    throw longDouble(context.debugInfo.declarationSite(context.debugTypes.variable(variable.debug)));
  }
  const kind = variable.constant ? 'constant' : 'global';
  // The linker defines the start and the end of a section.
  if (initial === undefined && /^@__(?:start|stop)_/.test(name)) return `${name} = external ${kind} ${type.text}`;
  if (initial === undefined) {
    // Weak: a definition in another module takes precedence.
    const size = declaredSize(context, type);
    const visible = words.filter((word) => word === 'hidden');
    return `${[`${name} = weak`, ...visible, kind].join(' ')} [${size} x i8] zeroinitializer, align 16`;
  }
  // WebAssembly has no common variables, and no other module defines an available_externally variable.
  const isOfLibrary = linkage === '' && context.options.foreign === true;
  const own =
    linkage === 'common' || isOfLibrary ? 'weak' : linkage === 'available_externally' ? 'linkonce_odr' : linkage;
  const parts = [name, '=', own, ...words, kind, printContents(context, variable, initial)];
  const section = listedIn(variable);
  return [
    parts.filter((part) => part !== '').join(' '),
    ...(section === undefined ? [] : [`section ${section}`]),
    ...(variable.comdat === undefined ? [] : [`comdat(${variable.comdat})`]),
    ...(variable.align === undefined ? [] : [`align ${variable.align}`]),
  ].join(', ');
}

/** Returns the section of a variable if the linker defines its start and end; other sections are irrelevant here. */
function listedIn({ section }: Variable): string | undefined {
  return section !== undefined && /^"[A-Za-z_]\w*"$/.test(section) ? section : undefined;
}

/**
 * Prints type and initial value. A variable in such a section gets no gap: the content of the section is a list of
 * adjacent elements.
 */
function printContents(context: ModuleContext, variable: Variable, initial: readonly Token[]): string {
  const { type, name } = variable;
  const text = printInitial(context, initial);
  if (listedIn(variable) !== undefined || name.startsWith('@llvm.')) return `${type.text} ${text}`;
  const padded = `{ ${type.text}, [${GAP} x i8] }`;
  if (text === 'zeroinitializer') return `${padded} zeroinitializer`;
  return `${padded} { ${type.text} ${text}, [${GAP} x i8] zeroinitializer }`;
}

/** Prints an initial value. A block address names a function and one of its blocks, which may have been renamed. */
function printInitial(context: ModuleContext, initial: readonly Token[]): string {
  let fn = '';
  return joinTokens(initial, (token) => {
    if (token.kind === 'global') fn = token.text;
    if (token.kind !== 'local' || !/^%\d+$/.test(token.text)) return context.use(token);
    const prefix = context.module.functions.find(({ signature }) => signature.name === fn)?.numberPrefix ?? '';
    return `%${prefix}${token.text.slice(1)}`;
  });
}

function printAlias(context: ModuleContext, { name, tokens }: GlobalLine): string {
  if (tokens.some(({ text }) => text === 'ifunc')) {
    throw unsupported(`'${plainName(name)}' is chosen at load time (ifunc), which is not supported`, undefined);
  }
  const kept = tokens.filter(({ text }) => text !== 'dso_local' && text !== 'thread_local');
  const shown = MAIN_NAMES.has(name) ? name : context.defines(name);
  return `${shown} = ${joinTokens(kept, context.use)}`;
}

function sizeOf(context: ModuleContext, type: Type): number {
  const resolved = context.layout.resolve(type);
  return resolved.kind === 'other' || resolved.kind === 'named' ? 0 : context.layout.size(resolved);
}

function tooLarge({ name, site }: GlobalInfo): FencepostError {
  return new FencepostError('TOO_LARGE', `the global variables exceed 1 GiB, including ${name}`, {
    hint: 'make them smaller',
    ...(site && { site }),
  });
}

/** Returns a size for a variable that may have no definition; its type may not even have a size. */
function declaredSize(context: ModuleContext, type: Type): number {
  return Math.max(8, sizeOf(context, type));
}

function describe(context: ModuleContext, variable: Variable): GlobalInfo {
  const node: MetadataNode | undefined = context.debugTypes.variable(variable.debug);
  const name = qualifiedName(context.metadata, node) ?? demangle(plainName(variable.name));
  const site = context.debugInfo.declarationSite(node);
  return {
    name,
    size: variable.initial === undefined ? declaredSize(context, variable.type) : sizeOf(context, variable.type),
    ...(Number(variable.align) > 16 && { align: Number(variable.align) }),
    ...(listedIn(variable) !== undefined && { section: true as const }),
    constant: variable.constant,
    threadLocal: variable.threadLocal,
    declared: variable.initial === undefined,
    ...(site === undefined ? {} : { site }),
    describe: (offset) => context.debugTypes.describe(name, node, offset),
  };
}
