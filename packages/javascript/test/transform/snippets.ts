import { transformSync } from 'oxc-transform';
import { instrument } from '../../src/transform/instrument.js';
import type { Snippet } from './corpus/snippet.js';
import type { Surroundings } from './evaluate.js';
import { evaluateCommonJs, link } from './evaluate.js';

/** A snippet as a function. */
export type Run = (log: (what: unknown) => unknown) => unknown;

export interface Outcome {
  readonly value?: unknown;
  readonly error?: unknown;
  readonly logged: readonly unknown[];
}

/** What a snippet comes to, in a form that can be compared. */
export function outcomeOf(run: Run): Outcome {
  const logged: unknown[] = [];
  const log = (what: unknown): unknown => (logged.push(what), what);
  try {
    return { value: run(log), logged };
  } catch (error) {
    const { name, message } = error as Error;
    return { error: { name, message }, logged };
  }
}

/** As a module: `export default` or `module.exports =` a function. */
export function textOf({ kind, code, async }: Snippet): string {
  const text = `${async === true ? 'async ' : ''}function(log){${code}\n}`;
  return kind === 'cjs' ? `module.exports.default = ${text}` : `export default ${text}`;
}

/** The snippet as it is. */
export function plain(snippet: Snippet): Run {
  const { kind = 'esm', language = 'js' } = snippet;
  const text = language === 'ts' ? transformSync('a.ts', textOf(snippet)).code : textOf(snippet);
  if (kind === 'esm') {
    const body = text.replace('export default', 'return');
    return ((0, eval)(`(function(){"use strict";${body}})`) as () => Run)();
  }
  const module = { exports: {} as { default: Run } };
  const outer = (0, eval)(`(function(exports,require,module,__filename){${text}})`) as (
    ...parameters: unknown[]
  ) => void;
  outer(module.exports, () => undefined, module, '/f.js');
  return module.exports.default;
}

/** The snippet, instrumented. */
export function instrumented(snippet: Snippet, surroundings: Surroundings, globals: readonly string[] = []): Run {
  const { kind = 'esm', language = 'js' } = snippet;
  const module = instrument(textOf(snippet), `/corpus/snippet.${language}`, { kind, globals });
  if (kind === 'cjs') return evaluateCommonJs(module, surroundings)['default'] as Run;
  const linked = link(module, surroundings);
  linked.evaluate();
  return linked.namespace['default'] as Run;
}
