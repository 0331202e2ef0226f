/** The content of memory when the second thread started. */
export interface InitialMemory {
  /** Linear memory up to the end of the data. */
  readonly data: Uint8Array;
  /** Contents of the objects made before that, by address. */
  readonly objects: ReadonlyMap<number, Uint8Array>;
  /** Addresses of objects already freed. */
  readonly freed: ReadonlySet<number>;
  /** Addresses of locals whose functions had returned, if other threads use them. */
  readonly ended: ReadonlySet<number>;
  /** States of synchronisation objects, by place. */
  readonly synchronisation: ReadonlyMap<number, number>;
}
