/** A whole command that is measured. */
export interface Case {
  readonly name: string;
  /** In corpus/peers; absent: what is run is `args`. */
  readonly file?: string;
  readonly flags?: readonly string[];
  readonly args?: readonly string[];
  /** Executions under TSO. */
  readonly executions?: number;
  /** CPU seconds of the checker alone, as measured of others. */
  readonly peers?: { readonly Nidhugg?: number; readonly GenMC?: number };
  /** The most CPU seconds we allow ourselves, with an empty cache, or with `cachedBar` when built before. */
  readonly bar?: number;
  readonly cachedBar?: number;
  /** Only with `--long`. */
  readonly long?: true;
}

const c = (name: string, file: string, flags: string, more: Partial<Case> = {}): Case => ({
  name,
  file,
  flags: flags === '' ? [] : flags.split(' ').map((flag) => `-D${flag}`),
  ...more,
});

/** The programs that other checkers were measured on, in sizes from a tenth of a second to a hundred. */
export const CASES: readonly Case[] = [
  { name: '--version', args: ['--version'], bar: 0.06 },
  c('tiny', 'iriw.c', '', { executions: 15, cachedBar: 0.12 }),
  c('mp', 'mp.c', 'FENCE', { executions: 2 }),
  c('sb(7)', 'sb.c', 'N=7', { executions: 128, peers: { Nidhugg: 0.032 } }),
  c('sb(13)', 'sb.c', 'N=13', { executions: 8192, peers: { GenMC: 0.41 } }),
  c('sb(16)', 'sb.c', 'N=16', { executions: 65_536, bar: 0.8 }),
  c('sb(20)', 'sb.c', 'N=20', { executions: 1_048_576, long: true }),
  c('readers(10)', 'readers.c', 'N=10', { executions: 1024, peers: { Nidhugg: 0.169 } }),
  c('readers(13)', 'readers.c', 'N=13', { executions: 8192, peers: { Nidhugg: 2 } }),
  c('readers(16)', 'readers.c', 'N=16', { executions: 65_536, peers: { GenMC: 0.69 } }),
  c('readers(22)', 'readers.c', 'N=22', { executions: 4_194_304, long: true }),
  c('inc(8)', 'inc.c', 'N=8', { executions: 40_320, peers: { GenMC: 2.08 } }),
  c('inc(9)', 'inc.c', 'N=9', { executions: 362_880, peers: { GenMC: 21 }, bar: 1.5 }),
  c('inc(10)', 'inc.c', 'N=10', { executions: 3_628_800, long: true }),
  c('lastzero(10)', 'lastzero.c', 'N=10', { executions: 3328, peers: { Nidhugg: 6.3 } }),
  c('lastzero(12)', 'lastzero.c', 'N=12', { executions: 15_360, peers: { GenMC: 1.11 } }),
  c('lastzero(14)', 'lastzero.c', 'N=14', { executions: 69_632, peers: { GenMC: 6.8 }, bar: 0.9 }),
  c('lastzero(18)', 'lastzero.c', 'N=18', { executions: 1_376_256, long: true }),
  c('fib(4)', 'fib.c', 'K=4', { executions: 1764 }),
  c('fib(5)', 'fib.c', 'K=5', { executions: 19_404, peers: { Nidhugg: 1.85, GenMC: 0.93 }, bar: 0.5 }),
  c('fib(6)', 'fib.c', 'K=6', { executions: 226_512, peers: { GenMC: 12.7 }, bar: 1.3 }),
  c('fib(5), third thread', 'fib_checker.c', 'K=5', {
    executions: 525_630,
    peers: { Nidhugg: 48.4, GenMC: 4.5 },
    long: true,
  }),
  c('indexer(14)', 'indexer.c', 'N=14', { executions: 512, peers: { Nidhugg: 0.9, GenMC: 0.32 } }),
  c('indexer(15)', 'indexer.c', 'N=15', { executions: 4096, peers: { Nidhugg: 7.95 } }),
  c('indexer(16)', 'indexer.c', 'N=16', { executions: 32_768, peers: { GenMC: 25 }, bar: 2 }),
  c('indexer(17)', 'indexer.c', 'N=17', { executions: 262_144, long: true }),
  c('msqueue(2,2,1)', 'msqueue.c', 'P=2 C=2 K=1', { executions: 158, peers: { Nidhugg: 0.62 } }),
  c('msqueue(2,1,2)', 'msqueue.c', 'P=2 C=1 K=2', { executions: 2178, peers: { Nidhugg: 7.7 } }),
  c('ticket(3,2)', 'ticket.c', 'FENCE N=3 K=2', { executions: 90, peers: { Nidhugg: 0.07 } }),
  c('ticket(7,1)', 'ticket.c', 'FENCE N=7', { executions: 5040, peers: { GenMC: 0.9 } }),
  c('clh(3,2)', 'clh.c', 'FENCE N=3 K=2', { executions: 90, peers: { Nidhugg: 0.08 } }),
  c('treiber(2,3)', 'treiber.c', 'R=2 W=3', { executions: 114, peers: { GenMC: 1.5 } }),
  c('pgsql(2,3)', 'pgsql_bnd.c', 'FENCE ROUNDS=2 TRIES=3'),
];
