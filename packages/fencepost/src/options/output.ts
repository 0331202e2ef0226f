import type { RepairCosts } from '@fencepost/check';
import type { Option, ValuesOf } from '@fencepost/options';
import { choice, flag, option, setting } from '@fencepost/options';
import { reportFiles } from './kinds.js';
import { printedFormat } from './printed-format.js';
import { repairCosts } from './repair-costs.js';
import { listed } from './words.js';

const COLOUR_CHOICES = ['auto', 'always', 'never'] as const;
const PROGRESS_MODES = ['auto', 'json', 'none'] as const;
const REPAIR_CHOICES = ['auto', 'always', 'never'] as const;

/** Output settings of a configuration. */
export interface OutputSettings {
  /** Files to write reports to, by format: `{ html: 'report.html' }`. */
  readonly reports?: Readonly<Record<string, string>>;
  /** Whether to look for a repair of failures: `auto` (default) for terminals, agents, HTML and SARIF. */
  readonly repair?: 'auto' | 'always' | 'never';
  /** Costs of the changes of a repair: `{ 'full-fence': 8 }`. */
  readonly costs?: Partial<RepairCosts>;
}

export const OUTPUT = {
  format: option('format', printedFormat, {
    otherwise: 'text',
    common: true,
    resumable: true,
    help: () => listed(printedFormat.names(), 'text').replaceAll(', ', ','),
  }),
  reports: setting('report', reportFiles, {
    otherwise: [],
    common: true,
    resumable: true,
    help: 'also write a file (also witness, html); repeatable',
  }),
  repair: setting(
    'repair',
    choice(() => REPAIR_CHOICES, 'choice', 'WHEN'),
    {
      otherwise: 'auto' as const,
      resumable: true,
      help: 'auto (default: terminal, agent, html, sarif), always, never',
    },
  ),
  costs: setting('cost', repairCosts, {
    help: 'costs of changes, any of full-fence=4,seq_cst=3,fence=1,order=1 (defaults)',
  }),
  quiet: option('quiet', flag, {
    otherwise: false,
    resumable: true,
    short: 'q',
    common: true,
    help: 'text: only the verdicts',
  }),
  open: option('open', flag, {
    otherwise: false,
    resumable: true,
    short: 'o',
    common: true,
    help: 'show the HTML report in a browser',
  }),
  explain: option('explain', flag, {
    otherwise: false,
    resumable: true,
    help: 'text: also prove why SC forbids an execution',
  }),
  progress: option(
    'progress',
    choice(() => PROGRESS_MODES, 'progress mode', 'WHICH'),
    { otherwise: 'auto' as const, resumable: true, help: 'auto (default: a line on a terminal), json, none' },
  ),
  colour: option(
    'color',
    choice(() => COLOUR_CHOICES, 'colour choice', 'WHEN'),
    { otherwise: 'auto' as const, resumable: true, help: 'auto (default), always, never' },
  ),
} as const satisfies Readonly<Record<keyof OutputSettings, Option<unknown>>> &
  Readonly<Record<string, Option<unknown>>>;

export type OutputOptions = ValuesOf<typeof OUTPUT>;
