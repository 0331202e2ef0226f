import { LocalStates, withRestarts } from '@fencepost/core';
import { testRandomly, toTheEnd } from '@fencepost/explore';
import { canCompile, compile, file } from '@fencepost/testing/compiled';
import { describe, expect, it } from 'vitest';

const BUFFERS = `
#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct { int length; char bytes[28]; } buffers[12];

static void *fill(void *unused) {
  for (int i = 0; i < 12; i++) {
    buffers[i].length = 13 + i;
    memset(buffers[i].bytes, i, buffers[i].length - i % 3);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, fill, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, fill, 0);
  for (int i = 0; i < 12; i++) memset(buffers[i].bytes, 0, 1 + i);
  pthread_join(b, 0);
  return 0;
}`;

describe.runIf(canCompile)('fills', () => {
  it('of many buffers and lengths restart a search a few times, not for each', async () => {
    const program = await compile(file('buffers.c', BUFFERS));
    let searches = 0;
    const { runs } = withRestarts(() => {
      searches++;
      return toTheEnd(testRandomly(new LocalStates(program), { model: 'sc', runs: 20 }));
    }, program);
    expect(runs).toBe(20);
    // Two fills, each with pieces of 8, 4, 2 and 1 bytes. With a restart for each cell that is divided, there are 17.
    expect(searches).toBeLessThan(10);
  });
});
