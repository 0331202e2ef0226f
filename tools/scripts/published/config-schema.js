// Writes the JSON schema of the configuration: what options take, and what their types say about them.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { allOptions } from '../../../packages/fencepost/dist/options/groups.js';
import { home } from './entries.js';

const types = path.join(home, 'dist', 'types', 'index.d.ts');

/** After the types. */
export function writeConfigSchema() {
  const descriptions = descriptionsOf('FencepostConfig');
  const settings = allOptions().filter(([, { inConfig }]) => inConfig);
  /** @type {[string, unknown][]} */
  const properties = settings.map(([key, { kind, otherwise }]) => {
    const description = descriptions.get(key);
    if (description === undefined) throw new Error(`the setting ${key} is not documented`);
    // Others depend on the machine.
    const isPlain = typeof otherwise === 'boolean' || typeof otherwise === 'string';
    return [key, { description, ...kind.schema(), ...(isPlain && { default: otherwise }) }];
  });
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:fencepost:config:1',
    title: 'Fencepost configuration',
    description: 'fencepost.config.json: the options of `fencepost check` that are not given on the command line.',
    type: 'object',
    additionalProperties: false,
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(properties) },
  };
  fs.writeFileSync(path.join(home, 'dist', 'config.schema.json'), `${JSON.stringify(schema, null, 2)}\n`);
}

/**
 * What the documentation of a type says about its members.
 *
 * @param {string} name
 * @returns {ReadonlyMap<string, string>}
 */
function descriptionsOf(name) {
  const program = ts.createProgram([types], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(types);
  const module = file && checker.getSymbolAtLocation(file);
  const exported = module && checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
  if (exported === undefined) throw new Error(`there is no type ${name}`);
  const type = checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(exported));
  return new Map(
    checker.getPropertiesOfType(type).flatMap((member) => {
      const text = ts.displayPartsToString(member.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ').trim();
      return text === '' ? [] : [[member.name, text]];
    }),
  );
}
