import type { Draw } from '@fencepost/testing/drawing';
import { drawing } from '@fencepost/testing/drawing';

const READ_ORDERS = ['relaxed', 'acquire', 'seq_cst'];
const WRITE_ORDERS = ['relaxed', 'release', 'seq_cst'];
const ORDERS = ['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'];

/** A program whose threads retry compare-and-swaps on x and y, and note what they read in o; p and q are plain. */
export function retryingProgram(seed: number): string {
  const draw = drawing(seed);
  const threads = draw(4) === 0 ? 3 : 2;
  let outputs = 0;
  const output = (): string => `o[${outputs++}]`;
  const bodies = Array.from({ length: threads }, (_, t) => {
    const count = threads === 2 ? 2 + draw(2) : 1 + draw(2);
    return Array.from({ length: count }, () => `  ${statement(draw, output, t)}\n`).join('');
  });
  const each = (line: (t: number) => string): string => bodies.map((_, t) => `  ${line(t)};\n`).join('');
  return [
    '#include <pthread.h>\n#include <stdatomic.h>\n',
    `atomic_int x, y;\nint p, q[${threads}], o[${Math.max(outputs, 1)}];\n`,
    ...bodies.map((body, t) => `void *t${t}(void *unused) {\n${body}  return 0;\n}\n`),
    `int main(void) {\n  pthread_t h[${threads}];\n`,
    each((t) => `pthread_create(&h[${t}], 0, t${t}, 0)`),
    each((t) => `pthread_join(h[${t}], 0)`),
    '}\n',
  ].join('');
}

function statement(draw: Draw, output: () => string, t: number): string {
  const order = (orders: readonly string[]): string => `memory_order_${orders[draw(orders.length)]!}`;
  const variable = draw(2) === 0 ? 'x' : 'y';
  const load = (x = variable): string => `atomic_load_explicit(&${x}, ${order(READ_ORDERS)})`;
  const cas = (next: string): string => {
    const strength = draw(3) === 0 ? 'weak' : 'strong';
    const orders = `${order(ORDERS)}, ${order(READ_ORDERS)}`;
    return `atomic_compare_exchange_${strength}_explicit(&${variable}, &v, ${next}, ${orders})`;
  };
  const next = ['v + 1', 'v * 2 + 1', `${1 + draw(2)}`, `v | ${1 + draw(3)}`][draw(4)]!;
  const own = (): string => (draw(4) === 0 ? 'p' : `q[${t}]`);
  const forms = [
    (): string => `{ int v = ${load()}; while (!${cas(next)}); ${output()} = v; }`,
    (): string => `{ int v = ${load()}; do { if (v == ${draw(3)}) break; } while (!${cas(next)}); ${output()} = v; }`,
    (): string => `{ int v = ${draw(2)}; while (!${cas(next)}); ${output()} = v; }`,
    (): string =>
      `{ int v = ${load()}, w; do w = ${load(draw(2) === 0 ? 'x' : 'y')}; while (!${cas('v + w + 1')}); ${output()} = v * 8 + w; }`,
    (): string => `{ int v = ${load()}, n = 0; while (v < ${1 + draw(2)} && ++n < 3) v = ${load()}; ${output()} = v; }`,
    (): string => `{ int v; do v = ${load()}; while (!${cas(next)}); ${output()} = v; }`,
    (): string =>
      `{ int v; do { v = ${load()}; if (v == ${draw(3)}) break; } while (!${cas(next)}); ${output()} = v; }`,
    // Stores that are read back, or not, and that other threads see, or not.
    (): string => `{ int v; do { v = ${load()}; ${own()} = v; } while (!${cas(next)}); ${output()} = v; }`,
    (): string => `{ int v = ${load()}; do ${own()} = v; while (!${cas(next)}); ${output()} = v; }`,
    (): string =>
      `{ int v, w; do { v = ${load()}; q[${t}] = v; w = q[${t}]; } while (!${cas('w + 1')}); ${output()} = q[${t}]; }`,
    (): string => `{ int v; do { q[${t}] = 1; v = ${load()}; if (v == 0) continue; } while (!${cas(next)}); }`,
  ];
  const kind = draw(18);
  if (kind >= 12) return forms[kind - 7]!();
  if (kind < 5) return forms[kind]!();
  if (kind < 7) return `atomic_store_explicit(&${variable}, ${1 + draw(3)}, ${order(WRITE_ORDERS)});`;
  if (kind < 9) return `${output()} = ${load()};`;
  if (kind === 9) return `atomic_fetch_add_explicit(&${variable}, 1, ${order(ORDERS)});`;
  if (kind === 10) return `atomic_thread_fence(${order(ORDERS)});`;
  return draw(3) === 0 ? `p = ${1 + draw(2)};` : `${output()} = p;`;
}
