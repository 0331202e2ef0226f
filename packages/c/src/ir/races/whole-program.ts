import { plainName } from '../syntax/imports.js';
import type { GlobalLine, IrModule } from '../syntax/module.js';
import { MAIN_NAMES, parseModule } from '../syntax/module.js';
import { Layout } from '../syntax/types.js';
import type { WholeProgram } from './contexts.js';
import { lowerFunction } from './lower-function.js';
import { globalVariable } from './lower-globals.js';
import { Constants } from './lower-values.js';
import type { Body, GlobalVariable } from './operations.js';
import { NotFollowed } from './operations.js';

/** Reads the modules. Functions and variables that are internal to a module get names of their own. */
export function wholeProgram(irs: readonly string[], openFunctions: boolean, openPointers = false): WholeProgram {
  const bodies = new Map<string, Body>();
  const globals = new Map<string, GlobalVariable>();
  irs.forEach((ir, number) => {
    if (/^@.* = .* c"[^"]*%[^a-zA-Z%]*[hlLqjzt]*n/m.test(ir)) throw new NotFollowed('printf that stores');
    const module = parseModule(ir);
    const symbol = symbols(module, number);
    const layout = new Layout(module.triple.startsWith('wasm32') ? 4 : 8, module.types);
    const constants = new Constants(layout, symbol);
    for (const line of module.globals) {
      if (isAlias(line)) continue;
      if (/^@llvm\.(?:used|compiler\.used)$/.test(line.name)) continue;
      if (line.name.startsWith('@llvm.')) throw new NotFollowed(`code that runs before main`);
      const variable = globalVariable(line, symbol(line.name), layout, constants);
      if (variable.bytes !== undefined || !globals.has(variable.name)) globals.set(variable.name, variable);
    }
    for (const fn of module.functions) {
      const name = symbol(fn.signature.name);
      bodies.set(name, lowerFunction(fn, name, layout, constants));
    }
  });
  return { bodies, globals, openFunctions, openPointers };
}

/** Returns the names in the whole program for the names in a module. */
function symbols(module: IrModule, number: number): (name: string) => string {
  const internal = new Set<string>();
  const aliases = new Map<string, string>();
  for (const line of module.globals) {
    const { name, tokens } = line;
    const target = tokens.findLast(({ kind }) => kind === 'global')?.text;
    if (isAlias(line) && target !== undefined) aliases.set(name, target);
    if (tokens.slice(0, 4).some(({ text }) => text === 'internal' || text === 'private')) internal.add(name);
  }
  for (const { signature } of module.functions) {
    const { linkage, name } = signature;
    if (linkage.includes('internal') || linkage.includes('private')) internal.add(name);
  }
  return (alias) => {
    const name = aliases.get(alias) ?? alias;
    if (MAIN_NAMES.has(name)) return '@main';
    return internal.has(name) ? `@${plainName(name)}#${number}` : `@${plainName(name)}`;
  };
}

function isAlias({ tokens }: GlobalLine): boolean {
  return tokens.slice(0, 6).some(({ text }) => text === 'alias');
}
