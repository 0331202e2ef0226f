import type { Native } from '../memory/views/replace.js';
import { callNative, disguised, method, undisguised } from '../memory/views/replace.js';
import type { InPlaceModule } from '../transform/in-place.js';
import { functionTexts } from '../transform/in-place.js';
import { PREFIX } from '../transform/text/own-names.js';

/**
 * The source texts of functions as written in the program. Few programs read them, so modules are examined on demand.
 */
export class FunctionTexts {
  private readonly unread: InPlaceModule[] = [];
  private readonly originals = new Map<string, string>();

  add(module: InPlaceModule): void {
    this.unread.push(module);
  }

  /** Makes `toString` of functions return the text as written. */
  install(): void {
    const native = Reflect.get(Function.prototype, 'toString') as Native;
    const replacement = method((self) => {
      const replaced = typeof self === 'function' ? undisguised(self) : undefined;
      return this.originalOf(callNative(native, replaced ?? self, []) as string);
    });
    Object.defineProperty(Function.prototype, 'toString', {
      ...Object.getOwnPropertyDescriptor(Function.prototype, 'toString'),
      value: disguised(native, replacement),
    });
  }

  private originalOf(text: string): string {
    if (!text.includes(PREFIX)) return text;
    for (;;) {
      const known = this.originals.get(text);
      if (known !== undefined) return known;
      const module = this.unread.pop();
      if (module === undefined) return text;
      for (const [instrumented, original] of functionTexts(module)) this.originals.set(instrumented, original);
    }
  }
}
