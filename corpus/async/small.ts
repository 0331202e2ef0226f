// Claims about the order of steps of small programs.
import assert from 'node:assert';
import type { CheckBuilder } from 'fencepost';
import { check } from 'fencepost';

export interface Small {
  readonly name: string;
  /** Calls `step` as it goes on. `t` is for services. */
  readonly run: (step: (name: string) => void, t: CheckBuilder) => () => unknown;
  /** Chains of steps, in this order. */
  readonly ordered: readonly string[];
  /** Two steps that may come in either order. */
  readonly race?: readonly [string, string];
}

export const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));

export function resolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => void (resolve = settle));
  return { promise, resolve };
}

/** Declares a check that claims these orders: a step that happens comes before the next of its chain that happens. */
function claim(name: string, run: Small['run'], chains: readonly string[]): void {
  check(name, (t) => {
    const steps: string[] = [];
    t.task(
      'main',
      run((step) => void steps.push(step), t),
    );
    t.after(() => {
      for (const chain of chains) {
        const named = chain.split(', ');
        const happened = named.filter((step) => steps.includes(step));
        assert.deepEqual(
          steps.filter((step) => named.includes(step)),
          happened,
        );
      }
    });
  });
}

/** Declares the checks of a program: its order holds, and neither order of its race does. */
export function checkSmall({ name, run, ordered, race }: Small): void {
  claim(`${name}: right`, run, ordered);
  if (race === undefined) return;
  const [one, other] = race;
  claim(`${name}, ${one} before ${other}: wrong`, run, [`${one}, ${other}`]);
  claim(`${name}, ${other} before ${one}: wrong`, run, [`${other}, ${one}`]);
}
