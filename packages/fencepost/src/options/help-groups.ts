import type { CommandName, Option, OptionHelp } from './option.js';

// The headings of the help of each command, and what it says about an option there.

export const AS_BEFORE = 'as given to check';

export const WHAT = {
  check: 'What to check',
  test: 'What to test',
  replay: 'Options',
  scenario: 'Options',
  fix: 'Options',
  relax: 'Options',
  litmus: 'Options',
  monitor: 'Options',
  record: 'Options',
  steer: 'Options',
  cluster: 'Options',
  'cluster init': 'Options',
  'cluster submit': 'What to check',
  'cluster test': 'What to test',
  'cluster work': 'Options',
  'cluster report': 'Options',
  'cluster prune': 'Options',
  'cluster status': 'Options',
} as const;
export const HOW_FAR = {
  ...WHAT,
  ...{
    check: 'How far to search',
    test: 'How long',
    'cluster submit': 'How far to search',
    'cluster test': 'How long',
  },
} as const;
export const PRINTED = {
  ...WHAT,
  ...{ check: 'What to print', test: 'What to print' },
  ...{ 'cluster submit': 'What to print, with --wait', 'cluster test': 'What to print, with --wait' },
} as const;

type Texts = Partial<Record<CommandName, OptionHelp['text']>>;

/** The help for an option, by command. */
export function under(groups: Readonly<Record<CommandName, string>>, texts: Texts): Pick<Option<unknown>, 'in'> {
  const entries = Object.entries(texts) as [CommandName, OptionHelp['text']][];
  return { in: Object.fromEntries(entries.map(([name, each]) => [name, { group: groups[name], text: each }])) };
}

/** What the commands that check, or test, say alike. */
export function checks(text: OptionHelp['text']): Texts {
  return { 'cluster submit': text, check: text };
}

export function tests(text: OptionHelp['text']): Texts {
  return { 'cluster test': text, test: text };
}

/** The same for those that change programs. */
export function fixes(text: OptionHelp['text']): Texts {
  return { fix: text, relax: text };
}
