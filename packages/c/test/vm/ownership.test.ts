import { childHandle, isRestart, load, lock, look, store, stuck, tryLock, unlock } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { OwnWrites } from '../../src/vm/threads/own-writes.js';
import { Ownership } from '../../src/vm/context/ownership.js';

const MAIN = 1;
const [FIRST, SECOND] = [childHandle(MAIN, 1), childHandle(MAIN, 2)];

function rediscovers(action: () => void): boolean {
  try {
    action();
    return false;
  } catch (error) {
    return isRestart(error);
  }
}

describe('a location belongs to a thread', () => {
  it.each([
    ['before it starts', 1, [], false],
    ['after it was joined', 2, [SECOND], false],
    ['while it lives', 2, [], true],
    ['after another was joined', 2, [FIRST], true],
  ])('unless its parent writes there %s', (_when, spawned, joined, contested) => {
    const [claimedFirst, writtenFirst] = [new Ownership(), new Ownership()];
    expect(claimedFirst.claim('writes', 8, SECOND)).toBe(true);
    expect(rediscovers(() => claimedFirst.note(8, claimedFirst.moment(MAIN, spawned, joined), true))).toBe(contested);
    writtenFirst.note(8, writtenFirst.moment(MAIN, spawned, joined), true);
    for (const of of [claimedFirst, writtenFirst, Ownership.restored(writtenFirst.save())]) {
      expect(of.claim('writes', 8, SECOND)).toBe(!contested);
    }
  });

  it('whose writes others may read, if it claims no more', () => {
    const of = new Ownership();
    expect(of.claim('writes', 8, FIRST)).toBe(true);
    of.note(8, of.moment(SECOND, 0, []), false);
    expect(of.claim('writes', 8, FIRST)).toBe(true);
    expect(of.claim('accesses', 8, FIRST)).toBe(false);
  });
});

describe('changes that no other thread can observe', () => {
  const made = () => {
    const ownership = new Ownership();
    const writes = new OwnWrites(ownership, FIRST);
    const perform = (operation: ReturnType<typeof store>, result = 0) => {
      writes.before(operation);
      writes.access(operation, result, 0, []);
      if (result === 0) writes.isWrite(operation, 0);
    };
    return { ownership, writes, perform };
  };

  it('taking and releasing a mutex, in this order', () => {
    const { writes, perform } = made();
    perform(lock(8));
    expect(writes.areUnnoticed(0)).toBe(false);
    perform(unlock(8));
    expect(writes.areUnnoticed(0)).toBe(true);
    perform(lock(8));
    expect(writes.areUnnoticed(1)).toBe(false);
    expect(writes.areNoticed(1)).toBe(true);
  });

  it('taking a mutex that others fail to take only in iterations that are left out', () => {
    const { ownership, writes, perform } = made();
    const other = new OwnWrites(ownership, SECOND);
    const fails = (): void => other.access(tryLock(8), 1, 0, []);
    perform(tryLock(8));
    perform(unlock(8));
    expect(writes.areUnnoticed(0)).toBe(true);
    fails();
    other.before(unlock(16));
    other.before(stuck(3));
    expect(writes.areUnnoticed(0)).toBe(true);
    expect(rediscovers(() => other.before(lock(16)))).toBe(true);
    expect(writes.areUnnoticed(0)).toBe(false);
    expect(writes.areNoticed(0)).toBe(true);
  });

  it.each([undefined, stuck(0), lock(16), store(16, 1)])('but not if the next operation is %o', (next) => {
    const { ownership, writes, perform } = made();
    perform(lock(8));
    perform(unlock(8));
    expect(writes.areUnnoticed(0)).toBe(true);
    const other = new OwnWrites(ownership, SECOND);
    other.access(look(8), 1, 0, []);
    expect(rediscovers(() => other.before(next))).toBe(true);
    expect(Ownership.restored(ownership.save()).claim('tries', 8, FIRST)).toBe(false);
  });

  it('a store of the value that the thread itself stored there, in the same order', () => {
    const { writes, perform } = made();
    perform(store(8, 1, 'release'));
    expect(writes.areUnnoticed(0)).toBe(false);
    perform(store(8, 1, 'release'));
    expect(writes.areUnnoticed(1)).toBe(true);
    perform(store(8, 1, 'relaxed'));
    perform(load(8));
    expect(writes.areUnnoticed(3)).toBe(true);
  });

  it('writes that were undone, unless another thread reads them', () => {
    const { ownership, writes, perform } = made();
    for (const value of [0, 1, 0]) perform(store(8, value));
    expect([writes.areUnnoticed(2), writes.areUnnoticed(1)]).toEqual([false, true]);
    expect(rediscovers(() => ownership.note(8, ownership.moment(SECOND, 0, []), false))).toBe(true);
    expect(writes.areUnnoticed(1)).toBe(false);
  });
});
