import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import fs from 'node:fs';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';

const read = (file: string): string => fs.readFileSync(path.join(import.meta.dirname, '../../report', file), 'utf8');

export const reportSchema: unknown = JSON.parse(read('schema/report.schema.json'));
const validateReport = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(
  reportSchema as object,
);

// The schema has patterns that are none with the flag `u`.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validateSarif = ajv.compile(JSON.parse(read('test/fixtures/sarif-schema-2.1.0.json')) as object);

const junitSchema = read('test/fixtures/junit.xsd');

/** Returns the errors in a JSON report; none if it is valid. */
export function errorsInJson(value: unknown): string[] {
  return errorsBy(validateReport, value);
}

export function errorsInSarif(text: string): string[] {
  return errorsBy(validateSarif, JSON.parse(text));
}

export async function errorsInJunit(...documents: readonly string[]): Promise<string[]> {
  const xml = documents.map((contents, i) => ({ fileName: `${i}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema: junitSchema });
  return errors.map(({ rawMessage }) => rawMessage);
}

function errorsBy(validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
