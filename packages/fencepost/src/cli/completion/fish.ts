import type { CompletedCommand, CompletedOption } from './words.js';

/** Returns the script for fish. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((each) => [
    ...(each.words.length === 1
      ? [`complete -c fencepost -n __fish_use_subcommand -f -a ${each.words[0]!} -d ${quoted(each.help)}`]
      : []),
    ...each.next.map(([word, help]) => wordLine(each, word, help)),
    ...each.options.map((option) => optionLine(each, option)),
  ]);
  return `# Completion of fencepost for fish. Made by: fencepost completion fish
function __fencepost_is
    set -l given (commandline -opc)
    set -l last (math 1 + (count $argv))
    test (count $given) -ge $last; and test "$given[2..$last]" = "$argv"
end
function __fencepost_list
    # Names with commas: the last one is completed.
    set -l before (string match -r '^(?:.*[,=])?' -- (commandline -ct))
    string match -q -- '-*' $before; and set before (string replace -r '^[^=]*=' '' -- $before)
    printf '%s\\n' "$before"$argv
end
${lines.join('\n')}
`;
}

function wordLine({ words }: CompletedCommand, word: string, help: string): string {
  const about = help === '' ? '' : ` -d ${quoted(help)}`;
  return `complete -c fencepost -n '__fencepost_is ${words.join(' ')}; and test (count (commandline -opc)) -eq ${words.length + 1}' -f -a ${word}${about}`;
}

function optionLine(
  { words }: CompletedCommand,
  { name, short, help, takesValue, values, isList }: CompletedOption,
): string {
  const letter = short === null ? '' : ` -s ${short}`;
  const known = isList ? quoted(`(__fencepost_list ${values.join(' ')})`) : quoted(values.join(' '));
  const value = takesValue ? (values.length > 0 ? ` -x -a ${known}` : ' -r') : '';
  return `complete -c fencepost -n '__fencepost_is ${words.join(' ')}' -l ${name}${letter}${value} -d ${quoted(help)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
