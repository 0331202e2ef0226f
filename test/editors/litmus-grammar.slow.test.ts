import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT, installPackages } from '@fencepost/testing/npm-packages';

/** As much as is used here of what VS Code itself uses for highlighting. */
interface TextMate {
  readonly INITIAL: unknown;
  readonly Registry: new (options: object) => { loadGrammar(scope: string): Promise<Grammar> };
  readonly parseRawGrammar: (text: string, file: string) => unknown;
}
interface Grammar {
  tokenizeLine(line: string, state: unknown): { readonly tokens: readonly Token[]; readonly ruleStack: unknown };
}
interface Token {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly scopes: readonly string[];
}
interface Oniguruma {
  readonly loadWASM: (wasm: Buffer) => Promise<void>;
  readonly createOnigScanner: unknown;
  readonly createOnigString: unknown;
}

const FILE = path.join(root, 'editors/vscode/litmus.tmLanguage.json');
let grammar: Grammar;
let initial: unknown;

beforeAll(async () => {
  const folder = await installPackages({ 'vscode-textmate': '9.3.2', 'vscode-oniguruma': '2.0.1' });
  const require = createRequire(path.join(folder, 'index.js'));
  const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate') as TextMate;
  const { loadWASM, createOnigScanner, createOnigString } = require('vscode-oniguruma') as Oniguruma;
  await loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: () => Promise.resolve(parseRawGrammar(readFileSync(FILE, 'utf8'), FILE)),
  });
  grammar = await registry.loadGrammar('source.litmus');
  initial = INITIAL;
}, INSTALL_TIMEOUT);

/** Words and their kinds, without what is plain. */
function kindsIn(text: string): string[] {
  let state = initial;
  return text.split('\n').flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.flatMap(({ startIndex, endIndex, scopes }) => {
      const kind = scopes.length > 1 ? scopes.at(-1)!.replace('.litmus', '') : undefined;
      return kind === undefined ? [] : [`${line.slice(startIndex, endIndex).trim()} ${kind}`];
    });
  });
}

describe('highlighting of litmus tests', () => {
  it('tells the parts of a test of x86', () => {
    const kinds = kindsIn(readFileSync(path.join(root, 'examples/litmus/SB.litmus'), 'utf8'));
    expect(kinds.slice(0, 2)).toEqual(['X86_64 storage.type.architecture', 'SB entity.name.function']);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'P1 entity.name.type.thread',
        'movq keyword.mnemonic',
        '$1 constant.numeric',
        '%rax variable.language.register',
        'exists keyword.control',
        'rax variable.other.register',
        '/\\ keyword.operator.logical',
      ]),
    );
    // The apostrophe in the comment is in a string.
    expect(kinds.some((kind) => /^Store buffering: .*store string/.test(kind))).toBe(true);
  });

  it('tells the parts of a test of C', () => {
    const kinds = kindsIn(readFileSync(path.join(root, 'examples/litmus-c/MP+rel+acq.litmus'), 'utf8'));
    expect(kinds).toEqual(
      expect.arrayContaining([
        'C storage.type.architecture',
        'atomic_int storage.type',
        'atomic_store_explicit support.function',
        'memory_order_release constant.language.memory-order',
        'flag variable.other.register',
      ]),
    );
  });

  it('tells the parts of a test of ARM, and comments', () => {
    const kinds = kindsIn('AArch64 MP\n(* a\nb (* c *) *)\n{ 0:X1=x; }\n P0          ;\n MOV W0,#1   ;\n STLR W0,[X1];\n DMB ISH     ;\n~exists (0:X1=0)'); // prettier-ignore
    expect(kinds).toEqual(
      expect.arrayContaining([
        'a comment.block',
        'STLR keyword.mnemonic',
        'W0 variable.language.register',
        '#1 constant.numeric',
        'DMB keyword.mnemonic',
        'ISH keyword.mnemonic',
        '~exists keyword.control',
      ]),
    );
    expect(kinds.filter((kind) => kind.endsWith(' comment.block')).join(' ')).not.toContain('X1');
  });
});
