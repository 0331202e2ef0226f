#!/usr/bin/env bash
# The last step of action.yml: writes the summary, then fails the job. 3 is the exit code for what is undecided.
set -euo pipefail
if [ -f "${FENCEPOST_SUMMARY:-}" ]; then
  {
    cat "$FENCEPOST_SUMMARY"
    if [ -n "${REPORT_URL:-}" ]; then printf '\n[Step through the executions](%s): unzip it and open `fencepost.html`.\n' "$REPORT_URL"; fi
  } >>"$GITHUB_STEP_SUMMARY"
fi
if [ "$EXIT_CODE" = 3 ] && [ "$ACCEPT_UNKNOWN" = true ]; then exit 0; fi
exit "$EXIT_CODE"
