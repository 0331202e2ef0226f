type Verdict = 'safe' | 'failing' | 'unknown';

/** A package, as npm installs it, whose structures are declared in a file of this folder. */
export interface LinearPackage {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  /** Further packages that it needs, which it may not install itself. */
  readonly needs?: Readonly<Record<string, string>>;
  /** The same of packages that come with it. */
  readonly include?: readonly string[];
  /** SC and ARMv8, by the name of the structure. */
  readonly expected: Readonly<Record<string, readonly [Verdict, Verdict]>>;
  /** Has its lines, as it does not export them. */
  readonly lines?: string;
}

const SAFE = ['safe', 'safe'] as const;
const UNFINISHED = ['unknown', 'unknown'] as const;
const FAILING = ['failing', 'failing'] as const;

/** Findings that were examined (docs/evidence/linearizable.md). */
export const LINEAR_PACKAGES: readonly LinearPackage[] = [
  { name: 'ringbuf.js', version: '0.4.0', file: 'ringbuf.check.ts', expected: { 'ring of 1': SAFE } },
  {
    name: '@webaudiomodules/sdk',
    version: '0.0.12',
    file: 'webaudiomodules.check.ts',
    expected: { 'ring of 1': SAFE, full: FAILING },
  },
  { name: 'sema-engine', version: '0.0.68', file: 'sema-engine.check.ts', expected: { 'ring of 1': SAFE } },
  {
    name: 'multithreading',
    version: '0.3.52',
    file: 'multithreading.check.ts',
    expected: {
      'Mutex around a counter': SAFE,
      'RwLock around two numbers': SAFE,
      'Semaphore with one permit': SAFE,
    },
  },
  {
    name: 'sharedmap',
    version: '1.2.0',
    file: 'sharedmap.check.ts',
    // Pairs of calls were not finished on a busy machine; none failed.
    expected: { 'set and get': UNFINISHED, 'with delete': UNFINISHED },
  },
  {
    name: '@bnaya/objectbuffer',
    version: '0.10.1',
    file: 'objectbuffer.check.ts',
    expected: { 'lock around a counter': SAFE },
  },
  {
    name: '@zenfs/core',
    version: '2.7.6',
    file: 'zenfs.check.ts',
    needs: { memium: '1.0.4', utilium: '3.9.0', kerium: '1.5.0' },
    include: ['eventemitter3', 'buffer'],
    expected: { 'lock around a counter': FAILING },
  },
  { name: 'threadcomm', version: '0.0.91', file: 'threadcomm.check.ts', expected: { 'count of tasks': SAFE } },
  { name: '@divinestar/threads', version: '0.0.50', file: 'divinestar.check.ts', expected: { 'count of tasks': SAFE } },
  {
    name: 'supersonic-scsynth',
    version: '0.59.0',
    file: 'supersonic.check.ts',
    expected: { identifiers: SAFE, 'ring with room for two': FAILING },
  },
  {
    name: '@lastolivegames/becsy',
    version: '0.16.0',
    file: 'becsy.check.ts',
    expected: { take: FAILING },
    lines: 'fixtures/becsy.js',
  },
  {
    name: 'shared-memory-datastructures',
    version: '0.1.9',
    file: 'shared-memory-datastructures.check.ts',
    expected: { 'map with one writer': ['safe', 'failing'] },
  },
];
