import { text } from '#host/text';
import { theWorld } from '../world/running/current.js';
import { isObject } from '../world/objects/is-object.js';

function print(...values: unknown[]): void {
  theWorld().printed += `${text.format(...values)}\n`;
}

const ignore = (): void => undefined;

type Print = (...values: unknown[]) => void;

function consoleWith(print: Print, printError: Print) {
  const printLabels = (...labels: unknown[]): void => {
    if (labels.length > 0) print(...labels);
  };
  return {
    log: print,
    info: print,
    warn: printError,
    error: printError,
    debug: print,
    trace: (...values: unknown[]) => printError('Trace:', ...values),
    dir: (value: unknown, options?: object) => print(text.inspect(value, options)),
    dirxml: print,
    group: printLabels,
    groupCollapsed: printLabels,
    assert: (condition?: unknown, ...values: unknown[]) => {
      if (!condition) printError('Assertion failed', ...values);
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
}

interface Stream {
  write(text: string): unknown;
}

function printingTo(stream: unknown, name: string): Print {
  if (!isObject(stream) || typeof Reflect.get(stream, 'write') !== 'function') {
    const message = `Console expects a writable stream instance for ${name}`;
    throw Object.assign(new TypeError(message), { code: 'ERR_CONSOLE_WRITABLE_STREAM' });
  }
  return (...values) => void (stream as Stream).write(`${text.format(...values)}\n`);
}

/** `console.Console`. Uses only the streams in its options. It can be called without `new`. */
function Console(out: unknown, err?: unknown): object {
  const isStream = isObject(out) && typeof Reflect.get(out, 'write') === 'function';
  const { stdout, stderr } = (isStream || !isObject(out) ? { stdout: out, stderr: err } : out) as {
    readonly stdout?: unknown;
    readonly stderr?: unknown;
  };
  return consoleWith(printingTo(stdout, 'stdout'), printingTo(stderr ?? stdout, 'stderr'));
}

/** `console` of a world: output belongs to the execution. */
export const modelConsole = { ...consoleWith(print, print), Console };
