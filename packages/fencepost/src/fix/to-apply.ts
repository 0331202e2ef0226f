/** Says how a change is made in the sources; the server for agents says it in its own terms. */
export const TO_APPLY = 'to apply: --write';
