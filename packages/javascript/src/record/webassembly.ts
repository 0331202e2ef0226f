import { wasm } from '../wasm/memory.js';
import type { Steps } from './steps.js';

const NOTE = 'the program has a shared WebAssembly.Memory: accesses of WebAssembly code to it are not recorded';

/** Adds a note if the program creates memory that WebAssembly code can share. */
export function noteWebAssembly(steps: Steps): void {
  const Native = wasm['Memory']!;
  const Noting = new Proxy(Native, {
    construct: (target, args: readonly unknown[], newTarget) => {
      const { shared } = (args[0] ?? {}) as { readonly shared?: unknown };
      if (shared === true) steps.tell({ ask: 'note', text: NOTE });
      return Reflect.construct(target, args, newTarget) as object;
    },
  });
  Reflect.set(wasm, 'Memory', Noting);
}
