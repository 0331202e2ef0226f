import { expect, it } from 'vitest';
import { messagesIn } from '../src/engines/messages.js';

const OUTPUT = `In file included from a.c:1:
/usr/include/b.h:3:1: warning: something
    3 | b;
a.c:5:3: error: expected ';'
    5 |   x
      |    ^
a.c:9:1: note: here
1 warning and 1 error generated.
`;

it('messages of a compiler are separated, with their lines in the file', () => {
  expect(messagesIn(OUTPUT, 'a.c', '\n\n\n\n  x\n')).toEqual([
    { text: 'In file included from a.c:1:' },
    { text: '/usr/include/b.h:3:1: warning: something\n    3 | b;' },
    { text: "error: expected ';'\n    5 |   x\n      |    ^", line: 5, column: 3 },
    { text: 'note: here', line: 9, column: 1 },
  ]);
  expect(messagesIn('', 'a.c', '')).toEqual([]);
  // A compiler counts bytes.
  expect(messagesIn('a.c:1:6: error: x', 'a.c', 'äö y')).toEqual([{ text: 'error: x', line: 1, column: 4 }]);
});
