import type { InstructionProgram, ModelName, Program } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  compareExchange,
  fromInstructions,
  lock,
  parseSchedule,
  program,
  store,
  unlock,
} from '@fencepost/core';
import { memoryStates } from '@fencepost/report';
import { buildStory } from '@fencepost/check';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProgram, walk } from '@fencepost/testing';

function statesOf(source: Program, model: ModelName, schedule: string) {
  return memoryStates(buildStory(new LocalStates(source), model, parseSchedule(schedule)));
}

describe('memory and buffers', () => {
  const passing = program('passing', (p) => {
    const data = p.variable('data', 7);
    const flag = p.variable('flag');
    p.thread('sender', function* () {
      yield store(data, 42);
      yield store(flag, 1);
      yield compareExchange(flag, 0, 5);
    });
  });

  it('are known after each step', () => {
    expect(statesOf(passing, 'pso', 'fp1:1x2.1c1.1c.1')).toEqual([
      { memory: ['7', '0'], buffers: [[]] },
      { memory: ['7', '0'], buffers: [[0]] },
      { memory: ['7', '1'], buffers: [[0]] }, // the flag reaches memory at once: no step of its own
      { memory: ['42', '1'], buffers: [[]] },
      { memory: ['42', '1'], buffers: [[]] }, // the compare-and-swap fails
    ]);
  });

  it('keep stores in the order of issue', () => {
    expect(statesOf(passing, 'tso', 'fp1:1x2').at(-1)).toEqual({ memory: ['7', '0'], buffers: [[0, 1]] });
  });

  it('show the holder of a mutex, and operations on other objects', () => {
    const locking = program('locking', (p) => {
      const m = p.mutex('m');
      const s = p.variable('s', 3);
      const transition = { key: 'post', apply: (old: number) => old + 1 };
      p.thread('owner', function* () {
        yield lock(m);
        yield unlock(m);
        yield { ...compareExchange(s, 0, 0), fn: 'transition', transition };
      });
    });
    expect(statesOf(locking, 'sc', 'fp1:1x3').map(({ memory }) => memory)).toEqual([
      ['free', '3'],
      ['held by owner', '3'],
      ['free', '3'],
      ['free', 'after post of owner'],
    ]);
  });

  it('end as those of the machine do, for every execution', () => {
    const anyModel = fc.constantFrom<ModelName>('sc', 'tso', 'pso', 'pslo');
    const choices = fc.array(fc.nat(59), { minLength: 1, maxLength: 30 });
    const agrees = (source: InstructionProgram, model: ModelName, numbers: readonly number[]): void => {
      const states = new LocalStates(fromInstructions(source));
      const machine = new Machine(states, model);
      const schedule = walk(machine, numbers);
      const story = buildStory(states, model, schedule);
      const { memory, buffers } = memoryStates(story).at(-1)!;
      story.places.forEach(({ name, isMutex }, place) => {
        const location = states.locations.addresses.findIndex((_, each) => states.locations.name(each) === name);
        const value = machine.memory.m[location]!;
        const holder = states.threads.find(value);
        const held = holder === undefined ? 'free' : `held by ${states.threads.names[holder]!}`;
        expect([name, memory[place]]).toEqual([name, isMutex ? held : String(value)]);
      });
      expect(buffers.map(({ length }) => length)).toEqual(buffers.map((_, t) => machine.memory.pending(t)));
    };
    fc.assert(fc.property(randomProgram({ threads: 3, operations: 12 }), anyModel, choices, agrees), { numRuns: 200 });
  });

  it('share unchanged parts, so that long executions are quick', () => {
    const long = program('long', (p) => {
      const places = p.array('cell', 200);
      p.thread('writer', function* () {
        for (let i = 0; i < 2000; i++) yield store(places[i % 200]!, i);
      });
    });
    const story = buildStory(new LocalStates(long), 'sc', parseSchedule('fp1:1x2000'));
    const states = memoryStates(story);
    expect(states).toHaveLength(2001);
    expect(new Set(states.map(({ memory }) => memory)).size).toBe(2001);
    expect(new Set(states.map(({ buffers }) => buffers)).size).toBe(1);
  });
});
