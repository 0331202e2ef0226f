import { paths } from '#host/paths';
import type { Program } from '@fencepost/core';
import { FencepostError, isFencepostError, refusedProgram, REFERENCE_MODEL } from '@fencepost/core';
import type { Criterion } from '@fencepost/linear';
import type { Given } from '@fencepost/options';
import type { JavaScriptOptions } from '../options.js';
import { install } from './install.js';
import { failedModule } from '../load/failed-modules.js';
import { ModuleGraph } from '../load/graph.js';
import { LeftOut, Packages } from '../load/packages.js';
import type { Bounds } from '../world/context/context.js';
import { Context, DEFAULT_BOUNDS } from '../world/context/context.js';
import { enterWorld, keepingCurrent } from '../world/running/current.js';
import { createInstruments } from '../runtime/instruments.js';
import { failureOf } from '../runtime/thread-failure.js';
import { isShim } from '../world/running/shims.js';
import type { GivenCheck } from './api.js';
import type { CheckSettings } from './check-settings.js';
import type { Defined } from './defined.js';
import { checksOf } from './collected.js';
import type { Template } from './program.js';
import { checkedProgram, templateOf } from './program.js';
import type { CheckPlace } from './scripts.js';
import { importChecks } from './scripts.js';
import type { StructureProgram } from './structure.js';
import { structureProgram } from './structure.js';

/** A check, ready to explore. */
export interface LoadedCheck {
  readonly name: string;
  readonly settings: CheckSettings;
  readonly program: Program;
}

/** The checks of a file. */
export interface LoadedChecks {
  readonly checks: readonly LoadedCheck[];
  /** Digest of all instrumented sources. */
  readonly digest: string;
  /** All instrumented files. */
  readonly files: readonly string[];
}

/** Options for loading a file and its imports. */
export interface LoadChecksOptions extends Given<JavaScriptOptions> {
  /** Overrides the `unroll` setting of checks. */
  readonly unroll?: number | undefined;
  /** Overrides the criterion of data structures. */
  readonly criterion?: Criterion | undefined;
  /** Aliases as in bundlers: maps a specifier, or a prefix of it, to its replacement. */
  readonly alias?: Readonly<Record<string, string>>;
  /** Further conditions for `exports` of packages. */
  readonly conditions?: readonly string[];
  /** Texts to use instead of file contents, by absolute path. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Loads the checks of a test file. */
export async function loadChecks(file: string, options: LoadChecksOptions = {}): Promise<LoadedChecks> {
  install();
  const { include = [], exclude = [] } = options;
  const packages = new Packages({ include, exclude });
  for (;;) {
    try {
      return await loadWith(packages, file, options);
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      packages.leaveOut(error);
    }
  }
}

/** Loads the checks with this selection of packages. Throws `LeftOut` if a package has to be left out. */
async function loadWith(
  packages: Packages,
  file: string,
  options: LoadChecksOptions,
  hasTasks = false,
): Promise<LoadedChecks> {
  const { alias, conditions, texts } = options;
  const path = paths.resolve(file);
  let records = hasTasks;
  const graph = await ModuleGraph.load(path, {
    instruments: createInstruments(),
    packages,
    isShim,
    records: (text) => (records ||= /\btask\s*[(<]|\borders\b/.test(text)),
    shownAs: shorter,
    ...(alias && { alias }),
    ...(conditions && { conditions }),
    ...(texts && { texts }),
  });
  const given = explained(graph, `${file} cannot be run`, () => list(graph, path));
  const templates: Made[] = [];
  for (const [index, check] of given.entries()) {
    const place = { graph, file: path, index };
    const made =
      check.structure === undefined
        ? setUp(place, check, file, options)
        : attempted(() => setUpStructure(place, check, options));
    templates.push(await made.catch(asRefusal));
  }
  // A module that the file imports adds tasks: all accesses have to be noted.
  if (!records && templates.some(addsTasks)) return loadWith(packages, file, options, true);
  graph.close();
  // Done once all worker files are known, because the digest covers all sources.
  const checks = given.map(({ name, settings }, index): LoadedCheck => {
    const template = templates[index]!;
    if (isFencepostError(template)) return { name, settings, program: refusedProgram(name, template, 'ECMA-262') };
    if ('threads' in template) {
      const { byTasks } = template;
      return { name, settings: { ...(byTasks && REFERENCE_ONLY), ...settings }, program: template };
    }
    const program = checkedProgram(name, { graph, file: path, index }, template);
    return { name, settings: { ...defaultsFor(template, graph), ...settings }, program };
  });
  return { checks, digest: graph.digest, files: graph.files };
}

type Made = Template | StructureProgram | FencepostError;

function addsTasks(made: Made): boolean {
  return 'defined' in made ? made.defined.tasks.length > 0 : 'byTasks' in made && made.byTasks;
}

/** Runs the set-up function of a check and reads the files of its workers. */
async function setUp(
  place: CheckPlace,
  { name, settings }: GivenCheck,
  file: string,
  options: LoadChecksOptions,
): Promise<Template> {
  const { graph } = place;
  const bounds = boundsOf(settings, options);
  const template = explained(graph, `the set-up of '${name}' fails`, () =>
    templateOf(place, new Context(graph.sites, bounds)),
  );
  requireThreads(template.defined, name, file);
  for (const thread of template.defined.threads) if ('file' in thread) await graph.add(thread.file);
  return template;
}

/** Returns one program that covers all scenarios of a data structure. */
function setUpStructure(
  place: CheckPlace,
  { name, settings, structure }: GivenCheck,
  options: LoadChecksOptions,
): StructureProgram {
  const bounds = boundsOf(settings, options);
  return explained(place.graph, `'${name}' cannot be set up`, () =>
    structureProgram(name, place, structure!, bounds, options.criterion),
  );
}

function boundsOf(settings: CheckSettings, options: LoadChecksOptions): Bounds {
  const given = options.unroll ?? settings.unroll;
  return given === undefined ? DEFAULT_BOUNDS : { unroll: given, counted: given };
}

/** Turns an exception into a rejection. */
function attempted<T>(action: () => T): Promise<T> {
  return new Promise((resolve) => resolve(action()));
}

/** Turns an error of one check into a value, so that the other checks of the file still run. */
function asRefusal(error: unknown): FencepostError {
  if (isFencepostError(error)) return error;
  throw error;
}

/** Runs the file to find its checks. */
function list(graph: ModuleGraph, file: string): readonly GivenCheck[] {
  return keepingCurrent(() => {
    const world = enterWorld(new Context(graph.sites), { kind: 'set-up', thread: 0, name: 'set-up' });
    importChecks(world, graph, file);
    return checksOf(world);
  });
}

/** Tasks alone run in one thread: the memory model makes no difference. */
const REFERENCE_ONLY: CheckSettings = { models: [REFERENCE_MODEL] };

function defaultsFor({ defined }: Template, graph: ModuleGraph): CheckSettings {
  const onlyTasks = defined.threads.every((thread) => 'runsTasks' in thread);
  return onlyTasks && !graph.mentions(/\b(?:SharedArrayBuffer|Worker)\b/) ? REFERENCE_ONLY : {};
}

function requireThreads({ threads, tasks }: Defined, name: string, file: string): void {
  if (threads.length === 0) {
    throw new FencepostError('USAGE', `the check '${name}' in ${file} has no threads`, {
      hint: "add threads with t.thread('name', () => { … }) or t.worker(url), or tasks with t.task('name', async () => { … })",
    });
  }
  // Workers have no results, so several may run the same file under the same name.
  const functions = [...threads.filter((thread) => 'body' in thread), ...tasks].map((each) => each.name);
  const twice = functions.find((each, i) => functions.indexOf(each) < i);
  if (twice === undefined) return;
  throw new FencepostError(
    'USAGE',
    `the check '${name}' in ${file} has two threads or tasks with the name '${twice}'`,
    {
      hint: 'use a different name for each: after() gets the results by name',
    },
  );
}

function explained<T>(graph: ModuleGraph, what: string, action: () => T): T {
  try {
    return action();
  } catch (thrown) {
    const module = failedModule(thrown);
    // If a package fails while it is loaded here, it is left out if possible: it works better uninstrumented.
    const error = module === undefined ? thrown : graph.packages.blamed(module, thrown);
    if (isFencepostError(error) || error instanceof LeftOut) throw error;
    const failure = failureOf(error, graph.sites);
    const { site } = failure as { site?: FencepostError['site'] };
    throw new FencepostError('JS_MODULE', `${what}: ${failure.message}`, { ...(site && { site }) });
  }
}

/** Returns the path as users write it, relative to the current folder if possible. */
function shorter(file: string): string {
  const path = paths.relative(paths.current(), file);
  return path.startsWith('..') || paths.isAbsolute(path) ? file : path;
}
