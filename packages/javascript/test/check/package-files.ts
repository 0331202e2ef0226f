import { isFencepostError } from '@fencepost/core';
import type { Program } from '@fencepost/core';
import { explore } from './explored.js';
import type { Carrier, Touch } from './package-ways.js';

/** How a package is built, and how it gets its function `inc`. */
export const KINDS = ['esm', 'cjs', 'conditional', 'nested', 'dynamic', 'computed require', 'createRequire'] as const;
export type Kind = (typeof KINDS)[number];

/** Who makes the memory. */
export const MAKERS = ['check', 'package', 'package, when loaded'] as const;

export interface PackagePlan {
  readonly name: string;
  readonly kind: Kind;
  readonly maker: (typeof MAKERS)[number];
  readonly carrier: Carrier;
  readonly touch: Touch;
  readonly isRacy: boolean;
}

/** The same text as a CommonJS module. */
function asCommonJs(text: string): string {
  return text
    .replaceAll(/export const (\w+) =/g, 'const $1 = exports.$1 =')
    .replaceAll(/export class (\w+)/g, 'const $1 = exports.$1 = class $1')
    .replaceAll(/import (.*?) from ('.*?')/g, 'const $1 = require($2)');
}

/** What the packages in node_modules consist of, by path. */
export function packageFiles({ name, kind, maker, carrier, touch, isRacy }: PackagePlan): Record<string, string> {
  const { more = '', racy, correct = racy } = touch;
  const inc = `${more}\nexport const inc = ${isRacy ? racy : correct};\n`;
  const view = 'new Int32Array(new SharedArrayBuffer(8))';
  const making =
    maker === 'check'
      ? ''
      : maker === 'package'
        ? `export const make = () => ${view};`
        : `export const made = ${view};`;
  const body = `${carrier.exports}\n${making}\n`;
  const folder = `node_modules/${name}`;
  const description = (fields: object): string => JSON.stringify({ name, version: '1.0.0', ...fields });
  const module = (text: string): Record<string, string> => ({
    [`${folder}/package.json`]: description({ type: 'module', exports: './index.js' }),
    [`${folder}/index.js`]: text,
  });
  const given = touch.setUp === undefined ? '' : '\nexport { give };';
  switch (kind) {
    case 'esm':
      return module(inc + body);
    case 'cjs':
      return {
        [`${folder}/package.json`]: description({ main: 'lib' }),
        [`${folder}/lib/index.js`]: asCommonJs(inc + body),
      };
    case 'conditional':
      return {
        [`${folder}/package.json`]: description({ exports: { '.': { import: './a.mjs', require: './a.cjs' } } }),
        [`${folder}/a.mjs`]: inc + body,
        [`${folder}/a.cjs`]: asCommonJs(inc + body),
      };
    case 'nested':
      return {
        ...module(`import { inc${given === '' ? '' : ', give'} } from 'inner';${given}\n${body}`),
        [`${folder}/node_modules/inner/package.json`]: '{ "name": "inner", "type": "module", "main": "main.js" }',
        [`${folder}/node_modules/inner/main.js`]: inc,
      };
    case 'dynamic':
      return {
        ...module(`const { inc${given === '' ? '' : ', give'} } = await import('./inc.js');${given}\n${body}`),
        [`${folder}/inc.js`]: inc,
      };
    case 'computed require':
      return {
        [`${folder}/package.json`]: description({}),
        [`${folder}/index.js`]: `const { inc, give } = require('./' + ['i', 'nc'].join('')); exports.give = give;\n${asCommonJs(body)}`,
        [`${folder}/inc.js`]: asCommonJs(inc),
      };
    case 'createRequire':
      return {
        ...module(
          `import { createRequire } from 'node:module'; const { inc, give } = createRequire(import.meta.url)('./inc.cjs'); export { give };\n${body}`,
        ),
        [`${folder}/inc.cjs`]: asCommonJs(inc),
      };
  }
}

/** The check of a plan; its name is that of the package, which is imported as `imported`. */
export function checkText({ name, maker, carrier, touch }: PackagePlan, imported: string): string {
  const isWasm = touch.setUp !== undefined;
  const memory =
    'const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }); const m = new Int32Array(memory.buffer);';
  const own = {
    check: 'new Int32Array(new SharedArrayBuffer(8))',
    package: 'P.make()',
    'package, when loaded': 'P.made',
  };
  const made = isWasm ? `${memory} ${touch.setUp}` : `const m = ${own[maker]};`;
  const body = `${carrier.isAsync ? 'async ' : ''}() => { ${carrier.use}; }`;
  return `check('${name}', (t) => { const P = ${imported}; ${made}
  t.thread('A', ${body}); t.thread('B', ${body});
  t.after(() => { if (m[0] !== 2) throw new Error('n ' + m[0]); }); });\n`;
}

/** All of these, each with its package, in one file. */
export function filesFor(plans: readonly PackagePlan[]): Record<string, string> {
  const imports = plans.map(({ name }, i) => `import * as P${i} from '${name}';\n`);
  const checks = plans.map((plan, i) => checkText(plan, `P${i}`));
  const packages: Record<string, string>[] = plans.map(packageFiles);
  return Object.assign(
    { 'it.check.mjs': `import { check } from 'fencepost';\n${imports.join('')}${checks.join('')}` },
    ...packages,
  ) as Record<string, string>;
}

/** What is said about a check. */
export type Said = 'failing' | 'safe' | 'unknown' | 'refused';

export function said(program: Program): Said {
  try {
    const { failures, executions } = explore(program);
    if (failures.length > 0) return 'failing';
    return executions === 0 || program.limits!().length > 0 ? 'unknown' : 'safe';
  } catch (error) {
    if (isFencepostError(error)) return 'refused';
    throw error;
  }
}

/** Some ways leave something behind in the process. */
export function cleanUp(): void {
  Reflect.deleteProperty(Object.prototype, '__inherited');
  Reflect.deleteProperty(Array, '__view');
}
