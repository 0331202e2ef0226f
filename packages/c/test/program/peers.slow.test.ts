import { exploreGraphs, exploreSource } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, counts, explored, hasPeers, peer } from '@fencepost/testing/compiled';

// The programs on which other checkers were measured, as they are, and the numbers of complete executions published.

const UNROLL = 24;

type Counts = readonly [sc: number, tso: number, pso: number];

const same = (count: number): Counts => [count, count, count];

const SMALL: readonly (readonly [string, string, Counts])[] = [
  ['nidhugg/tiny.c', '', same(1)],
  ['nidhugg/sb.c', '', [3, 4, 4]],
  ['nidhugg/sb.c', '-DN=3', [7, 8, 8]],
  ['nidhugg/sb.c', '-DN=7', [127, 128, 128]],
  ['nidhugg/sb.c', '-DCHECK -DFENCE', same(3)],
  ['nidhugg/mp.c', '-DFENCE', same(2)],
  ['nidhugg/readers.c', '-DN=10', same(1024)],
  ['nidhugg/lastzero.c', '', same(64)],
  ['nidhugg/fib.c', '', [141, 175, 175]],
  ['nidhugg/indexer.c', '-DN=12', same(8)],
  ['nidhugg/indexer.c', '-DN=13', same(64)],
  ['nidhugg/filesystem.c', '-DN=14', same(2)],
  ['nidhugg/filesystem.c', '-DN=16', same(8)],
  ['nidhugg/filesystem.c', '-DN=18', same(32)],
  ['nidhugg/filesystem.c', '-DN=20', same(128)],
  ['genmc/sb.c', '-DMO=1', [3, 4, 4]],
  ['genmc/sb.c', '-DMO=0 -DN=7', same(127)],
  ['genmc/readers.c', '-DMO=1', same(32)],
  ['genmc/lastzero.c', '-DMO=1', same(64)],
  ['genmc/fib.c', '-DMO=1', [141, 175, 175]],
  ['genmc/inc.c', '-DMO=1', same(720)],
  ['genmc/indexer.c', '-DMO=1 -DN=12', same(8)],
  ['genmc/lb.c', '-DMO=1', same(3)],
  ['genmc/iriw.c', '-DMO=1', same(15)],
];

const LARGE: readonly (readonly [string, string, Counts])[] = [
  ['nidhugg/lastzero.c', '-DN=8', same(704)],
  ['nidhugg/fib.c', '-DK=4', [1107, 1764, 1764]],
  ['nidhugg/lastzero.c', '-DN=10', same(3328)],
  ['nidhugg/fib.c', '-DK=5', [8953, 19_404, 19_404]],
  ['nidhugg/indexer.c', '-DN=14', same(512)],
  ['genmc/sb.c', '-DMO=1 -DN=13', [8191, 8192, 8192]],
  ['genmc/inc.c', '-DMO=1 -DN=7', same(5040)],
  ['genmc/readers.c', '-DMO=1 -DN=13', same(8192)],
];

const words = (flags: string): string[] => flags.split(' ').filter((flag) => flag !== '');

const program = (name: string, flags: string) =>
  compile(peer(name), { flags: words(flags), bounds: { unroll: UNROLL } });

describe.skipIf(!canCompile || !hasPeers)('programs of other checkers', { timeout: 30_000 }, () => {
  it.each(SMALL)('%s %s', async (name, flags, expected) => {
    const compiled = await program(name, flags);
    expect(counts(compiled, exploreGraphs)).toEqual(expected);
    expect(counts(compiled, exploreSource)).toEqual(expected);
    expect(compiled.limits!()).toEqual([]);
  });

  it.each(LARGE)('%s %s, as graphs', async (name, flags, expected) => {
    expect(counts(await program(name, flags), exploreGraphs)).toEqual(expected);
  });

  it('a counting spin loop is followed up to the bound, which is named', async () => {
    const compiled = await program('genmc/sideloop.c', '-DMO=1');
    const { executions, blocked } = explored(compiled, exploreGraphs, { model: 'tso' });
    expect([executions, blocked]).toEqual([UNROLL, 1]);
    expect(compiled.limits!()).toMatchObject([{ bound: `${UNROLL} iterations` }]);
  });

  it('atomics of two sizes on the same bytes are one word, whose parts are stored without delay', async () => {
    const compiled = await program('genmc/mixed.c', '');
    const { executions } = explored(compiled, exploreGraphs, { model: 'sc' });
    expect(executions).toBe(2);
    expect(compiled.limits!()).toMatchObject([{ what: expect.stringMatching(/part of a word at .*:4/) as string }]);
  });

  it('the Michael–Scott queue, followed without waiting', async () => {
    for (const [k, count] of [
      [2, 24],
      [3, 147],
    ] as const) {
      const flags = [`-DK=${k}`, '-DP=1', '-DC=1'];
      const compiled = await compile(peer('nidhugg/msqueue.c'), { flags, bounds: { wait: false } });
      expect(counts(compiled, exploreGraphs)).toEqual(same(count));
    }
  });
});
