import type { Context } from './contexts.js';
import type { Names } from './names.js';
import { nameOfRoot } from './names.js';
import type { CallOperation, Sources } from './operations.js';
import type { PointsTo } from './points-to.js';
import type { State } from './state.js';

const ALLOCATES = /^(?:malloc|calloc|valloc|aligned_alloc|strdup)$/;

/** Allocations that no other thread can access yet, since their addresses are only in variables of the thread. */
export class FreshObjects {
  private readonly pointsTo: PointsTo;
  private readonly names: Names;

  constructor(pointsTo: PointsTo, names: Names) {
    this.pointsTo = pointsTo;
    this.names = names;
  }

  /** Notes what a call to the library allocates. */
  allocate(name: string, { to }: CallOperation, { first }: Context, { fresh }: State): void {
    if (ALLOCATES.test(name) && to >= 0) fresh.add(first + to);
  }

  /** Notes that others may find the value: it is stored at `address`, or handed to a thread. */
  publish(value: Sources, context: Context, { fresh }: State, address: Sources = []): void {
    if (fresh.size === 0) return;
    const { objects } = this.pointsTo.targets(value, context);
    for (const each of fresh) {
      // What an allocation holds is found only with its own address.
      if (this.names.of(address, context)?.text === nameOfRoot(each)) continue;
      if ([...this.pointsTo.targetsOf(each).objects.keys()].some((object) => objects.has(object))) fresh.delete(each);
    }
  }

  /** Whether the address is in an allocation of which no other thread knows. */
  has(address: Sources, context: Context, { fresh }: State): boolean {
    if (fresh.size === 0) return false;
    const name = this.names.of(address, context);
    return name !== undefined && [...name.roots].some((root) => fresh.has(root) && name.text === nameOfRoot(root));
  }
}
