#!/usr/bin/env bash
# The first step of action.yml: tells the steps after it what they have to install.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/files.sh"

# The oldest Node that Fencepost supports, and the one to install where there is none as new.
oldest='20.19'
node_version="${FENCEPOST_NODE:-}"
if [ -z "$node_version" ]; then
  present="$(node --version 2>/dev/null | tr -d v || true)"
  if [ "$(printf '%s\n%s\n' "$oldest" "${present:-0}" | sort -V | head -n 1)" != "$oldest" ]; then node_version=24; fi
fi

# has TOOL: whether it is on the PATH, perhaps with its version in its name.
has() {
  compgen -c "$1" | grep -Eqx "$1(-[0-9]+)?"
}

compilers="${FENCEPOST_COMPILERS:-auto}"
case "$compilers" in
  true | false) ;;
  auto)
    compilers=false
    named_files
    for file in "${files[@]}"; do
      case "$file" in
        *.c | *.cc | *.cpp | *.cxx | *.c++ | *.C | *.ll)
          if ! { has clang && has wasm-ld; }; then compilers=true; fi
          ;;
      esac
    done
    ;;
  *)
    echo "::error title=Fencepost::The input compilers is '$compilers': it can be auto, true or false."
    exit 2
    ;;
esac

{
  echo "node-version=$node_version"
  echo "compilers=$compilers"
} >>"$GITHUB_OUTPUT"
