import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Native } from '../memory/views/replace.js';
import { callNative, disguised, method } from '../memory/views/replace.js';

const NAME = 'NODE_OPTIONS';
/** Environment variable of recorded processes. */
const MARK = 'FENCEPOST_RECORD';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `NODE_OPTIONS` makes Node load the recorder. The program does not see this option: it sees the options it was given.
 * Processes and workers that it starts get both.
 */
export class NodeOptions {
  private readonly own: string;

  constructor(preload: string) {
    this.own = `--require ${JSON.stringify(preload)}`;
    const { [NAME]: all = '' } = process.env;
    // A worker may share the environment of its parent, which has already set it.
    if (all.includes(this.own)) this.set(all.replace(this.own, '').trim());
  }

  /** Returns an environment in which Node loads the recorder. */
  added<T extends Environment>(environment: T): T & { readonly NODE_OPTIONS: string } {
    return { ...environment, [NAME]: this.all(environment[NAME]) };
  }

  /**
   * Adds the recorder to the environment of this thread until the returned function is called. Workers share this
   * environment, or copy it.
   */
  show(): () => void {
    const { [NAME]: given = '' } = process.env;
    this.set(this.all(given));
    return () => this.set(given);
  }

  /** Makes Node record the processes that this one starts. */
  addToChildren(): void {
    const children = createRequire(import.meta.url)('node:child_process') as {
      readonly ChildProcess: { readonly prototype: ChildProcess };
    };
    // `spawn` gets the environment as a list.
    this.replace(children.ChildProcess.prototype, 'spawn', ([options]) => {
      const { envPairs } = (options ?? {}) as { readonly envPairs?: readonly string[] };
      if (envPairs === undefined || !envPairs.some((pair) => pair.startsWith(`${MARK}=`))) return [options];
      const given = envPairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
      const others = envPairs.filter((pair) => !pair.startsWith(`${NAME}=`));
      return [{ ...(options as object), envPairs: [...others, `${NAME}=${this.all(given)}`] }];
    });
    for (const name of ['spawnSync', 'execFileSync', 'execSync'])
      this.replace(children, name, (all) => {
        const args = all.filter((arg) => arg !== undefined && arg !== null);
        // The options are the last object that is not a list of arguments.
        const last = args.findLastIndex((arg) => typeof arg === 'object' && !Array.isArray(arg));
        const { env = process.env, ...options } = (args[last] ?? {}) as SpawnOptions;
        if (env[MARK] === undefined) return args;
        return args.toSpliced(last === -1 ? args.length : last, 1, { ...options, env: this.added(env) });
      });
    syncBuiltinESMExports();
  }

  private replace(owner: object, name: string, change: (args: readonly unknown[]) => readonly unknown[]): void {
    const native = Reflect.get(owner, name) as Native;
    const replacement = method((self, args) => callNative(native, self, change(args)));
    Reflect.set(owner, name, disguised(native, replacement));
  }

  private all(given = ''): string {
    return given.includes(this.own) ? given : `${this.own} ${given}`.trim();
  }

  private set(options: string): void {
    if (options === '') Reflect.deleteProperty(process.env, NAME);
    else process.env[NAME] = options;
  }
}
