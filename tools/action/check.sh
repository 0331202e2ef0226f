#!/usr/bin/env bash
# A step of action.yml: checks the files, writes annotations and reports, and tells the exit code to the steps after it.
set -euo pipefail
here="$(dirname "${BASH_SOURCE[0]}")"
source "$here/files.sh"

options=()
if [ -n "${FENCEPOST_MODELS:-}" ]; then
  options+=("--model=$(tr -s ', \n' ',' <<<"$FENCEPOST_MODELS" | sed 's/^,//; s/,$//')")
fi
if [ -n "${FENCEPOST_MAX_TIME:-}" ]; then options+=("--max-time=$FENCEPOST_MAX_TIME"); fi
# Arguments come last: they may end with flags of the compiler.
lines "${FENCEPOST_ARGUMENTS:-}"
options+=("${read_lines[@]}")
named_files

fencepost=(npx --yes "fencepost@${FENCEPOST_VERSION:-latest}")
folder="$PWD"
while [ "$folder" != / ]; do
  if [ -x "$folder/node_modules/.bin/fencepost" ]; then
    fencepost=("$folder/node_modules/.bin/fencepost")
    break
  fi
  folder="$(dirname "$folder")"
done

mkdir -p "$FENCEPOST_REPORTS"
report() { echo "$FENCEPOST_REPORTS/fencepost.$1"; }
rm -f "$(report txt)" "$(report sarif)" "$(report md)" "$(report html)"
code=0
"${fencepost[@]}" check "${files[@]}" \
  --report "github=$(report txt)" --report "sarif=$(report sarif)" \
  --report "markdown=$(report md)" --report "html=$(report html)" "${options[@]}" || code=$?

# Wrong options end the run before there are reports.
if [ ! -f "$(report txt)" ]; then
  echo "::error title=Fencepost::The command was refused with exit code $code: see the log of this step."
else
  # GitHub takes names of files as starting from the root of the repository.
  node "$here/from-root.mjs" "${FENCEPOST_FOLDER:-.}" "$(report txt)" "$(report sarif)"
  cat "$(report txt)"
fi

{
  echo "exit-code=$code"
  if [ -f "$(report sarif)" ]; then echo "sarif=$(report sarif)"; fi
  if [ -f "$(report html)" ]; then echo "html=$(report html)"; fi
  if [ -f "$(report md)" ]; then echo "summary=$(report md)"; fi
} >>"$GITHUB_OUTPUT"
