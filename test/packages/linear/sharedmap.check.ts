import { distinct, linearizable, oneOf } from 'fencepost';
import SharedMap from 'sharedmap';

class Strings {
  readonly #map = new SharedMap(4, 4, 4);
  set(key: string, value: string): void {
    this.#map.set(key, value);
  }
  get(key: string): string | undefined {
    return this.#map.get(key);
  }
  delete(key: string): void {
    this.#map.delete(key);
  }
}

linearizable(
  'set and get',
  () => new Strings(),
  { set: [oneOf('a'), distinct('x', 'y')], get: [oneOf('a', 'b')] },
  { calls: 2 },
);
linearizable(
  'with delete',
  () => new Strings(),
  { set: [oneOf('a'), distinct('x')], get: [oneOf('a')], delete: [oneOf('a')] },
  { calls: 2 },
);
