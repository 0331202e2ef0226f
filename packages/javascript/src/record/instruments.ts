import { indirect, text } from '../globals/code-in-texts.js';
import { arg, at, base, cons, inc, pat, r, ref, w } from '../memory/instruments/member-instruments.js';
import { key, part, whole } from '../memory/instruments/pattern-keys.js';
import { proto } from '../memory/natives/reflection.js';
import { bound, id } from '../runtime/calls.js';
import { optionalChains } from '../runtime/optional-chains.js';
import type { IN_PLACE_INSTRUMENTS, InPlaceModule } from '../transform/in-place.js';
import { ATOMICS_GLOBAL, MODULE_GLOBAL, NOTE_GLOBAL } from '../transform/in-place.js';
import { instrument } from '../transform/text/own-names.js';
import { FunctionTexts } from './function-texts.js';
import { natives } from './natives.js';
import { recordedAtomics } from './recorded-atomics.js';
import { SITES } from './shared-words.js';
import type { Steps } from './steps.js';

type InPlaceInstrument = (typeof IN_PLACE_INSTRUMENTS)[number];

/** Defines the globals that instrumented modules use in this thread. */
export function defineInstruments(steps: Steps): void {
  const instruments: Record<InPlaceInstrument, unknown> = {
    ...optionalChains(),
    r, w, inc, ref, pat, part, key, whole, at, arg, cons, base, proto, text, indirect, name: id, id, bound,
    // A field that is an element of shared memory is a write that is not recorded.
    field: id,
  }; // prettier-ignore
  const define = (name: string, value: unknown): void => void Object.defineProperty(globalThis, name, { value });
  for (const [name, value] of Object.entries(instruments)) define(instrument(name as InPlaceInstrument), value);
  const texts = new FunctionTexts();
  texts.install();
  define(MODULE_GLOBAL, (module: InPlaceModule, list: string): number => {
    const { file } = module;
    steps.baton.begin();
    texts.add(module);
    const count = (JSON.parse(list) as readonly unknown[]).length;
    const first = natives.add(steps.words, SITES, count);
    steps.tell({ ask: 'sites', first, file, list });
    return first;
  });
  define(ATOMICS_GLOBAL, recordedAtomics(steps));
  define(NOTE_GLOBAL, (note: string) => {
    steps.baton.begin();
    steps.tell({ ask: 'note', text: note });
  });
}
