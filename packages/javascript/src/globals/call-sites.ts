import { paths } from '#host/paths';
import { isAbsolute } from '@fencepost/wasm';
import { current } from '../world/running/current.js';
import type { Sites } from '../world/context/sites.js';

type Prepare = (error: unknown, sites: readonly NodeJS.CallSite[]) => unknown;

const PREPARE = Symbol('Error.prepareStackTrace');
const INSTRUMENTED = 'fencepost:';
/**
 * URL prefix of Fencepost's own code: `dist/` or `src/` of a package or bundle; undefined if its URL has no such
 * folder.
 */
const OWN = /^.*\/(?:dist|src)\//.exec(import.meta.url)?.[0];

/** Returns the stack frames of the program, at their original positions. Programs use them to find their caller. */
function programSites(all: readonly NodeJS.CallSite[], sites: Sites): NodeJS.CallSite[] {
  return all.filter((site) => !isOwn(site)).map((site) => (isInstrumented(site) ? original(site, sites) : site));
}

function isOwn(site: NodeJS.CallSite): boolean {
  const file = site.getFileName() ?? '';
  return OWN !== undefined && (isAbsolute(file) ? paths.pathToFileURL(file).href : file).startsWith(OWN);
}

function isInstrumented(site: NodeJS.CallSite): boolean {
  return site.getScriptNameOrSourceURL()?.startsWith(INSTRUMENTED) === true;
}

function original(site: NodeJS.CallSite, sites: Sites): NodeJS.CallSite {
  const file = decodeURI(site.getScriptNameOrSourceURL()!.slice(INSTRUMENTED.length));
  const place = sites.original(file, site.getLineNumber() ?? 1, site.getColumnNumber() ?? 1);
  const name = sites.isModule(file) ? paths.pathToFileURL(file).href : file;
  const known: Readonly<Record<string, () => unknown>> = {
    getFileName: () => name,
    getScriptNameOrSourceURL: () => name,
    getLineNumber: () => place?.line ?? null,
    getColumnNumber: () => place?.column ?? null,
    getEvalOrigin: () => undefined,
    isEval: () => false,
    isNative: () => false,
    toString: () => `${site.getFunctionName() ?? '<anonymous>'} (${name}:${place?.line ?? 0}:${place?.column ?? 0})`,
  };
  return new Proxy(site, {
    get: (target, key) => {
      if (typeof key === 'string' && key in known) return known[key];
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Prepares the process: `Error.prepareStackTrace` belongs to the world that sets it. */
export function installCallSites(): void {
  let outside: unknown = Reflect.get(Error, 'prepareStackTrace');
  const own = (): { prepare: Prepare | undefined } | undefined =>
    current.world?.slot(PREPARE, () => ({ prepare: undefined }));
  Object.defineProperty(Error, 'prepareStackTrace', {
    configurable: true,
    enumerable: false,
    get: () => own()?.prepare ?? outside,
    set: (given: unknown) => {
      const mine = own();
      if (mine === undefined) {
        outside = given;
        return;
      }
      const { sites } = current.world!.context;
      if (given === mine.prepare) return;
      mine.prepare =
        typeof given === 'function' && given !== outside
          ? (error, all) => (given as Prepare)(error, programSites(all, sites))
          : undefined;
    },
  });
}
