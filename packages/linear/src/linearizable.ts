import type { FinalView, ModelName, Program, ScenarioSet, ToldCall } from '@fencepost/core';
import { FencepostError, REFERENCE_MODEL, refusedProgram } from '@fencepost/core';
import { Alphabet } from './scenarios/alphabet.js';
import { realTimeOrder, WAITS } from './histories/history.js';
import { runAlone } from './threads/run-alone.js';
import { DEFAULT_CRITERION } from './histories/criteria.js';
import type { Criterion } from './histories/criteria.js';
import { declaredElements } from './scenarios/declared-elements.js';
import type { Elements } from './histories/elements.js';
import { RandomScenarios } from './scenarios/random-scenarios.js';
import { callsOf } from './scenarios/scenario-calls.js';
import type { Callable, CallingThread, GivenCall } from './callable.js';
import { checkOptions } from './scenarios/check-options.js';
import type { Operations, ScenarioOptions } from './scenarios/scenario-options.js';
import type { Scenario } from './scenarios/scenarios.js';
import { Scenarios } from './scenarios/scenarios.js';
import type { Step } from './histories/sequential-runs.js';
import { SequentialRuns } from './histories/sequential-runs.js';
import { stoppable } from './obstruction-freedom.js';
import { Texts } from './scenarios/format-values.js';

const DEFAULT_CALLS = 4;

/** Returns the program that stands for all scenarios of a data structure. */
export function scenarioProgram(
  name: string,
  structure: Callable,
  operations: Operations,
  options: ScenarioOptions = {},
): Program {
  const refusal = new FencepostError('USAGE', `${name} is a set of scenarios`, {
    hint: 'fencepost check and fix use all of them; fencepost replay needs the name of one (--program)',
  });
  return { ...refusedProgram(name, refusal), scenarios: new StructureScenarios(name, structure, operations, options) };
}

class StructureScenarios implements ScenarioSet {
  readonly extent: string;
  readonly count: number;
  readonly shapes: ScenarioSet['shapes'];
  readonly random: RandomScenarios | undefined;
  private readonly alphabet: Alphabet;
  private readonly scenarios: Scenarios;
  private readonly letters: readonly string[];
  private readonly calls: number;
  /** The letters that each thread may call. */
  private readonly threads: readonly (readonly number[])[];
  private readonly initial: readonly number[];
  private readonly names: readonly string[];
  private readonly blocking: ReadonlySet<number>;
  private readonly texts = new Texts();
  private readonly specification: SequentialRuns;
  private readonly criterion: Criterion;
  private readonly elements: Elements | undefined;

  constructor(
    private readonly name: string,
    private readonly structure: Callable,
    operations: Operations,
    private readonly options: ScenarioOptions,
  ) {
    checkOptions(name, operations, options);
    const { roles, calls = DEFAULT_CALLS, initial = [] } = options;
    const roleNames = roles === undefined ? [] : Object.keys(roles);
    const { threads = Math.max(2, roleNames.length) } = options;
    this.alphabet = new Alphabet(operations, (value) => structure.show(value));
    this.letters = this.alphabet.letters.map(({ operation, args }) => this.written(operation, args));
    this.requireDifferent();
    this.calls = calls;
    this.initial = initial.map(([operation, ...args]) => this.letterOf(operation, args));
    const roleOf = (t: number): string | undefined => roleNames[t % roleNames.length];
    const everything = Object.keys(operations);
    this.blocking = new Set(this.alphabet.of(this.known(options.blocking ?? [], everything)));
    const letters = Array.from({ length: threads }, (_, t) => {
      const role = roleOf(t);
      return this.alphabet.of(role === undefined ? everything : this.known(roles![role]!, everything));
    });
    this.scenarios = new Scenarios({ alphabet: this.alphabet, threads: letters, initial: this.initial });
    this.names = letters.map((_, t) => {
      const role = roleOf(t);
      if (role === undefined) return `${this.caller} ${t + 1}`;
      return threads > roleNames.length ? `${role} ${1 + Math.floor(t / roleNames.length)}` : role;
    });
    this.criterion = options.criterion ?? DEFAULT_CRITERION;
    const asked = this.criterion === DEFAULT_CRITERION ? '' : ` (${this.criterion})`;
    this.extent = `with at most ${counted(calls, 'call')} on ${counted(threads, this.caller)}${asked}`;
    const sizes = Array.from({ length: calls }, (_, i) => i + 1);
    this.count = sizes.reduce((sum, size) => sum + this.scenarios.count(size), 0);
    this.shapes = sizes.flatMap((size) => this.scenarios.shapes(size));
    this.threads = letters;
    const { random = 0 } = options;
    if (random > 0) this.random = new RandomScenarios(this.scenarios, letters, calls, random);
    this.specification = new SequentialRuns(this.letters.length, (path, results) =>
      this.runSequentially(path, results),
    );
    for (const each of [...(options.puts ?? []), ...(options.takes ?? [])]) this.known([each], everything);
    if (this.criterion === 'elements') this.elements = this.elementsOf(options);
  }

  *programs(isWanted: (number: number) => boolean = () => true): Generator<Program> {
    let number = 0;
    for (const scenario of this.scenarios.upTo(this.calls)) if (isWanted(number++)) yield this.programOf(scenario);
    for (const scenario of this.random ?? []) if (isWanted(number++)) yield this.programOf(scenario);
  }

  named(name: string): Program | undefined {
    const scenario = this.parsed(name);
    return scenario && this.programOf(scenario);
  }

  *smaller(name: string): Generator<Program> {
    const scenario = this.parsed(name) ?? [];
    if (scenario.flat().length - 1 <= this.calls) return;
    for (const [t, calls] of scenario.entries()) {
      for (const i of calls.keys()) yield this.programOf(scenario.with(t, calls.toSpliced(i, 1)));
    }
  }

  /** What makes calls. */
  private get caller(): string {
    return this.structure.interleaving === undefined ? 'thread' : 'task';
  }

  /** Returns the scenario of this name. */
  private parsed(name: string): Scenario | undefined {
    const prefix = `${this.name}: `;
    if (!name.startsWith(prefix)) return undefined;
    const threads = name.slice(prefix.length).split(' | ');
    while (threads.length < this.names.length) threads.push(NOTHING);
    const letterOf = (call: string): number => this.letters.indexOf(call);
    const scenario = threads.map((calls) => (calls === NOTHING ? [] : calls.split('; ').map(letterOf)));
    const isMade = scenario.every((calls, t) => calls.every((letter) => this.threads[t]?.includes(letter)));
    return isMade && threads.length === this.names.length ? scenario : undefined;
  }

  /** Returns the threads that make calls. */
  private threadsOf(scenario: Scenario): readonly (CallingThread & { readonly letters: readonly number[] })[] {
    let number = 0;
    return scenario
      .map((calls, t) => ({
        ...{ name: this.names[t]!, letters: calls, key: calls.join() },
        calls: calls.map((each) => this.given(each, number++)),
      }))
      .filter(({ calls }) => calls.length > 0);
  }

  private programOf(scenario: Scenario): Program {
    const { letters, structure, specification, texts, criterion } = this;
    const told = scenario.map((calls) => calls.map((letter) => letters[letter]!).join('; ') || NOTHING);
    const threads = this.threadsOf(scenario);
    // Omit trailing threads without calls.
    const written = told.slice(0, told.findLastIndex((calls) => calls !== NOTHING) + 1).join(' | ');
    const plain = structure.program(`${this.name}: ${written}`, threads, this.givenInitial());
    const program = criterion === 'obstruction-free' ? stoppable(plain, threads.map((each) => each.name)) : plain; // prettier-ignore
    const calls = callsOf({
      scenario: threads.map((each) => each.letters),
      names: threads.map((each) => each.name),
      ...{ letters, specification, texts },
      initial: () => this.toldInitial(),
      blocking: this.blocking,
      resultsOf: (final, thread) => structure.resultsOf(final, thread),
      firstThread: () => structure.firstThread?.(program) ?? 0,
      respects: this.options.respects,
      ...{ criterion, elements: this.elements },
    });
    // Not a copy: properties may change as the front end learns.
    const refuse = (model: ModelName): void => {
      program.refuse?.(model);
      if (this.options.respects === 'real time') requireClock(this.name, model);
    };
    const { interleaving } = structure;
    if (interleaving !== undefined) {
      const check = (final: FinalView): void =>
        calls.check(final, realTimeOrder(calls.count, interleaving.call(structure, final)));
      return Object.create(program, { after: { value: check, enumerable: true } }) as Program;
    }
    const added = { calls: { value: calls, enumerable: true }, refuse: { value: refuse, enumerable: true } };
    return Object.create(program, added) as Program;
  }

  private runSequentially(path: readonly number[], results: readonly number[]): Step {
    const { structure } = this;
    const numberOf = (result: string | undefined): number =>
      result === undefined ? WAITS : this.texts.numberOf(result);
    if (structure.everyRun === undefined || structure.model !== undefined) {
      return { result: numberOf(this.lastResult(path, this.givenInitial())) };
    }
    const runs = structure.everyRun(path.map((letter, i) => this.given(letter, i)), this.givenInitial()); // prettier-ignore
    const before = path.length - 1;
    const asGiven = runs.filter((run) => results.every((result, i) => numberOf(run[i]) === result));
    const possible = new Set(asGiven.map((run) => numberOf(run[before])));
    const result = possible.has(WAITS) ? WAITS : possible.values().next().value!;
    possible.delete(result);
    return { result, others: [...possible] };
  }

  /** Returns the result of the last call after the initial ones and those before it; undefined if it waits. */
  private lastResult(path: readonly number[], initial: readonly GivenCall[]): string | undefined {
    const { structure } = this;
    const calls = path.map((letter, i) => this.given(letter, i));
    if (structure.model !== undefined) return structure.model([...initial, ...calls]);
    const thread = { name: 'sequential', calls, key: path.join() };
    const program =
      structure.programAlone?.(this.name, thread, initial) ?? structure.program(this.name, [thread], initial);
    const end = runAlone(program);
    if (end.kind === 'failed') return `fails: ${end.message}`;
    return end.kind === 'waits' ? undefined : structure.resultsFrom(end.outcome)[path.length - 1];
  }

  private elementsOf(options: ScenarioOptions): Elements {
    const { name, alphabet, letters, texts, initial, structure } = this;
    const source = {
      ...{ name, alphabet, letters, texts, initial },
      show: (value: unknown) => structure.show(value),
      resultAfter: (calls: readonly number[]) => this.lastResult(calls, []),
    };
    return declaredElements(source, options);
  }

  private toldInitial(): readonly ToldCall[] {
    return this.initial.map((letter) => ({ call: this.letters[letter]!, result: '' }));
  }

  private givenInitial(): readonly GivenCall[] {
    return this.initial.map((letter, i) => this.given(letter, i));
  }

  private given(letter: number, number: number): GivenCall {
    const { operation, args } = this.alphabet.letters[letter]!;
    return { operation, args, number, blocking: this.blocking.has(letter) };
  }

  private written(operation: string, args: readonly unknown[]): string {
    return `${operation}(${args.map((arg) => this.structure.show(arg)).join(', ')})`;
  }

  /** Throws if two calls are written alike, because scenarios are named by their calls. */
  private requireDifferent(): void {
    const twice = this.letters.find((each, i) => this.letters.indexOf(each) < i);
    if (twice === undefined) return;
    throw new FencepostError('USAGE', `${this.name} has two calls with the text ${twice}`, {
      hint: 'give each value once, and use objects that print differently',
    });
  }

  private letterOf(operation: string, args: readonly unknown[]): number {
    const written = this.written(operation, args);
    const letter = this.letters.indexOf(written);
    if (letter >= 0) return letter;
    throw new FencepostError('USAGE', `${this.name} has the initial call ${written}, which is not one of its calls`, {
      hint: `its calls are ${this.letters.join(', ')}`,
    });
  }

  private known(operations: readonly string[], all: readonly string[]): readonly string[] {
    const unknown = operations.find((each) => !all.includes(each));
    if (unknown === undefined) return operations;
    throw new FencepostError('USAGE', `${this.name} has no operation ${unknown}`, {
      hint: `its operations are ${all.join(', ')}`,
    });
  }
}

/** Throws if the model cannot respect real time. The requested order must not be replaced by a weaker one. */
function requireClock(name: string, model: ModelName): void {
  if (model === REFERENCE_MODEL) return;
  throw new FencepostError(
    'MODEL_UNSUPPORTED',
    `${name} must respect real time, which is supported under ${REFERENCE_MODEL} only`,
    {
      hint: `check it with --model ${REFERENCE_MODEL}, or omit respects`,
    },
  );
}

/** Text for a thread without calls, in the names of scenarios. */
const NOTHING = '-';

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
