import { HISTORY_SPECIFICATIONS } from '@fencepost/linear';
import type { ValuesOf } from '@fencepost/options';
import { choice, flag, option } from '@fencepost/options';
import { LIMITS } from '../../options/limits.js';
import { LINE_FORMAT } from '../line-format.js';

const NAMES = Object.keys(HISTORY_SPECIFICATIONS);

export const HISTORY_OPTIONS = {
  spec: option(
    'spec',
    choice(() => NAMES, 'specification', 'NAME'),
    { help: NAMES.join(', ') },
  ),
  header: option('header', flag, { otherwise: false, help: 'print history.h, which records calls of C and C++' }),
  maxTime: LIMITS.maxTime,
  format: LINE_FORMAT,
} as const;

export type HistoryOptions = ValuesOf<typeof HISTORY_OPTIONS>;
