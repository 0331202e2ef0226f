import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A module of the functions with which SQLite hands operations on files from the thread that runs SQL to the one that has
 * the files. All else in the two files that they are in needs a browser and WebAssembly.
 */
export function operationsModule(folder: string): string {
  const library = readFileSync(path.join(folder, 'sqlite3.mjs'), 'utf8');
  const proxy = readFileSync(path.join(folder, 'sqlite3-opfs-async-proxy.js'), 'utf8');
  return `
const toss = (...words) => { throw new Error(words.join(' ')) };

export function caller(state) {
  const metrics = { xSync: { wait: 0 }, 'opfs-async-shutdown': { wait: 0 } };
  const error = toss;
  ${definition('opRun', library)}
  return opRun;
}

export function serve(state) {
  let flagAsyncShutdown = false;
  const log = () => {}, error = toss;
  const releaseImplicitLocks = async () => {};
  ${definition('storeAndNotify', proxy)}
  const vfsAsyncImpls = {
    xSync: async () => storeAndNotify('xSync', 0),
    'opfs-async-shutdown': async () => {
      flagAsyncShutdown = true;
      storeAndNotify('opfs-async-shutdown', 0);
    },
  };
  ${definition('waitLoop', proxy)}
  return waitLoop();
}
`;
}

/** From its first line to the bracket that is as far to the right. */
function definition(name: string, text: string): string {
  const found = new RegExp(`^( *)const ${name} = .*?^\\1};$`, 'ms').exec(text);
  if (found === null) throw new Error(`${name} is not defined`);
  return found[0];
}
