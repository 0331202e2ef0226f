import { relative } from 'node:path';
import type { TestSequencer, TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Milliseconds: what a long one is taken for before it has run. */
const LONG = 60_000;

/**
 * Begins with what takes longest, so that no core waits at the end: by what files took the last time where that is
 * known, else long ones before slow ones, larger before smaller ones.
 */
export class LongestFirst extends BaseSequencer implements TestSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).map((file) => ({
      file,
      group: file.project.config.sequence.groupOrder,
      duration: this.durationOf(file),
    }));
    return sorted.sort((a, b) => a.group - b.group || b.duration - a.duration).map(({ file }) => file);
  }

  private durationOf({ project, moduleId }: TestSpecification): number {
    const key = `${project.name}:${relative(this.ctx.config.root, moduleId)}`;
    const known = this.ctx.cache.getFileTestResults(key)?.duration ?? 0;
    return known > 0 || !moduleId.endsWith('.long.test.ts') ? known : LONG;
  }
}
