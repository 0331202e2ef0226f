import type { CompletedCommand } from './words.js';

/** Returns the script for bash. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const first = [...new Set(commands.map(({ words }) => words[0]!))];
  return `# Completion of fencepost for bash. Made by: fencepost completion bash
_fencepost() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" values="" list="" next="" options=""
  # bash breaks words at "=".
  if [ "$cur" = "=" ]; then cur=""; elif [ "$prev" = "=" ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W '${[...first, '--help', '--version'].join(' ')}' -- "$cur") )
    return
  fi
  local i
  for (( i = 2; i < COMP_CWORD; i++ )); do
    # What follows is for the compiler, or another program.
    if [ "\${COMP_WORDS[i]}" = "--" ]; then return; fi
  done
  local command="\${COMP_WORDS[1]}"
  case "$command" in
${commands
  .filter(
    ({ words, options, next }) => words.length === 1 && options.length === 0 && next.length > 0 && words[0] !== 'help',
  )
  .map(({ words }) => `    ${words[0]!}) if [ "$COMP_CWORD" -gt 2 ]; then command="$command \${COMP_WORDS[2]}"; fi ;;`)
  .join('\n')}
  esac
  case "$command $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [ -n "$values" ]; then
    if [ -n "$list" ] && [[ "$cur" == *,* ]]; then
      local before="\${cur%,*},"
      COMPREPLY=( $(compgen -P "$before" -W "$values" -- "\${cur##*,}") )
    else
      COMPREPLY=( $(compgen -W "$values" -- "$cur") )
    fi
    case "\${COMPREPLY[0]}" in *=) compopt -o nospace 2>/dev/null ;; esac
    return
  fi
  case "$command" in
${commands.map(wordCase).join('\n')}
  esac
  case "$cur" in
    -*) COMPREPLY=( $(compgen -W "$options" -- "$cur") ) ;;
    *) if [ -n "$next" ]; then COMPREPLY=( $(compgen -W "$next" -- "$cur") ); fi ;;
  esac
}
complete -o default -F _fencepost fencepost
`;
}

function valueCases({ words, options }: CompletedCommand): string[] {
  return options
    .filter(({ values }) => values.length > 0)
    .map(({ name, short, values, isList }) => {
      const names = [`--${name}`, ...(short === null ? [] : [`-${short}`])].map(
        (each) => `"${words.join(' ')} ${each}"`,
      );
      return `    ${names.join('|')}) values='${values.join(' ')}'${isList ? '; list=yes' : ''} ;;`;
    });
}

function wordCase({ words, options, next }: CompletedCommand): string {
  const names = options.map(({ name }) => `--${name}`);
  return `    "${words.join(' ')}") options='${names.join(' ')}'; next='${next.map(([word]) => word).join(' ')}' ;;`;
}
