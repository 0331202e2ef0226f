import { FencepostError } from '@fencepost/core';
import type { ImportDeclarationSpecifier, Node, Statement } from 'oxc-parser';
import { language } from '#host/language';
import { CHECK_MODULES } from './check-modules.js';

/** A file that declares data structures, with something in place of one of the declarations. */
export interface ReplacedDeclaration {
  /** The text of the function that makes the structure. */
  readonly create: string;
  /** What the file imports, by local name. */
  readonly imports: ReadonlySet<string>;
  /** The file with this in the place of the declaration, and without all others. */
  readonly textWith: (check: string) => string;
}

/** Names that only declarations need. */
const VALUES: readonly string[] = ['int', 'oneOf', 'distinct'];

/** Finds `linearizable('name', …)` at the top of a file. */
export function replacedDeclaration(file: string, text: string, name: string): ReplacedDeclaration {
  const { program, errors } = language.parseSync(file, text);
  const imports = program.body.filter((each) => each.type === 'ImportDeclaration');
  const ours = imports.find(({ source }) => CHECK_MODULES.includes(source.value));
  if (errors.length > 0 || ours === undefined) throw notFound(file, name);
  const localNames = new Map(ours.specifiers.map((each) => [each.local.name, importedName(each)]));
  const declarations = program.body.flatMap((statement) => {
    const call = callOf(statement);
    const called = call && localNames.get(call.name);
    return called === 'linearizable' || called === 'check' ? [{ ...call!, statement, called }] : [];
  });
  const found = declarations.find(
    ({ called, args: [first] }) => called === 'linearizable' && first?.type === 'Literal' && first.value === name,
  );
  const create = found?.args[1];
  if (found === undefined || create === undefined) throw notFound(file, name);
  const cut = (from: { readonly start: number; readonly end: number }): string => text.slice(from.start, from.end);
  return {
    create: cut(create),
    imports: new Set(imports.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name))),
    textWith: (check) => {
      const without = edited(
        text,
        declarations.map(({ statement }) => ({ ...span(statement), text: statement === found.statement ? check : '' })),
      );
      // What was imported for the declarations only is not needed any more.
      const rest = without.replace(cut(ours), '');
      const isUsed = (local: string): boolean => new RegExp(String.raw`\b${local}\b`).test(rest);
      const kept = ours.specifiers.filter((each) => {
        const imported = importedName(each);
        return (
          imported !== 'linearizable' && imported !== 'check' && (!VALUES.includes(imported) || isUsed(each.local.name))
        );
      });
      const names = ['check', ...kept.map(cut)].toSorted();
      return without.replace(cut(ours), () => `import { ${names.join(', ')} } from '${ours.source.value}';`);
    },
  };
}

function importedName(specifier: ImportDeclarationSpecifier): string {
  if (specifier.type !== 'ImportSpecifier') return '';
  const { imported } = specifier;
  return imported.type === 'Identifier' ? imported.name : imported.value;
}

/** `f(…)` or `f.only(…)`, as a statement. */
function callOf(statement: Statement | Node): { readonly name: string; readonly args: readonly Node[] } | undefined {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return undefined;
  const { callee, arguments: args } = statement.expression;
  const named = callee.type === 'MemberExpression' ? callee.object : callee;
  return named.type === 'Identifier' ? { name: named.name, args } : undefined;
}

function span({ start, end }: Node | Statement): { readonly start: number; readonly end: number } {
  return { start, end };
}

function edited(
  text: string,
  edits: readonly { readonly start: number; readonly end: number; readonly text: string }[],
): string {
  return edits.toReversed().reduce((all, each) => all.slice(0, each.start) + each.text + all.slice(each.end), text);
}

function notFound(file: string, name: string): FencepostError {
  return new FencepostError(
    'USAGE',
    `${file} has no linearizable('${name}', …) at its top, which a test would replace`,
    {
      hint: 'call it with its name as a string, outside of functions and loops',
    },
  );
}
