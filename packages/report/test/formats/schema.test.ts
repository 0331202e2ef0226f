import path from 'node:path';
import type { ToldHistory } from '@fencepost/core';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { jsonReport } from '../../src/formats/json.js';
import type { Remedy } from '../../src/values/counterexample.js';
import type { ErrorReport, RepairReport } from '../../src/values/report.js';
import { EXAMPLES, REPORTS, checkOf, failureOf, reportOf, violationOf } from './samples.js';
import { errorsInJson, reportSchema } from '@fencepost/testing/validators';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
  readonly description?: string;
}

const root = path.join(import.meta.dirname, '../..');
const schema = reportSchema as Schema & { readonly $defs: Readonly<Record<string, Schema>> };

describe('the JSON report', () => {
  it.each(Object.entries(REPORTS))('is the report, and valid: %s', (_, report) => {
    const json = jsonReport(report);
    expect(json.endsWith('}\n')).toBe(true);
    const parsed: unknown = JSON.parse(json);
    expect(parsed).toEqual(report);
    expect(errorsInJson(parsed)).toEqual([]);
  });
});

/** A report in which every field has a value, as JSON. */
function fullReport(): unknown {
  const story = EXAMPLES.messagePassing.story;
  const site = { file: 'a.c', line: 1, column: 2 };
  const step = {
    ...story.steps[0]!,
    ...{
      site,
      place: 0,
      action: 'wait',
      read: '0',
      wrote: '1',
      other: 'child',
      text: 'hello',
      plain: true as const,
      of: 0,
      missed: [0],
    },
  };
  const thread = { name: 'main', failure: 'no', failureSite: site, waits: 'to lock m', waitsAt: site, waitsOn: 0 };
  const remedy: Remedy = {
    missing: [{ kind: 'synchronisation', first: 0, second: 0 }],
    fixes: [{ effect: 'forbids', changes: [{ step: 0, order: 'seq_cst', fenceAfter: 0 }] }],
  };
  const counterexample = {
    ...EXAMPLES.messagePassing,
    story: { ...story, assembly: true as const, threads: [thread], steps: [step] },
    remedy,
    race: { first: 0, second: 0 },
    why: { kind: 'lost update' as const, text: 'an update is lost.', steps: [0] },
  };
  const call = { call: 'pop()', result: '1' };
  const history: ToldHistory = {
    initial: [call],
    threads: [{ name: 'main', calls: [call] }],
    order: [{ before: 0, after: 1 }],
    tried: [{ calls: [call], instead: '2' }],
    left: 1,
  };
  const report = reportOf(
    checkOf({
      failures: [failureOf({ counterexample, site, alike: 'main', foundBy: 'active testing', history })],
      violations: [violationOf({ counterexample })],
      incomplete: { stoppedBy: 'time', covered: 'some', estimate: { low: 1, likely: 2, high: 3 } },
      notes: ['a note'],
      schedule: 'fp1:1',
      upToSymmetry: 1,
      jointStates: 1,
      allowsRelaxed: true,
      scenarios: {
        checked: 2,
        count: 2,
        extent: 'with at most 1 call',
        random: { checked: 1, count: 3, extent: 'with 2 to 4 calls' },
        shown: 'queue: pop()',
      },
    }),
  );
  const error: ErrorReport = { source: 'a.c', program: 'a.c', code: 'MIXED_SIZE', message: 'no', site, hint: 'do' };
  const place = { line: 1, column: 2, endLine: 3, endColumn: 4 };
  const repair: RepairReport = {
    ...{ source: 'a.c', program: 'a.c', models: ['tso'], goal: 'safe', cost: 4, changes: ['a fence'], diff: '+' },
    replacements: [{ file: 'a.c', ...place, text: 'fence' }],
  };
  return JSON.parse(jsonReport({ ...report, errors: [error], repairs: [repair] }));
}

type Path = readonly (string | number)[];

/** Every object in a value, by the way to it. */
function objectsIn(value: unknown, way: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, child]) => objectsIn(child, [...way, key]));
  return Array.isArray(value) ? below : [way, ...below];
}

function objectAt(value: unknown, way: Path): Record<string, unknown> {
  return way.reduce((at, key) => (at as Record<string, unknown>)[key], value) as Record<string, unknown>;
}

describe('the schema', () => {
  const full = fullReport();

  it('has a place for every field', () => {
    expect(errorsInJson(full)).toEqual([]);
    const seen = new Set(objectsIn(full).flatMap((way) => Object.keys(objectAt(full, way))));
    const known = Object.values(schema.$defs).flatMap(({ properties = {} }) => Object.keys(properties));
    expect(new Set(known)).toEqual(seen);
  });

  it.each(objectsIn(full).map((way) => [way.join('.'), way] as const))('allows nothing else in %s', (_, way) => {
    const changed = structuredClone(full);
    objectAt(changed, way)['more'] = 1;
    expect(errorsInJson(changed).join()).toContain('must NOT have additional properties');
  });

  it('asks for each required field', () => {
    const required = new Set(Object.values(schema.$defs).flatMap((definition) => definition.required ?? []));
    const missed = new Set<string>();
    for (const way of objectsIn(full)) {
      for (const key of Object.keys(objectAt(full, way))) {
        const changed = structuredClone(full);
        // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the field is what the loop is about
        delete objectAt(changed, way)[key];
        if (errorsInJson(changed).some((error) => error.includes(`'${key}'`))) missed.add(key);
      }
    }
    expect(missed).toEqual(required);
  });

  it('refuses a value of the wrong type for every field', () => {
    for (const way of objectsIn(full)) {
      for (const key of Object.keys(objectAt(full, way))) {
        const changed = structuredClone(full);
        objectAt(changed, way)[key] = [[]];
        expect(errorsInJson(changed), [...way, key].join('.')).not.toEqual([]);
      }
    }
  });

  it('describes everything', () => {
    const properties = Object.values(schema.$defs).flatMap((definition) => Object.entries(definition.properties ?? {}));
    expect(properties.filter(([, { description = '' }]) => description === '')).toEqual([]);
    expect(Object.values(schema.$defs).filter(({ description = '' }) => description === '')).toEqual([]);
  });

  it('agrees with the TypeScript types', () => {
    const file = path.join(root, 'src/values/report.ts');
    const program = ts.createProgram([file], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      module: ts.ModuleKind.NodeNext,
      customConditions: ['fencepost-source'],
    });
    const checker = program.getTypeChecker();
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!);
    const report = checker.getDeclaredTypeOfSymbol(exported.find(({ name }) => name === 'Report')!);
    expect(differences(checker, report, schema, 'Report')).toEqual([]);
    // The compiler takes its time where others work, too.
  }, 60_000);
});

/** Where a type and a schema do not allow the same. */
function differences(checker: ts.TypeChecker, type: ts.Type, given: Schema, way: string): string[] {
  const flat = flattened(given);
  const parts = type.isUnion() ? type.types : [type];
  const plain = (part: ts.Type): boolean => (part.flags & (ts.TypeFlags.Object | ts.TypeFlags.Undefined)) === 0;
  const inType = new Set(parts.filter(plain).map((part) => checker.typeToString(part)));
  const inSchema = new Set(flat.flatMap(plainTypes));
  const own = [...inType, ...inSchema]
    .filter((name) => !inType.has(name) || !inSchema.has(name))
    .map((name) => `${way}: ${name}`);
  const structured = parts.filter((part) => (part.flags & ts.TypeFlags.Object) !== 0);
  const shapes = flat.filter((each) => each.type === 'object' || each.type === 'array');
  if (structured.length !== shapes.length) return [...own, `${way}: ${structured.length} structures in the type`];
  return [...own, ...structured.flatMap((part, i) => structureDifferences(checker, part, shapes[i]!, way))];
}

function structureDifferences(checker: ts.TypeChecker, type: ts.Type, shape: Schema, way: string): string[] {
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    if (shape.items === undefined) return [`${way}: an array in the type`];
    return differences(checker, element!, shape.items, `${way}[]`);
  }
  const { properties = {}, required = [], additionalProperties } = shape;
  const fields = checker.getPropertiesOfType(type);
  const unknown = Object.keys(properties).filter((key) => !fields.some(({ name }) => name === key));
  return [
    ...(additionalProperties === false ? [] : [`${way}: allows more`]),
    ...unknown.map((key) => `${way}.${key}: only in the schema`),
    ...fields.flatMap((field) => {
      const fieldType = checker.getTypeOfSymbol(field);
      const property = properties[field.name];
      if (property === undefined) return [`${way}.${field.name}: only in the type`];
      const mayMiss =
        (field.flags & ts.SymbolFlags.Optional) !== 0 ||
        (fieldType.isUnion() && fieldType.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0));
      const wrong = mayMiss === required.includes(field.name) ? [`${way}.${field.name}: required or not`] : [];
      return [...wrong, ...differences(checker, fieldType, property, `${way}.${field.name}`)];
    }),
  ];
}

/** The alternatives of a schema, without references. */
function flattened(given: Schema): Schema[] {
  if (given.$ref !== undefined) return flattened(schema.$defs[given.$ref.replace('#/$defs/', '')]!);
  return given.anyOf === undefined ? [given] : given.anyOf.flatMap(flattened);
}

/** As TypeScript writes them. */
function plainTypes({ type = [], enum: values, const: value }: Schema): string[] {
  const literals = value === undefined ? (values ?? []) : [value];
  const names = [type].flat().filter((name) => name !== 'object' && name !== 'array');
  return [
    ...literals.map((literal) => JSON.stringify(literal)),
    ...names.flatMap((name) => (name === 'boolean' ? ['true', 'false'] : [name === 'integer' ? 'number' : name])),
  ];
}
