import { floorsRule } from './floors.js';
import { noCircleRule } from './no-circle.js';
import { noEnumRule } from './no-enum.js';

/**
 * Our own rules, for `.oxlintrc.jsonc`.
 *
 * @type {{ meta: { name: string }, rules: Record<string, import('./rule.js').Rule> }}
 */
const plugin = {
  meta: { name: 'fencepost' },
  rules: { floors: floorsRule, 'no-circle': noCircleRule, 'no-enum': noEnumRule },
};

export default plugin;
