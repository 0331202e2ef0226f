# Shared by the scripts of action.yml.

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

# named_files: the files that the input names, into the array `files`.
named_files() {
  lines "${FENCEPOST_FILES:?the input files names no file}"
  # A pattern that matches nothing is left as it is: the command says that there is no such file.
  shopt -s globstar
  files=()
  local IFS= pattern
  for pattern in "${read_lines[@]}"; do files+=($pattern); done
}
