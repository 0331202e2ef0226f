import { check } from 'fencepost';

// The programs that `npm run bench -- javascript` explores, as users would write them.

for (const n of [12, 13]) {
  check(`sb(${n})`, (t) => {
    const x = new Int32Array(new SharedArrayBuffer(4 * n));
    for (let i = 0; i < n; i++) {
      t.thread(`t${i}`, () => {
        x[i] = 1;
        return x[(i + 1) % n];
      });
    }
  });
}

check('readers(16)', (t) => {
  const x = new Int32Array(new SharedArrayBuffer(4));
  t.thread('writer', () => {
    x[0] = 42;
  });
  for (let i = 0; i < 16; i++) t.thread(`reader${i}`, () => x[0]);
});
