import { existsSync } from 'node:fs';
import type { TestSequencer, TestSequencerConstructor, TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Begins with these files, in this order; the others follow, longest first as far as that is known. */
export function inOrder(first: readonly string[]): TestSequencerConstructor {
  for (const file of first) if (!existsSync(file)) throw new Error(`there is no ${file} to begin with`);
  const rank = ({ moduleId }: TestSpecification): number => {
    const place = first.indexOf(moduleId);
    return place === -1 ? first.length : place;
  };
  return class extends BaseSequencer implements TestSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
    }
  };
}
