import type { Memory, ModelName } from '@fencepost/core';
import { INITIAL, hasMachine, machineOf, modelNames } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Specification } from './model-specifications.js';
import { specificationOf } from './model-specifications.js';

const PROCESSES = [0, 1, 2];
const ADDRESSES = [0, 1, 2];
const INITIAL_VALUES = [0, 7, 0];

type Command =
  | { readonly kind: 'store' | 'atomic'; readonly p: number; readonly a: number; readonly v: number }
  | { readonly kind: 'load'; readonly p: number; readonly a: number; readonly choice: number }
  | { readonly kind: 'commit'; readonly p: number; readonly rank: number }
  | { readonly kind: 'store-store' | 'load-load'; readonly p: number };

const p = fc.constantFrom(...PROCESSES);
const a = fc.constantFrom(...ADDRESSES);
const stores = fc.record({ kind: fc.constant('store' as const), p, a, v: fc.nat(99) });
const atomics = fc.record({ kind: fc.constant('atomic' as const), p, a, v: fc.nat(99) });
const loads = fc.record({ kind: fc.constant('load' as const), p, a, choice: fc.nat(4) });
const commits = fc.record({ kind: fc.constant('commit' as const), p, rank: fc.nat(5) });
const storeStoreFences = fc.record({ kind: fc.constant('store-store' as const), p });
const loadLoadFences = fc.record({ kind: fc.constant('load-load' as const), p });
const command = (storeWeight: number): fc.Arbitrary<Command> =>
  fc.oneof(
    { arbitrary: stores, weight: storeWeight },
    { arbitrary: atomics, weight: 2 },
    { arbitrary: loads, weight: 3 },
    { arbitrary: commits, weight: 4 },
    { arbitrary: storeStoreFences, weight: 1 },
    { arbitrary: loadLoadFences, weight: 1 },
  );
/** Short buffers, or long ones. */
const commands = fc.oneof(...[3, 12].map((weight) => fc.array(command(weight), { maxLength: 40, size: 'max' })));

/** Does the command on both, if the specification allows it. */
function step(memory: Memory, specification: Specification, todo: Command, event: number): void {
  switch (todo.kind) {
    case 'store':
      memory.store(todo.p, todo.a, todo.v, event);
      specification.store(todo.p, todo.a, { value: todo.v, event });
      return;
    case 'atomic':
      if (!specification.drainedFor(todo.p, todo.a)) return;
      memory.writeThrough(todo.p, todo.a, todo.v, event);
      specification.write(todo.p, todo.a, { value: todo.v, event });
      return;
    case 'load': {
      const readable = specification.readable(todo.p, todo.a);
      const choice = todo.choice % readable.length;
      expect(memory.peek(todo.p, todo.a, choice)).toBe(readable[choice]!.value);
      memory.load(todo.p, todo.a, choice);
      expect({ value: memory.value, event: memory.source }).toEqual(readable[choice]);
      specification.hasRead(todo.p, todo.a, choice);
      return;
    }
    case 'commit': {
      const pending = specification.pending(todo.p);
      if (pending.length === 0) return;
      const rank = todo.rank % pending.length;
      if (!pending[rank]!.mayCommit) return;
      memory.commit(todo.p, rank);
      expect([memory.committedLocation, memory.committedEvent]).toEqual([pending[rank]!.a, pending[rank]!.event]);
      specification.commit(todo.p, pending[rank]!.a);
      return;
    }
    case 'store-store':
      memory.storeStoreFence(todo.p);
      specification.storeStoreFence(todo.p);
      return;
    case 'load-load':
      memory.loadLoadFence(todo.p);
      specification.loadLoadFence(todo.p);
  }
}

/** As text, because comparing objects deeply after every step is slow. */
function compare(memory: Memory, specification: Specification): void {
  expect(JSON.stringify(memoryView(memory))).toBe(JSON.stringify(specifiedView(specification)));
}

function memoryView(memory: Memory): unknown {
  return {
    inMemory: ADDRESSES.map((address) => [memory.m[address], memory.writer[address]]),
    processes: PROCESSES.map((process) => ({
      pending: memory.pending(process),
      drained: memory.drained(process),
      committable: [0, 1, 2, 3, 4, 5].map((rank) => memory.committable(process, rank)),
      drainedFor: ADDRESSES.map((address) => memory.drainedFor(process, address)),
      readable: ADDRESSES.map((address) =>
        Array.from({ length: memory.loadChoices(process, address) }, (_, i) => memory.peek(process, address, i)),
      ),
    })),
  };
}

function specifiedView(specification: Specification): unknown {
  return {
    inMemory: ADDRESSES.map((address) => {
      const { value, event } = specification.inMemory(address);
      return [value, event];
    }),
    processes: PROCESSES.map((process) => {
      const pending = specification.pending(process);
      return {
        pending: pending.length,
        drained: pending.length === 0,
        committable: [0, 1, 2, 3, 4, 5].map((rank) => pending[rank]?.mayCommit ?? false),
        drainedFor: ADDRESSES.map((address) => specification.drainedFor(process, address)),
        readable: ADDRESSES.map((address) => specification.readable(process, address).map(({ value }) => value)),
      };
    }),
  };
}

describe.each(modelNames(hasMachine))('the memory of %s', (model: ModelName) => {
  const fresh = (): Memory => {
    const memory = machineOf(model).createMemory();
    memory.fit(INITIAL_VALUES, PROCESSES.length);
    return memory;
  };

  it('agrees with the papers’ figures', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const memory = fresh();
        const specified = specificationOf(model, PROCESSES.length, INITIAL_VALUES);
        list.forEach((todo, i) => {
          step(memory, specified, todo, i);
          compare(memory, specified);
        });
      }),
      { numRuns: 120 },
    );
  });

  const specification = (): Specification => specificationOf(model, PROCESSES.length, INITIAL_VALUES);
  const perform = (memory: Memory, specified: Specification, list: readonly Command[], firstEvent: number): void => {
    list.forEach((todo, i) => step(memory, specified, todo, firstEvent + i));
  };

  it("is independent of changes to a copy, and of the copy's earlier state", () => {
    fc.assert(
      fc.property(commands, commands, commands, commands, (prefix, before, first, second) => {
        const original = { memory: fresh(), specified: specification() };
        perform(original.memory, original.specified, prefix, 0);
        const copy = { memory: fresh(), specified: specification() };
        perform(copy.memory, specification(), before, 100);
        copy.memory.copyFrom(original.memory);
        perform(fresh(), copy.specified, prefix, 0);
        compare(copy.memory, copy.specified);
        perform(original.memory, original.specified, first, 200);
        perform(copy.memory, copy.specified, second, 300);
        compare(original.memory, original.specified);
        compare(copy.memory, copy.specified);
      }),
    );
  });

  it('gives locations and processes found later their initial values', () => {
    const memory = machineOf(model).createMemory();
    memory.fit([1], 1);
    memory.writeThrough(0, 0, 5, 10);
    memory.fit([1, 2], 2);
    memory.load(1, 1, 0);
    expect([memory.value, memory.source]).toEqual([2, INITIAL]);
    memory.load(1, 0, 0);
    expect([memory.value, memory.source]).toEqual([5, 10]);
    expect([memory.pending(1), memory.drained(1)]).toEqual([0, true]);
  });
});
