import path from 'node:path';

/** An input that is refused: how the error names it, and what the hint advises. */
export type BadInput = readonly [what: string, args: readonly string[], names: RegExp, advises: RegExp];

/** A file of the fixtures of the command. */
export const fixture = (name: string): string =>
  path.join(import.meta.dirname, '../packages/fencepost/test/fixtures', name);
const fine = fixture('fenced.mjs');
const sb = fixture('SB.litmus');
const several = fixture('several.mjs');

/** Command lines that are wrong, whatever the files contain. */
export const COMMAND_LINES: readonly BadInput[] = [
  ['an unknown command', ['chekc', fine], /no command 'chekc'/, /did you mean check\?/],
  ['a file for a command', ['queue.c'], /no command 'queue\.c'/, /fencepost check queue\.c/],
  ['an unknown option', ['check', fine, '--max-excutions=1'], /'--max-excutions'/, /did you mean --max-executions\?/],
  ['no file', ['check', '--config', 'nowhere.json'], /nowhere\.json/, /is its path right/],
  ['no recording', ['monitor'], /no recording given/, /fencepost monitor --help/],
  ['an unknown model', ['check', fine, '--model', 'sc,tsoo'], /no model 'tsoo'/, /did you mean tso\?/],
  ['no model at all', ['check', fine, '--model='], /no model ''/, /models are sc, ibm370, tso/],
  ['a model for litmus tests only', ['check', fine, '--model', 'pslo'], /pslo/, /fencepost litmus --model pslo/],
  ['an unknown method', ['check', fine, '--method', 'monitr'], /no method 'monitr'/, /did you mean monitor\?/],
  ['an unknown format', ['check', fine, '--format', 'sarfi'], /no format 'sarfi'/, /did you mean sarif\?/],
  ['a format of check for litmus', ['litmus', sb, '--format', 'sarif'], /no format 'sarif'/, /formats are text, json/],
  ['a format for files only', ['check', fine, '--format', 'html'], /HTML cannot be printed/, /--report html=/],
  ['an unknown explorer', ['litmus', sb, '--explorer', 'grahp'], /no explorer 'grahp'/, /did you mean graph\?/],
  ['an unknown progress', ['check', fine, '--progress', 'yes'], /no progress mode 'yes'/, /auto, json, none/],
  ['an unknown colour', ['check', fine, '--color', 'allways'], /no colour choice 'allways'/, /did you mean always\?/],
  ['zero executions', ['check', fine, '--max-executions', '0'], /--max-executions .* not '0'/, /of at least 1/],
  ['a negative depth', ['check', fine, '--max-depth', '-3'], /--max-depth .* not '-3'/, /a whole number of at least 1/],
  ['half an iteration', ['check', fine, '--unroll', '0.5'], /--unroll .* not '0\.5'/, /a whole number of at least 1/],
  ['a word for a number', ['check', fine, '--seed', 'lucky'], /--seed .* not 'lucky'/, /a whole number of at least 0/],
  ['a number that is too large', ['check', fine, '--seed', '9'.repeat(20)], /--seed .* not '9+'/, /a whole number/],
  ['no time', ['check', fine, '--max-time', '0s'], /--max-time takes a duration, not '0s'/, /60, 500ms, 5m, 1h/],
  ['a unit we do not know', ['check', fine, '--max-time', '2days'], /--max-time .* not '2days'/, /60, 500ms, 5m, 1h/],
  ['an option without its value', ['check', fine, '--max-time'], /--max-time needs a value/, /write --max-time VALUE/],
  ['a flag with a value', ['check', fine, '--races=no'], /--races takes no value/, /write --races alone/],
  ['an option twice', ['check', fine, '--seed=1', '--seed=2'], /--seed is given twice/, /omit one of them/],
  ['races with monitors', ['check', fine, '--races', '--method=monitor'], /--races .* graph only/, /omit --method/],
  ['two wishes at once', ['check', '--config=x', '--no-config'], /--config cannot be combined/, /omit one of them/],
  ['a step of no operations', ['replay', fine, 'fp1:1x0'], /step 1 of the schedule, "1x0"/, /hint: /],
  ['no token', ['check', '--resume', 'token'], /'token' is not a token/, /a token looks like/],
  ['a token of nothing', ['check', '--resume', 'fpr-0123456789ab'], /fpr-0123456789ab/, /start the check again/],
  ['a model on going on', ['check', '--resume=x', '--model=sc'], /--model cannot be used with/, /you may only give/],
  ['no schedule', ['replay', fine], /replay takes a file and a schedule/, /fencepost replay queue\.c fp1:/],
  [
    'what is no schedule',
    ['replay', fine, 'tso'],
    /begins with fp1: or fp2:, not with "tso"/,
    /copy the whole schedule/,
  ],
  ['a truncated schedule', ['replay', fine, 'fp1:1x'], /step 1 of the schedule, "1x"/, /was it cut off\?/],
  ['a foreign schedule', ['replay', fine, 'fp1:1.9x2'], /step 2 .*9x2.* there is no thread 9/, /has changed since/],
  ['a schedule that goes on too long', ['replay', fine, 'fp1:1x99'], /step 1 .*after 3 of its 99/, /has changed/],
  ['a schedule of another model', ['replay', fine, 'fp1:1.1c'], /step 2 .*1c.* under SC/, /pass it with --model/],
  ['an unknown program', ['replay', several, 'fp1:1', '--program', 'fencd'], /called 'fencd'/, /did you mean fenced\?/],
  ['several programs', ['replay', several, 'fp1:1'], /several\.mjs has 2 programs/, /choose one with --program/],
];
