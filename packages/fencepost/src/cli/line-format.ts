import { adapted, choice } from '@fencepost/options';
import { OUTPUT } from '../options/output.js';
import { listed } from '../options/words.js';

/** The formats of commands that print line by line. */
const TEXT_OR_JSON = ['text', 'json'] as const;

export const LINE_FORMAT = adapted(
  OUTPUT.format,
  choice(() => TEXT_OR_JSON, 'format', 'FORMAT'),
  { otherwise: 'text' as const, help: listed(TEXT_OR_JSON, 'text') },
);
