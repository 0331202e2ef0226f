import type { FencepostError, Site } from '@fencepost/core';
import { DebugInfo } from '../debug/debug-info.js';
import { qualifiedName } from '../debug/debug-names.js';
import { DebugTypes } from '../debug/debug-types.js';
import { demangle } from '../../demangle.js';
import { failingFunctions } from '../analysis/failing-functions.js';
import type { FunctionDefinition, Signature } from '../syntax/function.js';
import { Imports, plainName, quoteName } from '../syntax/imports.js';
import type { Token } from '../syntax/lexer.js';
import { joinTokens } from '../syntax/lexer.js';
import { Metadata } from '../syntax/metadata.js';
import type { IrModule } from '../syntax/module.js';
import { MAIN_NAMES, TEST_MAIN } from '../syntax/module.js';
import type { InstrumentOptions, LabelInfo, LoopInfo } from '../syntax/tables.js';
import type { Type } from '../syntax/types.js';
import { Layout } from '../syntax/types.js';
import { countSettings } from '../syntax/settings.js';
import type { Value } from '../syntax/values.js';
import { nameOf } from '../syntax/values.js';
import { Views } from '../debug/views.js';
import { unsupported } from '../../unsupported.js';

/** The types of an imported library function, determined by its first use. */
export interface LibraryImport {
  readonly ir: string;
  readonly result: Type;
  readonly parameters: readonly { readonly type: Type; readonly signed: boolean }[];
  readonly variadic: boolean;
}

/**
 * A variable of each thread: the label, plus one, of the user's call of the header function that is running; 0: none.
 */
export const CALLER = '@__fp_caller';
/** A variable of each thread: the number of active functions with loops. */
export const DEPTH = '@__fp_depth';

/**
 * A variable of each thread, not 0 while its calls are being left: 1 if the thread ends, 2 for `longjmp`, otherwise the
 * address of the thrown exception (`Throw` in library/sources/exceptions.ts).
 */
export const EXITING = '@__fp_exiting';
/** Defined if the program unwinds; otherwise nothing may be thrown. */
export const UNWINDING = '@__fp_unwinding';
/** Function of the C++ runtime (library/sources/exceptions.ts): does this type handle the exception? */
export const MATCH = '@__fp_match';
/** Function of the C++ runtime: called if nothing handles the exception. */
export const UNCAUGHT = '@__fp_uncaught';

/** State shared by the rewriting of one module. */
export class ModuleContext {
  readonly module: IrModule;
  readonly options: InstrumentOptions;
  readonly layout: Layout;
  readonly metadata: Metadata;
  readonly debugInfo: DebugInfo;
  readonly debugTypes: DebugTypes;
  readonly views: Views;
  readonly imports = new Imports();
  readonly labels: LabelInfo[] = [];
  readonly loops: LoopInfo[] = [];
  readonly libraries = new Map<string, LibraryImport>();
  /** Library functions whose address is taken: the pointer refers to our own function that calls the import. */
  readonly forwarded = new Map<string, Site | undefined>();
  /** Functions that call others of a type that the library does not call: their lines, by name (start-routines.ts). */
  readonly adapters = new Map<string, readonly string[]>();
  /** Intrinsics and functions of other modules that are still called. */
  readonly declared = new Set<string>();
  /** Intrinsics that replace assembly: their types, by name. */
  readonly intrinsics = new Map<string, string>();
  /** Numbers (with the base) of the global variables, by name. */
  readonly globalNumbers = new Map<string, number>();
  /** The debug metadata of global variables, by name. */
  readonly globalDebug = new Map<string, string>();
  /** Constants that this module defines, with their sizes. */
  readonly constants = new Map<string, number>();
  readonly threadLocals = new Set<string>();
  /** Functions that fail whenever they are called. */
  readonly failing: ReadonlySet<string>;
  /** Functions that only compute and wait (idle-functions.ts). */
  idle: ReadonlySet<string> = new Set();
  /** Whether some access to private memory is checked (private-bounds.ts). */
  checksPrivate = false;
  /** Whether some call records its place (see `calledFrom`). */
  tellsCaller = false;
  /** Functions that run at the end of the program, the last to run first. */
  readonly destructors: Token[] = [];
  /** Whether some landing pad has a clause. */
  matchesTypes = false;
  /** Whether some function must not be left by unwinding. */
  endsUncaught = false;
  /** Whether some function has loops. */
  countsActivations = false;
  /** The site of the instruction being rewritten. */
  site: Site | undefined;
  private setGlobals: ReadonlyMap<string, number> | undefined;
  private readonly defined: ReadonlyMap<string, Signature>;

  constructor(module: IrModule, options: InstrumentOptions) {
    this.module = module;
    this.options = options;
    this.layout = new Layout(module.triple.startsWith('wasm32') ? 4 : 8, module.types);
    this.metadata = new Metadata(module.metadata);
    this.debugInfo = new DebugInfo(this.metadata, options);
    this.debugTypes = new DebugTypes(this.metadata);
    this.views = new Views(this.metadata, this.debugTypes, options.viewBase ?? 0);
    this.failing = failingFunctions(module);
    this.defined = new Map(module.functions.map(({ signature }) => [signature.name, signature]));
  }

  get isWasm32(): boolean {
    return this.layout.pointerSize === 4;
  }

  get isX86(): boolean {
    return this.module.triple.startsWith('x86_64');
  }

  get mainFunction(): FunctionDefinition | undefined {
    const { functions } = this.module;
    return (
      functions.find(({ signature }) => MAIN_NAMES.has(signature.name)) ??
      functions.find(({ signature }) => signature.name === `@${TEST_MAIN}`)
    );
  }

  label(info: LabelInfo): number {
    this.labels.push(info);
    return (this.options.labelBase ?? 0) + this.labels.length - 1;
  }

  loop(info: LoopInfo): number {
    this.loops.push(info);
    return (this.options.loopBase ?? 0) + this.loops.length - 1;
  }

  /** Returns whether only the library can define a function of this name. */
  readonly isLibrary = (name: string): boolean =>
    this.module.declarations.has(name) &&
    !name.startsWith('@llvm.') &&
    !(this.options.definedElsewhere?.has(plainName(name)) ?? false) &&
    !this.defined.has(name);

  /**
   * Returns whether this is the initialiser of a C++ thread-local variable that no module defines: nothing is
   * initialised then, and its address is null. Other functions may be in the library even if they are declared weak.
   */
  isAbsent(name: string): boolean {
    return name.startsWith('@_ZTH') && this.isLibrary(name) && this.signatureOf(name)?.linkage[0] === 'extern_weak';
  }

  /** Returns whether this is a global variable that only one instruction sets, so that it keeps its first value. */
  isSetOnce(address: Value | undefined): boolean {
    const name = address && nameOf(address);
    if (!name?.startsWith('@')) return false;
    this.setGlobals ??= countSettings(this.module.functions);
    return this.setGlobals.get(name) === 1;
  }

  /** Whether this module is the whole program, apart from the library. */
  get isWhole(): boolean {
    const { definedElsewhere = new Set(), ofLibrary = new Set() } = this.options;
    return [...definedElsewhere].every(
      (name) => ofLibrary.has(name) || this.defined.has(`@${name}`) || MAIN_NAMES.has(`@${name}`),
    );
  }

  signatureOf(name: string): Signature | undefined {
    return this.defined.get(name) ?? this.module.declarations.get(name);
  }

  /** Returns the name of a function of the program as in the source. */
  functionName({ name, subprogram }: Signature): string {
    return qualifiedName(this.metadata, this.metadata.node(subprogram)) ?? demangle(plainName(name));
  }

  /** Returns the places of the user's functions, by their names in the result. */
  functionSites(): [name: string, site: Site][] {
    return [...this.defined].flatMap(([name, { subprogram }]): [string, Site][] => {
      const site = this.debugInfo.declarationSite(this.metadata.node(subprogram));
      return site === undefined || this.debugInfo.isForeign(site) ? [] : [[plainName(this.defines(name)), site]];
    });
  }

  /** Returns whether the function is defined outside the user's files, such as in a system header. */
  isForeign(name: string): boolean {
    if (this.options.ofLibrary?.has(plainName(name)) === true && !this.defined.has(name)) return true;
    const site = this.debugInfo.declarationSite(this.metadata.node(this.defined.get(name)?.subprogram));
    return site !== undefined && this.debugInfo.isForeign(site);
  }

  /** Returns whether a function or a call has this attribute, directly or in a group. */
  hasAttribute(attributes: readonly string[], wanted: string): boolean {
    return attributes.some((word) => word === wanted || (this.module.attributes.get(word)?.has(wanted) ?? false));
  }

  /**
   * Returns the name under which a function is defined. LLVM treats `main` specially on WebAssembly, and assumes
   * properties of C library functions that ours do not have: that `__cxa_throw` never returns, and which memory the
   * others access.
   */
  defines(name: string): string {
    if (MAIN_NAMES.has(name)) return '@__fp_user_main';
    const isOurs = !/^@(?:_Z|__fp_)/.test(name) && (this.options.ofLibrary?.has(plainName(name)) ?? false);
    return isOurs ? `@__fp_own_${plainName(name)}` : name;
  }

  /** Returns the text for a use of a global other than as the callee. */
  readonly use = (token: Token): string => {
    if (token.kind !== 'global') return token.text;
    if (this.isAbsent(token.text)) return 'null';
    if (this.isLibrary(token.text)) {
      if (!this.forwarded.has(token.text)) this.forwarded.set(token.text, this.site);
      return forwarderName(token.text);
    }
    if (this.module.declarations.has(token.text)) this.declared.add(token.text);
    return this.defines(token.text);
  };

  text(value: Value): string {
    return joinTokens(value, this.use);
  }
}

/** Returns the name of the function that forwards a call to a library function, for code that takes its address. */
export function forwarderName(name: string): string {
  return quoteName(`__fp_fwd_${plainName(name)}`);
}

/** Returns the error for x86's 80-bit floats: LLVM crashes when it compiles them for WebAssembly. */
export function longDouble(site: Site | undefined): FencepostError {
  return unsupported('long double is not supported', site, 'use double');
}
