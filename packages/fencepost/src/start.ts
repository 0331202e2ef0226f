import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { configsIn } from './options/config-files.js';
import { otherRuntime } from './other-runtime.js';
import { KeptScript } from './workers/kept-script.js';
import { givenOptions } from './workers/v8-effort.js';
import type * as Entry from './entry.js';

// Starts the command: usually from modules, and from one file where that is enough.

const folder = dirname(fileURLToPath(import.meta.url));
const load = (name: string): Promise<unknown> => import(pathToFileURL(join(folder, name)).href);

/**
 * Whether one file will do. Modules of the user, which a configuration or an option of Node can name, must get the same
 * instances of our modules as the command.
 */
function isEnough([command, ...args]: readonly string[]): boolean {
  if (otherRuntime() !== undefined || givenOptions().length > 0) return false;
  if (command === '--version') return args.length === 0;
  const hasOther = args.some((arg) => /^--(?:config|resume|watch)\b/.test(arg));
  return command === 'check' && !hasOther && (args.includes('--no-config') || !mayHaveConfig());
}

function mayHaveConfig(): boolean {
  try {
    return configsIn(process.cwd()).length > 0;
  } catch {
    return true; // The folder has been deleted.
  }
}

const [, , ...args] = process.argv;
if (isEnough(args)) {
  const script = new KeptScript(join(folder, 'command.cjs'), args[0]!.replace(/^--/, ''));
  const { runEntry } = script.run(load) as typeof Entry;
  void runEntry().then(() => script.keep());
} else void load('main.js');
