#!/usr/bin/env bash
# The last step of action.yml: fails the job after reports have been uploaded. 3 is the exit code for what is undecided.
set -euo pipefail
if [ "$EXIT_CODE" = 3 ] && [ "$ACCEPT_UNKNOWN" = true ]; then exit 0; fi
exit "$EXIT_CODE"
