import { text } from '#host/text';
import { theWorld } from '../world/current.js';

function print(...values: unknown[]): void {
  theWorld().printed += `${text.format(...values)}\n`;
}

const ignore = (): void => undefined;

/** `console` of a world: output belongs to the execution. */
export const modelConsole = {
  log: print,
  info: print,
  warn: print,
  error: print,
  debug: print,
  trace: (...values: unknown[]) => print('Trace:', ...values),
  dir: (value: unknown, options?: object) => print(text.inspect(value, options)),
  dirxml: print,
  group: (...labels: unknown[]) => {
    if (labels.length > 0) print(...labels);
  },
  groupCollapsed: (...labels: unknown[]) => {
    if (labels.length > 0) print(...labels);
  },
  assert: (condition?: unknown, ...values: unknown[]) => {
    if (!condition) print('Assertion failed', ...values);
  },
  table: (value: unknown) => print(text.inspect(value)),
  groupEnd: ignore,
  clear: ignore,
  count: ignore,
  countReset: ignore,
  time: ignore,
  timeEnd: ignore,
  timeLog: ignore,
  timeStamp: ignore,
  profile: ignore,
  profileEnd: ignore,
};
