import { describe, expect, test } from 'vitest';
import { CORPUS } from './corpus/index.js';
import { fakeInstruments } from './fake-instruments.js';
import { instrumented, outcomeOf, plain } from './snippets.js';

const groups = Object.entries(CORPUS).filter(([group]) => group !== 'async');

describe.each(groups)('instrumented code does the same: %s', (_group, snippets) => {
  test.each(snippets)('$name', (snippet) => {
    expect(outcomeOf(instrumented(snippet, { instruments: fakeInstruments() }))).toStrictEqual(
      outcomeOf(plain(snippet)),
    );
  });
});
