import { unsupported } from '../../world/running/unsupported.js';
import type { Platform } from '../host.js';
import { sha256 } from './sha256.js';

function refuse(key: PropertyKey): never {
  throw unsupported(`process.${String(key)} is not supported here`, 'check the program with the command line');
}

/** `process` without arguments and environment variables. All other properties of Node's `process` are refused. */
const process = new Proxy(
  { env: new Proxy({}, { set: (_, key) => refuse(`env.${String(key)}`) }), argv: [], execArgv: [] },
  {
    get: (target, key) =>
      typeof key === 'symbol' || key in target ? (Reflect.get(target, key) as unknown) : refuse(key),
  },
);

export const platform: Platform = {
  name: 'this browser',
  process,
  hasThreadNames: false,
  digest: (texts) => sha256([...texts].join('')),
};
