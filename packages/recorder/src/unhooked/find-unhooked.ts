import { basename } from 'node:path';
import type { Site } from '@fencepost/core';
import type { RecordedSite, Unhooked } from '@fencepost/recording';
import { linkedNames, pointersIn } from '../elf.js';
import type { LinkedNames } from '../elf.js';
import { NOTED, plainName } from '../library-functions.js';
import { symbolise } from '../symbolise.js';
import type { FoundInstruction, ScannedFunction } from './instructions.js';
import { HOOK, hasSynchronisation, scannedFunctions } from './instructions.js';
import type { Mappings } from './mappings.js';

// Finds synchronisation of a program that is not recorded: assembler, and libraries without hooks that use such
// instructions. Its effects are unknown, but its locations are known: functions that have such instructions or call
// such libraries. Their callers, and all functions that these call, may act between two of them.

/**
 * Libraries of the system. If they synchronise, either the runtime intercepts the function, or the synchronisation is
 * internal: allocating memory, counting references of strings.
 */
const KNOWN =
  /^(?:ld-|libc[.-]|libpthread[.-]|libdl[.-]|librt[.-]|libm[.-]|libgcc_s|libstdc\+\+|libc\+\+|libatomic|libfencepost-recorder)/;
/** Prefix of hooks that are not for accesses. */
const HOOK_OF_CALLS = '__tsan_func_';
/** Functions whose argument becomes the body of a thread, and functions that find functions by name. */
const STARTS_THREAD = ['pthread_create', 'thrd_create'];
const FINDS_FUNCTION = ['dlsym', 'dlvsym'];
/** Maximum number of positions that a note names. */
const MOST_NAMED = 5;

/** A recorded site, and whether it starts a thread. */
export interface UsedSite extends RecordedSite {
  readonly starts: boolean;
}

class Library {
  readonly names: LinkedNames;
  readonly isHooked: boolean;
  /** Whether it may synchronise threads without a record of it. */
  isUnhooked = false;

  constructor(readonly path: string) {
    this.names = linkedNames(path);
    this.isHooked = [...this.names.needed].some((name) => name.startsWith(HOOK));
  }
}

interface Node extends ScannedFunction {
  readonly module: string;
  readonly sites: number[];
  readonly callers: Set<Node>;
  /** Functions that pass it on. */
  readonly mentioners: Set<Node>;
  readonly callees: Set<Node>;
  /** Libraries without hooks that it calls. */
  readonly libraries: Set<string>;
  /** Functions of the C library that it calls, and that have no hooks. */
  readonly noted: readonly string[];
  /** Whether other functions may have its address, so that they may call it by a pointer. */
  isHandedOut: boolean;
}

/** Returns undefined if all synchronisation is recorded, as far as can be determined. */
export function findUnhooked(
  sites: readonly UsedSite[],
  { code, hasRings }: Mappings,
  noted: readonly string[] = [],
): Unhooked | undefined {
  const libraries = [...code].filter((path) => !KNOWN.test(basename(path))).map((path) => new Library(path));
  markUnhooked(libraries.filter(({ isHooked }) => !isHooked));
  const unhooked = libraries.filter(({ isUnhooked }) => isUnhooked);
  const hooked = libraries.filter(({ isHooked }) => isHooked);
  const nodes = graphOf(hooked, sites, unhooked);
  const everywhere = [
    // Such a library runs the program's code in its own threads, in an order that it chooses: OpenMP, for example.
    ...unhooked
      .filter(({ path }) => sites.some(({ module, starts }) => starts && module === path))
      .map(({ path }) => basename(path)),
    ...(hasRings ? ['io_uring'] : []),
    ...noted,
    // It is unknown which threads they order, and with which other function.
    ...nodes.filter(({ sites: own }) => own.length > 0).flatMap((each) => each.noted),
  ];
  const seeds = nodes.filter(({ instructions, libraries: used }) => instructions.length > 0 || used.size > 0);
  const byPointer: ByPointer = {
    callers: nodes.filter(({ callsPointers }) => callsPointers),
    callees: nodes.filter(({ isHandedOut }) => isHandedOut),
  };
  const around = new Map(seeds.map((seed) => [seed, functionsAround(seed, byPointer)]));
  const isUsed = (each: Node): boolean => mayHaveRun(each) && around.get(each)!.some((one) => one.sites.length > 0);
  const used = seeds.filter(isUsed);
  const what = [...new Set([...everywhere, ...used.flatMap((each) => [...each.libraries]), ...namesOf(used)])];
  if (what.length === 0) return undefined;
  if (everywhere.length > 0) return { what, sites: 'all' };
  const flagged = withCallees(
    used.flatMap((each) => around.get(each)!),
    byPointer,
  );
  return { what, sites: [...flagged].flatMap((each) => each.sites).toSorted((a, b) => a - b) };
}

/** Marks libraries that may synchronise without hooks, directly or by calling another such library. */
function markUnhooked(libraries: readonly Library[]): void {
  for (const each of libraries) each.isUnhooked = hasSynchronisation(each.path) === true;
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    const provided = new Set(
      libraries.filter(({ isUnhooked }) => isUnhooked).flatMap((each) => [...each.names.provided.keys()]),
    );
    for (const each of libraries) {
      if (each.isUnhooked || ![...each.names.needed].some((name) => provided.has(name))) continue;
      each.isUnhooked = isChanged = true;
    }
  }
}

/** Functions that may call by pointers, and functions that may be called by pointers. */
interface ByPointer {
  readonly callers: readonly Node[];
  readonly callees: readonly Node[];
}

/** Returns the functions of all modules with hooks, and their call graph. */
function graphOf(modules: readonly Library[], sites: readonly UsedSite[], unhooked: readonly Library[]): Node[] {
  const byName = new Map<string, Node>();
  const all: Node[] = [];
  const scanned = modules.map(({ path, names }) => {
    const functions = scannedFunctions(path) ?? [];
    return { path, names, functions, pointers: pointersIn(path, new Set(functions.map(({ start }) => start))) };
  });
  const handedOut = new Set(
    scanned.flatMap(({ functions, pointers }) => [
      ...pointers.others,
      ...functions.flatMap(({ mentionsOthers }) => mentionsOthers),
    ]),
  );
  const byPointer = unhooked.filter((library) => isReachedByPointer(library, modules, handedOut));
  for (const { path, names, functions, pointers } of scanned) {
    const nodes = functions.map((each): Node => ({
      ...each,
      ...{ module: path, sites: [], callers: new Set(), mentioners: new Set(), callees: new Set() },
      libraries: new Set(
        unhooked
          .filter((library) => isCalled(library, each) || (each.callsPointers && byPointer.includes(library)))
          .map((library) => basename(library.path)),
      ),
      noted: each.callsOthers.filter((name) => NOTED.includes(plainName(name))),
      isHandedOut: pointers.own.has(each.start),
    }));
    const byStart = new Map(nodes.map((node) => [node.start, node]));
    for (const node of nodes) {
      for (const address of node.calls) connect(node, byStart.get(address));
      for (const mentioned of node.mentions.map((address) => byStart.get(address))) {
        mentioned?.mentioners.add(node);
        if (mentioned !== undefined && !startsWith(node, mentioned, byStart)) mentioned.isHandedOut = true;
        // Such a library calls the functions that are passed to it.
        if (mentioned !== undefined && node.libraries.size > 0) node.callees.add(mentioned);
      }
    }
    for (const [name, address] of names.provided) if (byStart.has(address)) byName.set(name, byStart.get(address)!);
    addSites(nodes, sites, path);
    all.push(...nodes);
  }
  for (const node of all) for (const name of node.callsOthers) connect(node, byName.get(name));
  return all;
}

/**
 * Returns whether the function is mentioned as the body of a thread. `node` may start the thread itself, or call
 * another function that does.
 */
function startsWith(node: Node, body: Node, byStart: ReadonlyMap<number, Node>): boolean {
  const starts = (each: Node | undefined): boolean =>
    each?.callsOthers.some((name) => STARTS_THREAD.includes(name)) === true;
  return starts(node) || node.passes.some(({ mentioned, to }) => mentioned === body.start && starts(byStart.get(to)));
}

function isCalled({ names: { provided } }: Library, { callsOthers }: ScannedFunction): boolean {
  return callsOthers.some((name) => provided.has(name));
}

/**
 * Returns whether functions of the library may be called by pointer: functions can be found by name, or the program has
 * the address of one.
 */
function isReachedByPointer(
  { names: { provided } }: Library,
  modules: readonly Library[],
  handedOut: ReadonlySet<string>,
): boolean {
  const needed = (name: string): boolean => modules.some(({ names }) => names.needed.has(name));
  if (FINDS_FUNCTION.some(needed)) return true;
  const used = [...provided.keys()].filter(needed);
  return used.some((name) => handedOut.has(name));
}

/** Returns whether the function may have run. It has not if a recorded event would have preceded the instruction. */
function mayHaveRun({ instructions, libraries, sites }: Node): boolean {
  return sites.length > 0 || libraries.size > 0 || instructions.some(({ isAfterHook }) => !isAfterHook);
}

function hasHooks({ callsOthers }: ScannedFunction): boolean {
  return callsOthers.some((name) => name.startsWith(HOOK) && !name.startsWith(HOOK_OF_CALLS));
}

function connect(caller: Node, callee: Node | undefined): void {
  if (callee === undefined || callee === caller) return;
  caller.callees.add(callee);
  callee.callers.add(caller);
}

/** Assigns sites to functions, both in the order of their addresses. */
function addSites(nodes: readonly Node[], sites: readonly UsedSite[], module: string): void {
  const byStart = nodes.toSorted((a, b) => a.start - b.start);
  const own = sites
    .map(({ module: of, offset }, site) => ({ of, offset, site }))
    .filter(({ of }) => of === module)
    .toSorted((a, b) => a.offset - b.offset);
  let at = 0;
  for (const { offset, site } of own) {
    // The recorded address is the one after the call.
    while (at + 1 < byStart.length && byStart[at + 1]!.start < offset) at++;
    byStart[at]?.sites.push(site);
  }
}

/**
 * Returns a function and its callers, and also the callers of those that have no recorded site. A function with hooks
 * that is passed on, perhaps as the body of a thread, is represented by its own events. This does not hold for the
 * function itself: a lock may have hooks and not reach them, or reach them too early.
 */
function functionsAround(seed: Node, byPointer: ByPointer): Node[] {
  const found = new Set<Node>([seed]);
  for (const each of found) {
    if (each !== seed && each.sites.length > 0) continue;
    for (const caller of each.callers) found.add(caller);
    if (each.isHandedOut && (each === seed || !hasHooks(each)))
      for (const caller of byPointer.callers) found.add(caller);
    if (!hasHooks(each)) for (const mentioner of each.mentioners) found.add(mentioner);
  }
  return [...found];
}

function withCallees(nodes: readonly Node[], byPointer: ByPointer): Set<Node> {
  const found = new Set(nodes);
  for (const each of found) {
    for (const callee of each.callees) found.add(callee);
    if (each.callsPointers) for (const callee of byPointer.callees) found.add(callee);
  }
  return found;
}

/**
 * Returns the instructions without hooks of a program or a library that was built for recording: assembler that
 * synchronises, for example.
 */
export function instructionsWithoutHooks(path: string): string[] {
  return namesOf((scannedFunctions(path) ?? []).map((each) => ({ ...each, module: path })));
}

/** Returns names such as `mfence at flags.c:12`. */
function namesOf(nodes: readonly (ScannedFunction & { readonly module: string })[]): string[] {
  const found = nodes.flatMap(({ module, instructions }) => instructions.map((each) => ({ ...each, module })));
  const shown = found.slice(0, MOST_NAMED);
  const places = symbolise(shown.map(({ module, address }) => ({ module, offset: address + 1 })));
  const rest = found.length - shown.length;
  return [...shown.map((each, i) => nameOf(each, places[i])), ...(rest === 0 ? [] : [`${rest} more instructions`])];
}

function nameOf(
  { name, module, address }: FoundInstruction & { module: string },
  place: Site | null | undefined,
): string {
  const where = place ?? undefined;
  return where === undefined
    ? `${name} at ${basename(module)}+0x${address.toString(16)}`
    : `${name} at ${where.file}:${where.line}`;
}
