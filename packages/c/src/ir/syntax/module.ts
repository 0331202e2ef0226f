import { FencepostError } from '@fencepost/core';
import type { FunctionDefinition, Signature } from './function.js';
import { parseFunction, parseSignature } from './function.js';
import { plainName } from './imports.js';
import type { Token } from './lexer.js';
import { Cursor, nameGlobal, tokenize } from './lexer.js';
import type { Type } from './types.js';
import { parseType } from './types.js';

/** A line `@name = …` that is not a function: a variable, an alias or an indirect function. */
export interface GlobalLine {
  readonly name: string;
  readonly tokens: readonly Token[];
}

/** A parsed module of LLVM IR. */
export interface IrModule {
  readonly triple: string;
  readonly dataLayout: string;
  readonly types: ReadonlyMap<string, Type>;
  /** Type definitions and comdats, unchanged. */
  readonly preamble: readonly string[];
  readonly globals: readonly GlobalLine[];
  readonly declarations: ReadonlyMap<string, Signature>;
  readonly functions: readonly FunctionDefinition[];
  /** Words of each attribute group: '#0' has 'nounwind' … */
  readonly attributes: ReadonlyMap<string, ReadonlySet<string>>;
  /** The text of each metadata node, by its name: '!12'. */
  readonly metadata: ReadonlyMap<string, string>;
}

/** Names of `main`, including clang's names for it on WebAssembly. */
export const MAIN_NAMES: ReadonlySet<string> = new Set([
  '@main',
  '@__main_argc_argv',
  '@__main_void',
  '@__original_main',
]);

/** The function that replaces `main` if only a test framework defines one (`frameworks/`). */
export const TEST_MAIN = '__fp_test_main';

/** Parses a module. LLVM's printer starts everything on the top level in the first column. */
export function parseModule(text: string): IrModule {
  const lines = text.split(/\r?\n/);
  let triple = '';
  let dataLayout = '';
  const types = new Map<string, Type>();
  const preamble: string[] = [];
  const globals: GlobalLine[] = [];
  const declarations = new Map<string, Signature>();
  const functions: FunctionDefinition[] = [];
  const attributes = new Map<string, ReadonlySet<string>>();
  const metadata = new Map<string, string>();

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const keyword = /^(?:[a-z_]+|[%@$!;^])?/.exec(line)?.[0] ?? '';
    switch (keyword) {
      case '!': {
        const equals = line.indexOf(' = ');
        if (equals >= 0) metadata.set(line.slice(0, equals), line.slice(equals + 3));
        break;
      }
      case '%': {
        const tokens = tokenize(line);
        types.set(tokens[0]?.text ?? '', parseType(new Cursor(tokens, 3)));
        preamble.push(line);
        break;
      }
      case '@': {
        const tokens = tokenize(line).map(nameGlobal);
        globals.push({ name: tokens[0]?.text ?? '', tokens: tokens.slice(2) });
        break;
      }
      case '$':
        preamble.push(line);
        break;
      case 'declare': {
        const signature = parseSignature(new Cursor(tokenize(line).map(nameGlobal), 1));
        declarations.set(signature.name, signature);
        break;
      }
      case 'define': {
        const end = lines.indexOf('}', at);
        if (end < 0) throw new FencepostError('C_UNSUPPORTED', 'this is not LLVM IR: a function has no end');
        functions.push(parseFunction(lines.slice(at, end)));
        at = end;
        break;
      }
      case 'attributes': {
        const tokens = tokenize(line);
        attributes.set(tokens[1]?.text ?? '', new Set(tokens.slice(4, -1).map((token) => token.text)));
        break;
      }
      case 'target': {
        const quoted = /"([^"]*)"/.exec(line)?.[1] ?? '';
        if (line.startsWith('target triple')) triple = quoted;
        else dataLayout = quoted;
        break;
      }
      case 'module':
        throw new FencepostError('C_UNSUPPORTED', 'assembly outside functions is not supported', {
          hint: 'write the function in C',
        });
      default:
        break;
    }
  }
  return { triple, dataLayout, types, preamble, globals, declarations, functions, attributes, metadata };
}

/** Returns the functions that a module declares, by their C names. */
export function declaredFunctions(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^declare [^\n]*?(@"[^"]*"|@[-\w$.]+)\(/gm)].map(([, name]) => plainName(name!)));
}

/** Returns the functions that a module defines, by their C names: other modules can call these without a library. */
export function definedFunctions(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [line] of text.matchAll(/^define .*$/gm)) {
    if (/^define (?:internal|private) /.test(line)) continue;
    const { name } = parseSignature(new Cursor(tokenize(line), 1));
    names.add(MAIN_NAMES.has(name) ? 'main' : plainName(name));
  }
  for (const [, name = '', words = ''] of text.matchAll(/^(@"[^"]*"|@[^\s"]+) = ([\w() ]*?)\balias /gm)) {
    if (!/\b(?:internal|private)\b/.test(words)) names.add(plainName(name));
  }
  return names;
}
