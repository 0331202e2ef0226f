import { distinct, int, linearizable } from 'fencepost';
import { Mutex, RwLock, Semaphore } from '../node_modules/multithreading/src/lib/sync/mod.js';

class Counter {
  readonly #mutex = new Mutex(new Int32Array(new SharedArrayBuffer(4)));
  add(by: number): number {
    const guard = this.#mutex.blockingLock();
    const sum = (guard.value[0]! += by);
    guard.dispose();
    return sum;
  }
}
linearizable('Mutex around a counter', () => new Counter(), { add: [int(1, 2)] }, { calls: 2 });

class Pair {
  readonly #lock = new RwLock(new Int32Array(new SharedArrayBuffer(8)));
  write(value: number): void {
    const guard = this.#lock.blockingWrite();
    guard.value.fill(value);
    guard.dispose();
  }
  read(): number[] {
    const guard = this.#lock.blockingRead();
    const both = [...guard.value];
    guard.dispose();
    return both;
  }
}
linearizable('RwLock around two numbers', () => new Pair(), { write: [distinct(1, 2)], read: [] }, { calls: 2 });

class Permits {
  readonly #semaphore = new Semaphore(1);
  tryAcquire(): boolean {
    return this.#semaphore.tryAcquire() !== null;
  }
}
linearizable('Semaphore with one permit', () => new Permits(), { tryAcquire: [] }, { calls: 4 });
