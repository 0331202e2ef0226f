import { describe, expect, it } from 'vitest';
import { canCompile, compile, file } from '@fencepost/testing/compiled';

describe.skipIf(!canCompile)('an undefined variable', { timeout: 20_000 }, () => {
  const main = file(
    'declares.c',
    `#include <stdio.h>
extern int value;
int main(void) {
  fprintf(stderr, "%d\\n", value);
  return 0;
}
`,
  );

  it('is noted, unless it belongs to the library', async () => {
    const { notes } = await compile(main);
    expect(notes!()).toEqual(['value is not defined in these files: its initial value is assumed to be 0']);
  });

  it('is not reported if another file defines it', async () => {
    const { notes } = await compile([main, file('defines.c', 'int value = 1;\n')]);
    expect(notes!()).toEqual([]);
  });
});
