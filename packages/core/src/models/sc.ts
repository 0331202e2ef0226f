import { Memory } from './memory.js';

/** Sequential consistency (001 Fig. 1; 004 Fig. 3): one memory, no buffers. */
export class ScMemory extends Memory {
  loadChoices(): number {
    return 1;
  }

  load(_p: number, a: number): void {
    this.value = this.m[a]!;
    this.source = this.writer[a]!;
  }

  peek(_p: number, a: number): number {
    return this.m[a]!;
  }

  store(_p: number, a: number, v: number, event: number): void {
    this.write(a, v, event);
  }

  writeThrough(_p: number, a: number, v: number, event: number): void {
    this.write(a, v, event);
  }

  storeStoreFence(): void {
    // Stores reach memory in order anyway.
  }

  loadLoadFence(): void {
    // Loads read memory in order anyway.
  }

  drained(): boolean {
    return true;
  }

  drainedFor(): boolean {
    return true;
  }

  pending(): number {
    return 0;
  }

  committable(): boolean {
    return false;
  }

  commit(): void {
    throw new Error('SC has nothing to commit');
  }
}
