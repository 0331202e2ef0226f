import type { Repair, VariableRepair } from '@fencepost/check';
import { formatSite } from '@fencepost/core';
import type { Editor } from './editor.js';

const ACCESSES: Readonly<Record<VariableRepair['order'], string>> = {
  relaxed: ', with relaxed accesses',
  acq_rel: ', with acquire loads and release stores',
  seq_cst: '',
};

/** Describes the change. */
export function wordsFor(editor: Editor, repair: Repair): string {
  if (repair.change !== 'atomic') return editor.words(repair);
  const { variable, order } = repair;
  const place = editor.variables?.place(variable);
  const name = variable.replace(/^\./, '').replaceAll('[]', '');
  const kind = variable.endsWith('[]') ? 'the elements of ' : variable.startsWith('.') ? 'the member ' : '';
  const where = place === undefined ? '' : `, declared at ${formatSite(place)},`;
  const insteadOf = editor.variables?.isBitField(variable) === true ? ' instead of a bit-field' : '';
  return `make ${kind}${name}${where} atomic${insteadOf}${ACCESSES[order]}`;
}
