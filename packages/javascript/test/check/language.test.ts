import type { Program } from '@fencepost/core';
import { describe, expect, test } from 'vitest';
import { CORPUS } from '../transform/corpus/index.js';
import type { Snippet } from '../transform/corpus/snippet.js';
import { plain, textOf } from '../transform/snippets.js';
import { endsOf, explore, programOf, programsIn } from './explored.js';

/** Set-up code runs the snippet first, and then a thread does. Values go through JSON: a thread has objects of its own. */
const CHECKS = `
  import { check } from 'fencepost';
  function outcomeOf(run) {
    const logged = [];
    const log = (what) => (logged.push(what), what);
    const failed = (error) => ({ error: { name: error.name, message: error.message }, logged });
    try {
      const value = run(log);
      return value instanceof Promise
        ? value.then((value) => ({ value, logged }), failed)
        : { value, logged };
    } catch (error) {
      return failed(error);
    }
  }
  const show = (outcome) => JSON.stringify(outcome, (_, v) => typeof v === 'bigint' ? v + 'n' : v === undefined ? 'undefined' : Object.is(v, -0) ? '-0' : typeof v === 'number' && !Number.isFinite(v) ? String(v) : v);
`;

async function natively(snippet: Snippet): Promise<unknown> {
  const logged: unknown[] = [];
  const log = (what: unknown): unknown => (logged.push(what), what);
  try {
    return { value: await plain(snippet)(log), logged };
  } catch (error) {
    const { name, message } = error as Error;
    return { error: { name, message }, logged };
  }
}

function show(outcome: unknown): string {
  return JSON.stringify(outcome, (_, v: unknown) => {
    if (typeof v === 'bigint') return `${v}n`;
    if (v === undefined) return 'undefined';
    if (Object.is(v, -0)) return '-0';
    return typeof v === 'number' && !Number.isFinite(v) ? String(v) : v;
  });
}

function extension({ kind, language }: Snippet): string {
  if (language === 'ts') return kind === 'cjs' ? 'cts' : 'ts';
  return kind === 'cjs' ? 'cjs' : 'mjs';
}

/** A check for each snippet. */
async function programsOf(snippets: readonly Snippet[]): Promise<readonly Program[]> {
  const files: Record<string, string> = {};
  let checks = CHECKS;
  snippets.forEach((snippet, i) => {
    const file = `snippet${i}.${extension(snippet)}`;
    const from =
      snippet.kind === 'cjs' ? `(await import('./${file}')).default.default` : `(await import('./${file}')).default`;
    checks += `
      check('${i}', async (t) => {
        const run = ${from};
        const before = show(await outcomeOf(run));
        t.thread('thread', async () => [before, show(await outcomeOf(run))]);
      });`;
    files[file] = textOf(snippet);
  });
  return programsIn({ 'language.test.mjs': checks, ...files }, { unroll: 1000 });
}

/** In a sloppy function called without an object, `this` is the global object of the process, not that of the world. */
const DEPARTURES = new Set(['this is the global object']);
const groups = Object.entries(CORPUS).map(
  ([group, snippets]) => [group, snippets.filter(({ name }) => !DEPARTURES.has(name))] as const,
);

describe.each(groups)('the same before and in a thread: %s', (_group, snippets) => {
  const programs = programsOf(snippets);

  test.each(snippets.map((snippet, i) => ({ ...snippet, i })))('$name', async ({ i, ...snippet }) => {
    const { finals, states, failures } = explore((await programs)[i]!);
    expect(failures).toEqual([]);
    const outcomes: unknown[] = [];
    for (const final of finals) outcomes.push((states.outcome(final.local(0)) as { value: unknown }).value);
    const expected = show(await natively(snippet));
    expect(outcomes).toEqual([[expected, expected]]);
  });
});

test('objects know the classes that programs know', async () => {
  const program = await programOf(
    `t.thread('A', () => [new Date(1).constructor === Date, new Date().constructor === Date, new (class extends Date {})() instanceof Date,
       Object.getPrototypeOf(new Date(1)) === Date.prototype, structuredClone(new Date(1)).constructor === Date, Date.prototype.constructor === Date,
       new (new Date(1) as any).constructor(7).getTime() === 7, Promise.resolve().constructor === Promise, (async () => {})().constructor === Promise,
       new SharedArrayBuffer(8).constructor === SharedArrayBuffer, new Int32Array(new SharedArrayBuffer(8)).constructor === Int32Array,
       new MessageChannel().port1.constructor === MessagePort, (() => 1).constructor === Function, /x/.constructor === RegExp].join());
     t.after(({ A }) => { throw new Error(String(A) + (new Date(1).constructor === Date)); });`,
  );
  expect(endsOf(program, (each) => explore(each))).toEqual([`${Array(14).fill('true').join()}true`]);
  expect(new Date().constructor).toBe(Date);
});
