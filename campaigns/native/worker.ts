import { serve } from '@fencepost/workers';
import type { Language } from './batch.js';
import { compareWithNative } from './compare.js';

export interface NativeTask {
  readonly language: Language;
  readonly seeds: readonly number[];
  readonly folder: string;
  readonly compiler: string;
}

serve(
  () =>
    ({ language, seeds, folder, compiler }: NativeTask) =>
      compareWithNative(language, seeds, folder, compiler),
);
