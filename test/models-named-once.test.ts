import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const PACKAGES = join(import.meta.dirname, '..', 'packages');
const REGISTRIES = ['core/src/models/', 'axioms/src/'];
/** Known results of other tools, for tests. */
const TEST_DATA = 'testing/';

/** Help texts, with examples of command lines. */
const COMMANDS = /^fencepost\/src\/cli\/\w+\/command\.ts$/;

/** Other files that name a model, and why. A model that is registered must work everywhere without being added to a list. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'c/src/ir/assembly/asm-fences.ts': 'fence.tso is an instruction of RISC-V',
  'explore/src/monitor/monitors.ts': 'the papers define these monitors for TSO and for PSO',
  'litmus/src/enumerate.ts': 'which axioms say what of AArch64 instructions',
  'litmus/src/models.ts': 'what rows of reference results call our models',
};

/** SC in sentences is the notion, sequential consistency; as the name of a model it is in quotes. */
const IN_TEXT = /\b(?:tso|pso|pslo)\b/i;
const WHOLE_TEXT = /^(?:sc|tso|pso|pslo|rc11|arm64|aarch64)$/;
const IDENTIFIER = /(?:^|_)(?:tso|pso|pslo)(?:$|_)|(?:Tso|Pso|Pslo)(?![a-z])|^(?:rc11|arm64|aarch64)$/i;

/** What a source names outside comments. */
function modelsNamedIn(file: string, text: string): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && IDENTIFIER.test(node.text)) found.push(node.text);
    if (ts.isStringLiteralLike(node) && WHOLE_TEXT.test(node.text)) found.push(node.text);
    else if (isText(node) && IN_TEXT.test(node.text)) found.push(node.text);
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false));
  return found;
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateLiteralToken(node) ||
    ts.isJsxText(node) ||
    ts.isRegularExpressionLiteral(node)
  );
}

function sources(): string[] {
  return readdirSync(PACKAGES).flatMap((name) =>
    readdirSync(join(PACKAGES, name), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.startsWith('src') && /\.tsx?$/.test(path))
      .map((path) => `${name}/${path.replaceAll('\\', '/')}`),
  );
}

describe('a memory model', () => {
  it('is named in the registry, and otherwise only where there is a reason', () => {
    const naming = sources().filter(
      (file) =>
        !REGISTRIES.some((folder) => file.startsWith(folder)) &&
        !file.startsWith(TEST_DATA) &&
        !COMMANDS.test(file) &&
        modelsNamedIn(file, readFileSync(join(PACKAGES, file), 'utf8')).length > 0,
    );
    expect(naming.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  });

  it.each([
    ["const model = 'sc';", ['sc']],
    ['const under = `fails under TSO ${x}`;', ['fails under TSO ']],
    ['const isPso = true;', ['isPso']],
    ['const TABLE = { pslo: 1 };', ['pslo']],
    ["const text = 'not SC'; // tso", []],
    ["const text = 'also a tsotsi';", []],
  ])('is found in %s', (text, named) => {
    expect(modelsNamedIn('example.ts', text)).toEqual(named);
  });
});
