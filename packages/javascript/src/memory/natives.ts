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
 * Makes the natives of this process that access elements of typed arrays do so visibly when a thread calls them on
 * shared memory. Other code is not affected.
 */
export function installNatives(): void {
  replaceBufferMethods();
  replaceAccessors();
  replacePrototypes();
}

/** Those that access memory, whoever made it. */
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
