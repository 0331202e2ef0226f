import { Body } from '../context/body.js';
import { CALLER, DEPTH, EXITING, MATCH, ModuleContext, UNCAUGHT, UNWINDING } from '../context/context.js';
import { unsupported } from '../../unsupported.js';
import { registerDestructors } from './destructors.js';
import type { EntryPoints } from './entry.js';
import { entryPoints } from './entry.js';
import { withoutAssembly } from '../assembly/expand-asm.js';
import { evenAddresses } from '../analysis/function-addresses.js';
import { rewriteGlobals } from './globals.js';
import { withoutLabelAddresses } from '../syntax/label-addresses.js';
import { parseModule } from '../syntax/module.js';
import { withinFunction } from './private-bounds.js';
import { findIdleFunctions } from './idle-functions.js';
import { rewriteFunction } from './rewrite-function.js';
import { forwarder } from './rewrite-library.js';
import { timeSizeOf } from '../syntax/time-size.js';
import type { Instrumented, InstrumentOptions } from '../syntax/tables.js';

const WASM64_LAYOUT = 'e-m:e-p:64:64-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20';
const NO_ENTRY: EntryPoints = { variables: [], functions: [], exports: [] };

/** Attribute group 0 applies to every function; then come the exports, then the imports. */
const FIRST_EXPORT_GROUP = 1;

/**
 * Replaces every access to memory that another thread could reach by a call of an import, and gives everything that is
 * called from outside a number and a place in the source.
 *
 * `text` is a module of LLVM IR for x86-64 or wasm32. The result is for wasm64 or wasm32. All metadata and all
 * attributes about memory are dropped: they do not hold for the rewritten functions.
 */
export function instrument(text: string, options: InstrumentOptions = {}): Instrumented {
  const module = parseModule(withoutLabelAddresses(text));
  if (!/^(?:x86_64|wasm32|wasm64)\b/.test(module.triple)) {
    throw unsupported(
      `programs compiled for '${module.triple}' are not supported`,
      undefined,
      'compile for x86_64 or wasm32',
    );
  }
  if ([...module.types.keys()].some((name) => /^%\d+$/.test(name))) {
    throw unsupported('types without names are not supported', undefined, 'keep the names of types in the IR');
  }
  const context = new ModuleContext(module, options);
  const plain = module.functions.map((fn) => withoutAssembly(context, fn));
  findIdleFunctions(context, plain);
  const globals = rewriteGlobals(context);
  const functions = plain.flatMap((fn) => [...rewriteFunction(context, fn), '']);
  const entry = options.entry === false ? NO_ENTRY : entryPoints(context, FIRST_EXPORT_GROUP);
  const forwarders = [...context.forwarded].flatMap(([name, site]) => [
    ...forwarder(forwarderBody(context), name, site),
    '',
  ]);
  const registering =
    context.destructors.length === 0 ? [] : registerDestructors(forwarderBody(context), context.destructors);
  const names = [...context.globalNumbers.keys(), ...entry.variables.map(({ name }) => name)];
  const checks = context.checksPrivate ? withinFunction(context.imports.call('beyond', '%label', '%distance')) : [];
  const own = [
    ...functions,
    ...forwarders,
    ...[...context.adapters.values()].flat(),
    ...registering,
    ...checks,
    ...entry.functions,
    ...keptDeclarations(context),
    ...unwindingDeclarations(context),
  ];
  const ll = [
    `target datalayout = "${context.isWasm32 ? module.dataLayout : WASM64_LAYOUT}"`,
    `target triple = "${context.isWasm32 ? module.triple : 'wasm64-unknown-unknown'}"`,
    '',
    ...module.preamble,
    '',
    ...globals.lines,
    ...entry.variables.map(({ line }) => line),
    ...globalTable(names, options.globalBase ?? 0),
    // Weak, so that all modules share one.
    ...(context.tellsCaller ? [`${CALLER} = weak global i32 0`] : []),
    ...(context.countsActivations ? [`${DEPTH} = weak global i32 0`] : []),
    ...(options.unwinding === true ? [`${EXITING} = weak global i32 0`] : []),
    // The library itself always supports unwinding, so only modules of the program define it.
    ...(options.unwinding === true && options.foreign !== true ? [`${UNWINDING} = weak global i32 1`] : []),
    '',
    ...(options.numbered === undefined ? [] : evenAddresses([...globals.lines, ...own], options.numbered)),
    ...own,
    'attributes #0 = { nounwind "no-builtins" }',
    ...entry.exports.map(
      ({ name, group }) => `attributes #${group} = { nounwind "no-builtins" "wasm-export-name"="${name}" }`,
    ),
    ...context.imports.declarations(FIRST_EXPORT_GROUP + entry.exports.length),
    '',
  ].join('\n');
  return {
    ll,
    labels: context.labels,
    globals: [...globals.infos, ...entry.variables.map(({ info }) => info)],
    loops: context.loops,
    views: context.views.infos,
    libraryCalls: context.imports.libraryNames,
    functions: Object.fromEntries(context.functionSites()),
    pointerSize: context.layout.pointerSize,
    timeSize: timeSizeOf(context.module, context.layout),
    hasMain: context.mainFunction !== undefined,
  };
}

/** Returns a table with the addresses of all variables, for reading the data of the linked program. */
function globalTable(names: readonly string[], base: number): string[] {
  const pointers = names.map((name) => `ptr ${name}`).join(', ');
  const initial = names.length === 0 ? 'zeroinitializer' : `[${pointers}]`;
  return [
    `@__fp_globals_${base} = constant [${names.length} x ptr] ${initial}`,
    `@__fp_global_count_${base} = constant i32 ${names.length}`,
  ];
}

function forwarderBody(context: ModuleContext): Body {
  const signature = {
    name: '',
    linkage: [],
    result: { kind: 'void', text: 'void' },
    parameters: [],
    variadic: false,
    attributes: [],
    comdat: '',
    subprogram: undefined,
  } as const;
  const fn = { signature, blocks: [], variables: new Map<string, string>(), numberPrefix: '', freshPrefix: 'fp.' };
  return new Body(context, fn, new Set());
}

/** Declares intrinsics, and functions that other modules define. */
function keptDeclarations(context: ModuleContext): string[] {
  return [...context.declared].sort().flatMap((name) => {
    const signature = context.module.declarations.get(name);
    if (signature === undefined)
      return context.intrinsics.has(name) ? [`declare ${context.intrinsics.get(name)!}`] : [];
    const list = signature.parameters.map(({ type }) => type.text);
    if (signature.variadic) list.push('...');
    return [`declare ${signature.result.text} ${context.defines(name)}(${list.join(', ')})`];
  });
}

/** Declares the functions that landing pads call. */
function unwindingDeclarations(context: ModuleContext): string[] {
  const wanted = [
    ...(context.matchesTypes ? [{ name: MATCH, line: `declare i32 ${MATCH}(ptr, ptr, i32)` }] : []),
    ...(context.endsUncaught ? [{ name: UNCAUGHT, line: `declare void ${UNCAUGHT}(i64)` }] : []),
  ];
  return wanted.filter(({ name }) => context.signatureOf(name) === undefined).map(({ line }) => line);
}

export { declaredFunctions, definedFunctions } from '../syntax/module.js';
