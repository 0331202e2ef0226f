import type { SymmetryMode } from '@fencepost/check';
import type { CheckMethod, TestMethod } from '@fencepost/report';
import { CHECK_METHODS, DEFAULT_EXPLORER, DEFAULT_SECONDS, SYMMETRY_MODES, TEST_METHODS } from '@fencepost/check';
import { REFERENCE_MODEL, defaultModels, isReplayed, isMonitored, isTested, modelNames } from '@fencepost/core';
import { testFormats } from '../formats/formats.js';
import { defaultJobs } from './default-jobs.js';
import { FIX_OPTIONS, REPAIR_OPTION } from './fix-options.js';
import { HELP_OPTION } from './help-option.js';
import { AS_BEFORE, HOW_FAR, PRINTED, WHAT, checks, fixes, tests, under } from './help-groups.js';
import { printedFormat } from './printed-format.js';
import { RESUME_OPTION } from './resume-option.js';
import {
  choice,
  duration,
  fileList,
  flag,
  modelList,
  nameList,
  reportFiles,
  seedRange,
  size,
  text,
  wholeNumber,
} from './kinds.js';
import { anyModel, checkedModel, monitoredModel, testedModel } from './models.js';
import { NATIVE_OPTIONS } from './native-options.js';
import type { Option } from './option.js';
import { option } from './option.js';
import { PROGRAM_OPTIONS } from './program-options.js';
import { checkedModels, listed, someOf } from './words.js';

export const COLOUR_CHOICES = ['auto', 'always', 'never'] as const;
export const PROGRESS_MODES = ['auto', 'json', 'none'] as const;
/** The formats of commands that print line by line. */
export const TEXT_OR_JSON = ['text', 'json'] as const;
const STATUS_FORMATS = ['text', 'json', 'html'] as const;

/** No machine has more cores, and each job takes a thread. */
const MOST_JOBS = 1024;
const STOP_AFTER = 'stop after 90s, 5m, 1h';
const JOBS = 'use N threads (default: one per core)';
const CONFIG = { inConfig: true } as const;
const CHECK = { inConfig: true, perCheck: true } as const;
const ofPackages = (name: string, words: string) =>
  option(name, nameList, {
    ...{ ...CONFIG, otherwise: [] },
    ...under(WHAT, { ...checks(words), ...tests(words), replay: AS_BEFORE, scenario: AS_BEFORE, ...fixes(AS_BEFORE) }),
  });

/**
 * Every option of every command: how it is called on the command line, how its value is read, what the help says. The key
 * is its name in a configuration file and in the library. Help lists options in this order.
 */
export const OPTIONS = {
  files: option(null, fileList, { ...CONFIG }),
  models: option('model', modelList(checkedModel), {
    ...CHECK,
    ...under(WHAT, {
      ...checks(checkedModels),
      fix: checkedModels,
      scenario: checkedModels,
    }),
  }),
  testModels: option('model', modelList(testedModel), {
    ...under(WHAT, {
      ...tests(() => someOf(modelNames(isTested), defaultModels('test'))),
    }),
  }),
  litmusModels: option('model', modelList(anyModel), {
    ...under(WHAT, {
      litmus: () =>
        `some of ${modelNames().join(',')} (default: x86 ${defaultModels('litmus').join(',')}, C ${defaultModels('litmus C').join(',')}, AArch64 ${defaultModels('litmus AArch64').join(',')}; with --method monitor: ${modelNames(isMonitored).join(',')})`,
    }),
  }),
  monitorModels: option('model', modelList(monitoredModel), {
    ...under(WHAT, { monitor: () => `some of ${modelNames(isMonitored).join(',')} (default: all)` }),
  }),
  replayModel: option(
    'model',
    choice(() => modelNames(isReplayed), 'model', 'NAME'),
    {
      otherwise: REFERENCE_MODEL,
      ...under(WHAT, {
        replay: () => `the model the schedule is for: ${listed(modelNames(isReplayed), REFERENCE_MODEL)}`,
      }),
    },
  ),
  ...FIX_OPTIONS,
  step: option('step', flag, {
    otherwise: false,
    ...under(WHAT, { replay: 'walk through it: memory and buffers after each step' }),
  }),
  width: option('width', wholeNumber(20), {
    ...under(WHAT, { replay: "columns of the output (default: the terminal's, or 100)" }),
  }),
  testMethod: option(
    'method',
    choice<TestMethod>(() => TEST_METHODS, 'method', 'NAME'),
    {
      otherwise: 'active' as const,
      ...under(WHAT, {
        ...tests('active (default); for comparison: random, pct'),
      }),
    },
  ),
  ...NATIVE_OPTIONS,
  length: option('length', wholeNumber(4), {
    ...under(WHAT, {
      ...tests('active: cycles of up to N accesses (default: 4)'),
    }),
  }),
  races: option('races', flag, {
    ...{ ...CHECK, otherwise: false },
    ...under(WHAT, {
      ...checks('data races are failures, whatever the model'),
      replay: AS_BEFORE,
      scenario: AS_BEFORE,
    }),
  }),
  spurious: option('spurious', flag, {
    ...{ ...CONFIG, otherwise: false },
    ...under(WHAT, {
      ...checks('C: weak swaps fail, condition waits end spuriously'),
      ...tests('C: weak swaps fail, condition waits end spuriously'),
      replay: AS_BEFORE,
      scenario: AS_BEFORE,
      ...fixes(AS_BEFORE),
    }),
  }),
  failOnExit: option('fail-on-exit', flag, {
    ...{ ...CONFIG, otherwise: false },
    ...under(WHAT, {
      ...checks('C: a status other than 0 is a failure'),
      ...tests('C: a status other than 0 is a failure'),
      replay: AS_BEFORE,
      scenario: AS_BEFORE,
      ...fixes(AS_BEFORE),
    }),
  }),
  include: ofPackages('include', 'JavaScript: packages to instrument in any case'),
  exclude: ofPackages('exclude', 'JavaScript: packages not to instrument'),
  allowRelaxed: option('allow-relaxed', flag, {
    ...{ ...CHECK, otherwise: false, resumable: true },
    ...under(WHAT, {
      ...checks('accept SC violations on which no check fails'),
      ...tests('accept SC violations on which no check fails'),
    }),
  }),
  daemons: option('daemon', nameList, {
    ...{ ...CHECK, otherwise: [] },
    ...under(WHAT, {
      ...checks('threads that may wait in a loop forever'),
      ...tests('threads that may wait in a loop forever'),
      replay: AS_BEFORE,
      scenario: AS_BEFORE,
      ...fixes(AS_BEFORE),
    }),
  }),
  ...PROGRAM_OPTIONS,
  config: option('config', text('FILE'), {
    resumable: true,
    ...under(WHAT, {
      ...checks('default: fencepost.config.ts, .mts, .js, .mjs or .json'),
      ...fixes(AS_BEFORE),
      ...tests('default: fencepost.config.ts, .mts, .js, .mjs or .json'),
    }),
  }),
  noConfig: option('no-config', flag, {
    ...{ otherwise: false, resumable: true },
    ...under(WHAT, {
      ...checks('ignore the configuration file'),
      ...fixes('ignore the configuration file'),
      ...tests('ignore the configuration file'),
    }),
  }),

  all: option('all', flag, {
    ...{ ...CHECK, otherwise: false },
    ...under(HOW_FAR, {
      ...checks('continue after the first failure, group by lines'),
      'cluster test': 'continue after the first seed that shows a failure',
      test: 'with --seeds: continue after one that shows a failure',
    }),
  }),
  method: option(
    'method',
    choice<CheckMethod>(() => CHECK_METHODS, 'method', 'NAME'),
    {
      ...{ ...CONFIG, otherwise: 'graph' as const },
      ...under(HOW_FAR, {
        check: 'graph (default), or monitor: watch SC executions only',
        litmus:
          'graph (default): explore the executions of each model; monitor: decide whether tests are robust, by watching SC executions (no --explorer, no --expect)',
      }),
    },
  ),
  // The command reads the name: only there, explorers are loaded.
  explorer: option('explorer', text('NAME'), {
    ...{ otherwise: DEFAULT_EXPLORER },
    ...under(HOW_FAR, { litmus: `how to search: an explorer (default: ${DEFAULT_EXPLORER})` }),
  }),
  expect: option('expect', text('FILE'), {
    ...under(HOW_FAR, {
      litmus:
        'compare with known results; FILE has a line for each test and model with, separated by tabs: the file (relative to the folder of FILE, or to PATH), the model, the number of witnesses, the number of executions, the final states joined by |, and race or - where the model has data races',
    }),
  }),
  preemptions: option('preemptions', wholeNumber(0), {
    ...CONFIG,
    ...under(HOW_FAR, { check: 'with monitor: executions with at most N preemptions' }),
  }),
  maxExecutions: option('max-executions', wholeNumber(1), {
    ...{ ...CHECK, resumable: true },
    ...under(HOW_FAR, { check: 'stop after N executions' }),
  }),
  maxTime: option('max-time', duration, {
    ...{ ...CHECK, resumable: true },
    ...under(HOW_FAR, {
      check: STOP_AFTER,
      litmus: STOP_AFTER,
      monitor: STOP_AFTER,
      ...fixes(STOP_AFTER),
      scenario: STOP_AFTER,
    }),
  }),
  maxMemory: option('max-memory', size, {
    ...{ ...CONFIG, resumable: true },
    ...under(HOW_FAR, {
      check: 'stop at 512m, 4g (default: 3/4 of the memory there is)',
      test: 'of the process: 512m, 4g (default: 3/4 of what there is)',
    }),
  }),
  testTime: option('max-time', duration, {
    ...{ otherwise: DEFAULT_SECONDS, resumable: true },
    ...under(HOW_FAR, { test: `for all together: 90s, 5m, 1h (default: ${DEFAULT_SECONDS}s)` }),
  }),
  testExecutions: option('max-executions', wholeNumber(1), {
    ...under(HOW_FAR, {
      'cluster test': 'of each program under each model, with each seed',
      test: 'of each program under each model',
    }),
  }),
  seeds: option('seeds', seedRange, {
    ...under(HOW_FAR, {
      ...tests('test with each of these: 1-1000, or 1000'),
    }),
  }),
  maxDepth: option('max-depth', wholeNumber(1), {
    ...CHECK,
    ...under(HOW_FAR, {
      ...checks('follow each thread for N operations'),
      ...fixes(AS_BEFORE),
    }),
  }),
  symmetry: option(
    'symmetry',
    choice<SymmetryMode>(() => SYMMETRY_MODES, 'symmetry mode', 'MODE'),
    {
      ...{ ...CONFIG, otherwise: 'auto' as const },
      ...under(HOW_FAR, { check: 'auto (default): explore like threads in one order; off' }),
    },
  ),
  unroll: option('unroll', wholeNumber(1), {
    ...CHECK,
    ...under(HOW_FAR, {
      ...checks('follow loops N times (default: 32, counted ones 1000)'),
      ...tests('follow loops N times (default: 32, counted ones 1000)'),
      replay: AS_BEFORE,
      scenario: AS_BEFORE,
      ...fixes(AS_BEFORE),
    }),
  }),
  seed: option('seed', wholeNumber(0), {
    ...CHECK,
    ...under(HOW_FAR, {
      check: 'order of the search, random numbers of C (default: 1)',
      test: 'choice of executions, random numbers of C (default: 1)',
      replay: AS_BEFORE,
      record: 'choice of the schedule (default: 1)',
      steer: 'of the first run; each further one has the next (default: 1)',
    }),
  }),
  jobs: option('jobs', wholeNumber(1, MOST_JOBS), {
    ...{ ...CONFIG, otherwise: defaultJobs(), resumable: true },
    ...under(HOW_FAR, {
      'cluster work': 'explore with N threads (default: one per core)',
      'cluster submit': 'with --wait: threads that shorten what was found',
      'cluster report': 'threads that shorten what was found',
      check: JOBS,
      test: JOBS,
      litmus: JOBS,
    }),
  }),
  first: option('first', flag, {
    ...{ ...CHECK, otherwise: false, resumable: true },
    ...under(HOW_FAR, {
      'cluster submit': 'end with whichever failure is found first',
      'cluster test': 'end with whichever failure is found first',
      check: 'with several jobs: whichever failure is found first',
    }),
  }),
  roles: option('roles', flag, {
    otherwise: false,
    ...under(HOW_FAR, { 'cluster init': 'also make roles for those who submit, work and read' }),
  }),
  wait: option('wait', flag, {
    otherwise: false,
    ...under(HOW_FAR, {
      'cluster submit': 'wait for agents to be done, and print the report',
      'cluster test': 'wait for agents to be done, and print the report',
    }),
  }),
  watch: option('watch', flag, {
    otherwise: false,
    ...under(HOW_FAR, { 'cluster status': 'again every two seconds, until the run is over' }),
  }),
  olderThan: option('older-than', duration, {
    ...under(HOW_FAR, { 'cluster prune': 'runs that were over so long ago: 12h, 30d' }),
  }),
  untilIdle: option('until-idle', flag, {
    otherwise: false,
    ...under(HOW_FAR, { 'cluster work': 'end when no run is open' }),
  }),
  ...RESUME_OPTION,

  format: option('format', printedFormat, {
    ...{ otherwise: 'text', resumable: true },
    ...under(PRINTED, {
      'cluster submit': () => listed(printedFormat.names(), 'text'),
      'cluster report': () => listed(printedFormat.names(), 'text'),
      check: () => listed(printedFormat.names(), 'text').replaceAll(', ', ','),
    }),
  }),
  testFormat: option('format', choice(testFormats, 'format', 'FORMAT'), {
    ...{ otherwise: 'text', resumable: true },
    ...under(PRINTED, {
      ...tests(() => listed(testFormats(), 'text')),
    }),
  }),
  lineFormat: option(
    'format',
    choice(() => TEXT_OR_JSON, 'format', 'FORMAT'),
    {
      otherwise: 'text' as const,
      ...under(PRINTED, {
        litmus: listed(TEXT_OR_JSON, 'text'),
        monitor: listed(TEXT_OR_JSON, 'text'),
      }),
    },
  ),
  statusFormat: option(
    'format',
    choice(() => STATUS_FORMATS, 'format', 'FORMAT'),
    { otherwise: 'text' as const, ...under(PRINTED, { 'cluster status': listed(STATUS_FORMATS, 'text') }) },
  ),
  reports: option('report', reportFiles, {
    ...{ ...CONFIG, otherwise: [], resumable: true },
    ...under(PRINTED, {
      'cluster submit': 'also write a file; html, too; repeatable',
      'cluster report': 'also write a file; html, too; repeatable',
      'cluster status': 'also write a page: html=FILE',
      check: 'also write a file; html, too; repeatable',
    }),
  }),
  ...REPAIR_OPTION,
  progress: option(
    'progress',
    choice(() => PROGRESS_MODES, 'progress mode', 'WHICH'),
    {
      ...{ otherwise: 'auto' as const, resumable: true },
      ...under(PRINTED, {
        check: 'auto (default: a line on a terminal), json, none',
        test: 'auto (default), json (with --seeds), none',
        ...fixes('auto (default: a line on a terminal), json, none'),
      }),
    },
  ),
  colour: option(
    'color',
    choice(() => COLOUR_CHOICES, 'colour choice', 'WHEN'),
    {
      ...{ otherwise: 'auto' as const, resumable: true },
      ...under(PRINTED, {
        'cluster submit': 'auto (default), always, never',
        'cluster report': 'auto (default), always, never',
        check: 'auto (default), always, never',
        ...tests('auto (default), always, never'),
      }),
    },
  ),
  help: HELP_OPTION,
} as const;

export type OptionKey = keyof typeof OPTIONS;
export type ValueOf<Key extends OptionKey> = (typeof OPTIONS)[Key] extends Option<infer T> ? T : never;
/** The values of all options. */
export type OptionValues = { readonly [Key in OptionKey]: ValueOf<Key> };
