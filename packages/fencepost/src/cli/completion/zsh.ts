import type { CompletedCommand, CompletedOption } from './words.js';

/** Returns the script for zsh. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const first = commands.filter(({ words }) => words.length === 1);
  const families = commands.filter(({ words }) => words.length > 1).map(({ words }) => words[0]!);
  return `#compdef fencepost
# Completion of fencepost for zsh. Made by: fencepost completion zsh
_fencepost_list() {
  # Names with commas: the last one is completed.
  compset -P '*,'
  compadd -q -S '' -- "$@"
}
_fencepost() {
  local -a words_of
  if (( CURRENT == 2 )); then
    words_of=(${first.map(({ words, help }) => quoted(`${escaped(words[0]!)}:${help}`)).join(' ')})
    _describe 'command' words_of
    return
  fi
  local command="$words[2]" rest=2
${[...new Set(families)]
  .map(
    (family) => `  if [[ "$command" == ${family} ]]; then
    if (( CURRENT == 3 )); then
      words_of=(${first
        .find(({ words }) => words[0] === family)!
        .next.map(([word, help]) => quoted(`${word}:${help}`))
        .join(' ')})
      _describe 'command' words_of
      return
    fi
    command="$command $words[3]"
    rest=3
  fi`,
  )
  .join('\n')}
  words=("$command" "\${(@)words[rest+1,-1]}")
  (( CURRENT -= rest - 1 ))
  case "$command" in
${commands.map(caseOf).join('\n')}
  esac
}
if [ "$funcstack[1]" = "_fencepost" ]; then _fencepost "$@"; else compdef _fencepost fencepost; fi
`;
}

function caseOf({ words, options, next }: CompletedCommand): string {
  const rest = next.length > 0 ? `'1:word:(${next.map(([word]) => word).join(' ')})'` : `'*:file:_files'`;
  const specs = [...options.flatMap(specsOf), rest];
  return `    ${quoted(words.join(' '))})\n      _arguments -S \\\n        ${specs.join(' \\\n        ')} ;;`;
}

function specsOf({ name, short, help, takesValue, values, isList }: CompletedOption): string[] {
  const known = isList ? `{_fencepost_list ${values.join(' ')}}` : `(${values.map(escaped).join(' ')})`;
  const value = takesValue ? `:value:${values.length > 0 ? known : '_files'}` : '';
  const about = `[${help.replaceAll(/[[\]]/g, '')}]`;
  const long = quoted(`*--${name}${takesValue ? '=' : ''}${about}${value}`);
  return short === null ? [long] : [quoted(`*-${short}${about}${value}`), long];
}

function escaped(text: string): string {
  return text.replaceAll(':', '\\:');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
