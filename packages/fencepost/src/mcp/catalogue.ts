import { OUTPUT_SCHEMA } from './answers.js';
import type { Answer } from './answers.js';
import { checkedModels } from '../options/words.js';
import type { Call } from './tools.js';
import { ask, check, explain, fix, linearizable, litmus, replay } from './tools.js';

type Schema = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly properties: Readonly<Record<string, Schema>> };
  readonly outputSchema: typeof OUTPUT_SCHEMA;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: false };
  readonly run: (given: never, call: Call) => Promise<Answer>;
}

const text = (description: string): Schema => ({ type: 'string', description });
const number = (description: string): Schema => ({ type: 'integer', minimum: 1, description });
const yes = (description: string): Schema => ({ type: 'boolean', description });
const strings = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description });

const INPUT = {
  file: text('a file of the root: C, C++, Rust, LLVM IR, JavaScript, TypeScript or litmus'),
  sources: {
    type: 'array',
    minItems: 1,
    description: 'instead of file: texts, checked in a folder of their own; the first one is the program',
    items: {
      type: 'object',
      properties: {
        name: text('plain name; its ending says the language: queue.c, ring.check.ts'),
        text: { type: 'string' },
      },
      required: ['name', 'text'],
      additionalProperties: false,
    },
  },
  flags: strings('compiler flags: -D, -U, -std=, -O, -W, -I'),
} as const;
const SEARCH = {
  models: {
    type: 'array',
    items: { type: 'string', pattern: '^[a-z0-9]+$' },
    description: checkedModels(),
  },
  maxTime: { type: 'number', exclusiveMinimum: 0, description: 'seconds; default 60' },
} as const;
const BOUNDS = {
  maxExecutions: number('stop after this many executions'),
  unroll: number('follow loops this many times'),
  allowRelaxed: yes('accept SC violations that make no check fail'),
  all: yes('go on after the first failures'),
} as const;
const REPORT = text('handle of an earlier answer, instead of file and sources');

function tool(
  name: string,
  description: string,
  properties: Record<string, Schema>,
  required: readonly string[],
  run: Tool['run'],
  writes = false,
): Tool {
  return {
    ...{ name, description, outputSchema: OUTPUT_SCHEMA, run },
    inputSchema: { type: 'object', properties, ...{ required, additionalProperties: false } },
    annotations: { readOnlyHint: !writes, openWorldHint: false },
  };
}

/** The tools. A new one is a function in `tools.ts` and a row here. */
export const TOOLS: readonly Tool[] = [
  tool(
    'check',
    'Explores every execution of a concurrent program under memory models. The first word of each line is the verdict: failed (with steps, fix, replay), safe, safe within bounds, undecided (not safe!), refused.',
    { ...INPUT, ...SEARCH, ...BOUNDS },
    [],
    check,
  ),
  tool(
    'explain',
    'The whole report of an earlier answer: all findings, tables of steps, why SC forbids them. Long ones in parts, by offset.',
    { report: REPORT, offset: { type: 'integer', minimum: 0, description: 'where to go on: next of the last answer' } },
    ['report'],
    explain,
  ),
  tool(
    'fix',
    'The cheapest fences and memory orders that make a program safe, as a diff that was compiled and checked. Writes the file only with write.',
    {
      ...INPUT,
      ...SEARCH,
      report: REPORT,
      goal: { enum: ['safe', 'robust'] },
      write: yes('change the file; of sources, return the new text'),
    },
    [],
    fix,
    true,
  ),
  tool(
    'replay',
    'Shows the execution of a schedule that check printed, step by step.',
    {
      ...INPUT,
      report: REPORT,
      schedule: text('fp1:…'),
      model: text('the model of the schedule'),
      program: text('if the file has several'),
    },
    ['schedule'],
    replay,
  ),
  tool(
    'linearizable',
    'Is a data structure linearizable? Makes and checks every small scenario of calls. Without operations, the source declares the structure itself.',
    {
      ...INPUT,
      ...SEARCH,
      ...BOUNDS,
      create: text('JavaScript: an expression that makes the structure'),
      operations: {
        type: 'object',
        minProperties: 1,
        description: 'methods (C: functions), each with the values of each argument: {"push": [[1, 2]], "pop": []}',
        additionalProperties: {
          type: 'array',
          items: { type: 'array', items: { type: ['number', 'string', 'boolean', 'null'] } },
        },
      },
      calls: number('most calls of a scenario; default 4'),
      threads: number('default 2'),
    },
    [],
    linearizable,
  ),
  tool(
    'litmus',
    'Can the outcome of a litmus test happen? For X86_64, C or AArch64, in the format of herd7.',
    { file: INPUT.file, text: text('the test'), ...SEARCH },
    [],
    litmus,
  ),
  tool(
    'ask_model',
    'What a memory order, access, fence or lock guarantees under a model, from the reference.',
    {
      question: text("such as 'release store' or 'seq_cst fence'"),
      model: text(`${checkedModels()}; default: all`),
    },
    ['question'],
    ask,
  ),
];
