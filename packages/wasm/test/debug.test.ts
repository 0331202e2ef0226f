import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { debugInfo, instrumentSharedMemory, isAbsolute } from '../src/index.js';

const fixtures = path.join(import.meta.dirname, '../../javascript/test/wasm/fixtures');
const bytesOf = (name: string): Uint8Array => readFileSync(path.join(fixtures, name));

/** Kind, function and source of each access; of code that the linker adds, none is known. */
function accessesIn(name: string): readonly string[] {
  const bytes = bytesOf(name);
  const { nameOf, sourceAt } = debugInfo(bytes);
  return instrumentSharedMemory(bytes).accesses.flatMap(({ kind, place }) => {
    const source = sourceAt(place.offset);
    return source === undefined
      ? []
      : [`${nameOf(place.function)} ${kind} ${source.file}:${source.line}:${source.column}`];
  });
}

describe('debug information', () => {
  it('of clang has lines and variables', () => {
    const accesses = accessesIn('threads.c.wasm');
    expect(accesses).toContain('add_plain load threads.c:15:11');
    expect(accesses).toContain('add_plain store threads.c:15:9');
    expect(accesses).toContain('wait_for_flag wait threads.c:27:35');
    // A function that was put in the place of its call.
    expect(accesses).toContain('add_locked cas threads.c:49:7');
  });

  it('of Rust has the lines that call its library', () => {
    const accesses = accessesIn('threads.rs.wasm');
    expect(accesses).toContain('add_atomic add threads.rs:34:5');
    expect(accesses).toContain('add_locked cas threads.rs:71:8');
    expect(accesses).toHaveLength(24);
    expect(accesses.filter((access) => !access.includes('threads.rs'))).toEqual([]);
  });

  it('has variables, and their members', () => {
    const variables = (name: string, count: number): readonly (string | undefined)[] => {
      const { variableAt } = debugInfo(bytesOf(name));
      return Array.from({ length: count }, (_, i) => variableAt(1024 + 4 * i));
    };
    expect(variables('threads.c.wasm', 5)).toEqual(['plain', 'counter', 'flag', undefined, 'lock_word']);
    expect(variables('wasi.c.wasm', 300)).toEqual(expect.arrayContaining(['done', 'stacks', 'stacks+508', undefined]));
    expect(variables('threads.as.wasm', 5)).toEqual(Array.from({ length: 5 }));
  });

  it('may be missing: exported functions still have names', () => {
    const bytes = bytesOf('threads.as.wasm');
    const { nameOf } = debugInfo(bytes);
    const names = new Set(instrumentSharedMemory(bytes).accesses.map(({ place }) => nameOf(place.function)));
    expect(names).toEqual(new Set(['add_plain', 'add_atomic', 'count', 'wait_for_flag', 'spin_for_flag', 'set_flag', 'set_flag_silently', 'add_locked'])); // prettier-ignore
  });

  it('may be malformed', () => {
    for (const name of ['threads.c.wasm', 'threads.rs.wasm']) {
      const bytes = bytesOf(name);
      const { accesses } = instrumentSharedMemory(bytes);
      const start = Buffer.from(bytes).indexOf('.debug_');
      for (let at = start + 24; at < bytes.length; at += 503) {
        const broken = Uint8Array.from(bytes);
        broken.fill(0xff, at, Math.min(at + 3, bytes.length));
        try {
          const { sourceAt, variableAt } = debugInfo(broken);
          for (const { place } of accesses) sourceAt(place.offset);
          variableAt(1024);
        } catch (error) {
          // The section itself may have another length then.
          expect(String(error)).toContain('MalformedWasm');
        }
      }
    }
  });
});

it('names files by absolute paths of any system', () => {
  expect(['/src/a.c', String.raw`C:\src\a.c`, 'C:/src/a.c'].map(isAbsolute)).toEqual([true, true, true]);
  expect(['src/a.c', 'a.c', 'node:fs', 'file:///src/a.c'].map(isAbsolute)).toEqual([false, false, false, false]);
});
