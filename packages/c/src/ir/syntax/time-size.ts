import type { IrModule } from './module.js';
import type { Layout } from './types.js';

const STRUCTURES = ['%struct.timespec', '%struct.timeval'];
const FUNCTIONS = ['@time', '@clock'];

/** Returns the size of `time_t`: 8, but on Linux with 32 bits it is a `long`. WASI's has 64 bits, with as small pointers. */
export function timeSizeOf({ types, declarations }: IrModule, layout: Layout): 4 | 8 {
  if (layout.pointerSize === 8) return 8;
  const isShort =
    STRUCTURES.some((name) => types.has(name) && layout.size(types.get(name)!) === 8) ||
    FUNCTIONS.some((name) => declarations.get(name)?.result.text === 'i32');
  return isShort ? 4 : 8;
}
