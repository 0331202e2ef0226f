import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLines } from '@fencepost/core';

const HOSTILE = 'a\x1b]0;title\x07\u009b31m\0\r\u2028\u202eb';
const STEERING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u202e]/;

describe('printed text', () => {
  it('does not contain control characters for a terminal', () => {
    expect(printable(`${HOSTILE}\n`)).toBe('a\ufffd]0;title\ufffd\ufffd31m\ufffd\ufffd\ufffd\ufffdb\ufffd');
    expect(printableLines(`${HOSTILE}\n\tc`)).toBe('a\ufffd]0;title\ufffd\ufffd31m\ufffd\ufffd\ufffd\ufffdb\n\tc');
  });

  it('as JSON is the same to a parser', () => {
    const text = printableJson({ [HOSTILE]: [HOSTILE, 'é €'] }, 2);
    expect(text).not.toMatch(STEERING);
    expect(text).toContain('é €');
    expect(JSON.parse(text)).toEqual({ [HOSTILE]: [HOSTILE, 'é €'] });
  });
});
