// What the checks use of async packages. They are installed when the tests run.

declare module 'async-lock' {
  export default class AsyncLock {
    acquire<T>(key: string, body: () => Promise<T>): Promise<T>;
  }
}

declare module 'async-mutex' {
  export class Mutex {
    runExclusive<T>(body: () => Promise<T>): Promise<T>;
  }
  export class Semaphore {
    constructor(size: number);
    runExclusive<T>(body: () => Promise<T>): Promise<T>;
  }
}

declare module 'async-sema' {
  export class Sema {
    constructor(size: number);
    acquire(): Promise<unknown>;
    release(): void;
  }
}

declare module 'await-lock' {
  export default class AwaitLock {
    acquireAsync(): Promise<void>;
    release(): void;
  }
}

declare module 'bottleneck/light.js' {
  export default class Bottleneck {
    constructor(options: { readonly maxConcurrent: number });
    schedule<T>(body: () => Promise<T>): Promise<T>;
  }
}

declare module 'dataloader' {
  export default class DataLoader<K, V> {
    constructor(load: (keys: readonly K[]) => Promise<readonly V[]>);
    load(key: K): Promise<V>;
    clear(key: K): this;
  }
}

declare module 'keyv' {
  export default class Keyv {
    constructor(options: { readonly store: unknown });
    get<T>(key: string): Promise<T | undefined>;
    set(key: string, value: unknown): Promise<boolean>;
  }
}

declare module 'lru-cache' {
  export class LRUCache<K, V> {
    constructor(options: { readonly max: number; readonly fetchMethod: (key: K) => Promise<V> });
    fetch(key: K): Promise<V | undefined>;
    delete(key: K): boolean;
  }
}

declare module 'p-limit' {
  export default function pLimit(concurrency: number): <T>(body: () => Promise<T>) => Promise<T>;
}

declare module 'p-map' {
  export default function pMap<T, R>(
    items: readonly T[],
    mapper: (item: T) => Promise<R>,
    options: { readonly concurrency: number },
  ): Promise<R[]>;
}

declare module 'p-memoize' {
  export default function pMemoize<P extends unknown[], R>(
    body: (...parameters: P) => Promise<R>,
  ): (...parameters: P) => Promise<R>;
  export function pMemoizeClear(memoized: object): void;
}

declare module 'p-queue' {
  export default class PQueue {
    constructor(options: { readonly concurrency: number });
    add<T>(body: () => Promise<T>): Promise<T>;
  }
}
