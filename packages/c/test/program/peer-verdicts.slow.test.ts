import { exploreGraphs, exploreSource } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, exploredAll, hasPeers, peer } from '@fencepost/testing/compiled';

// Locks and programs with bugs on which other checkers were measured, as they are.

const LOCKS = [
  [2, 1, 2],
  [2, 2, 6],
  [2, 3, 20],
  [3, 1, 6],
  [4, 1, 24],
  [3, 2, 90],
] as const;

const words = (flags: string): string[] => flags.split(' ').filter((flag) => flag !== '');

const program = (name: string, flags: string) => compile(peer(name), { flags: words(flags) });

describe.skipIf(!canCompile || !hasPeers)('locks and bugs of other checkers', { timeout: 30_000 }, () => {
  it.each(LOCKS.flatMap(([n, k, count]) => [['ticket', n, k, count] as const, ['clh', n, k, count] as const]))(
    '%s(%i,%i) with the fence is as small under PSO as under TSO',
    async (lock, n, k, count) => {
      const compiled = await program(`nidhugg/${lock}.c`, `-DFENCE -DN=${n} -DK=${k}`);
      for (const explore of [exploreGraphs, exploreSource]) {
        const [sc, tso, pso] = exploredAll(compiled, explore);
        expect([sc, tso, pso].map((found) => found!.executions)).toEqual([count, count, count]);
        expect(pso!.blocked).toBeLessThanOrEqual(tso!.blocked);
        expect(pso!.failures).toEqual([]);
      }
    },
  );

  it.each<readonly [string, string, readonly number[]]>([
    // Failing executions under SC, TSO and PSO.
    ['nidhugg/sb.c', '-DCHECK', [0, 1, 1]],
    ['nidhugg/mp.c', '', [0, 0, 1]],
    ['nidhugg/fib.c', '-DBUG', [2, 2, 2]],
    ['nidhugg/ticket.c', '', [0, 0, 4]],
    ['nidhugg/clh.c', '', [0, 0, 4]],
    ['genmc/mp.c', '-DMO=1', [0, 0, 1]],
    ['genmc/mp.c', '-DMO=2', [0, 0, 0]],
    ['genmc/spin.c', '-DMO=1', [0, 0, 1]],
    ['genmc/spin.c', '-DMO=2', [0, 0, 0]],
    ['genmc/vol.c', '', [0, 1, 1]],
    ['genmc/cond.c', '', [0, 0, 0]],
    ['genmc/dead.c', '', [1, 1, 1]],
    ['genmc/oob.c', '', [1, 1, 1]],
    ['genmc/peterson.c', '-DMO=0', [0, 0, 0]],
    ['genmc/peterson.c', '-DMO=2 -DFENCE', [0, 0, 0]],
  ])('%s %s fails where it should', async (name, flags, expected) => {
    const compiled = await program(name, flags);
    for (const explore of [exploreGraphs, exploreSource]) {
      const failing = exploredAll(compiled, explore).map(({ failures }) =>
        failures.reduce((sum, { executions }) => sum + executions, 0),
      );
      expect(failing).toEqual(expected);
    }
  });
});
