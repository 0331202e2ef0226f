import { natives } from '#host/natives';
import { replaceByteTexts } from './byte-texts.js';
import { replaceDataViewMethods } from './data-view-methods.js';
import { replaceIndirectCalls } from './indirect-calls.js';
import { replaceMakers, replacePrototypes } from './constructors.js';
import { replaceReflection } from './reflection.js';
import { replaceBufferMethods } from './shared-array-buffer.js';
import { replaceTextMethods } from './text-methods.js';
import { replaceTypedArrayMethods } from './typed-array-methods.js';

/**
 * Makes natives of this process that access elements of typed arrays do so visibly when a thread calls them on shared
 * memory. Does not affect other code.
 */
export function installNatives(): void {
  replaceBufferMethods();
  replaceAccessors();
  replacePrototypes();
}

/** Replaces the natives that access memory, including memory created by code that is not instrumented. */
export function replaceAccessors(): void {
  replaceTypedArrayMethods();
  replaceDataViewMethods();
  replaceTextMethods();
  replaceByteTexts();
  natives.replaceAccessors();
  replaceIndirectCalls();
  replaceReflection();
  replaceMakers();
}
