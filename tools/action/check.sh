#!/usr/bin/env bash
# A step of action.yml: checks the files, writes annotations, a summary and SARIF, and tells the exit code to the steps after it.
set -euo pipefail

# lines TEXT: the lines that are not empty, into the array `read_lines`, without spaces around them.
lines() {
  read_lines=()
  local line
  while IFS= read -r line; do
    line="${line#"${line%%[![:space:]]*}"}"
    line="${line%"${line##*[![:space:]]}"}"
    if [ -n "$line" ]; then read_lines+=("$line"); fi
  done <<<"$1"
}

lines "${FENCEPOST_ARGUMENTS:-}"
arguments=("${read_lines[@]}")
lines "${FENCEPOST_FILES:?the input files names no file}"
# A pattern that matches nothing is left as it is: the command says that there is no such file.
shopt -s globstar
files=()
IFS=
for pattern in "${read_lines[@]}"; do files+=($pattern); done
unset IFS

fencepost=(npx --yes "fencepost@${FENCEPOST_VERSION:-latest}")
folder="$PWD"
while [ "$folder" != / ]; do
  if [ -x "$folder/node_modules/.bin/fencepost" ]; then
    fencepost=("$folder/node_modules/.bin/fencepost")
    break
  fi
  folder="$(dirname "$folder")"
done

code=0
"${fencepost[@]}" check "${arguments[@]}" "${files[@]}" \
  --report github=/dev/stdout --report "sarif=$FENCEPOST_SARIF" --report "markdown=$FENCEPOST_SARIF.md" || code=$?

{
  echo "exit-code=$code"
  # A file that cannot be loaded ends the run before there are reports.
  if [ -f "$FENCEPOST_SARIF" ]; then echo "sarif=$FENCEPOST_SARIF"; fi
} >>"$GITHUB_OUTPUT"
if [ -f "$FENCEPOST_SARIF.md" ]; then cat "$FENCEPOST_SARIF.md" >>"$GITHUB_STEP_SUMMARY"; fi
