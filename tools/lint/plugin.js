import { floorsRule } from './floors.js';
import { noCircleRule } from './no-circle.js';

/**
 * Our own rules, for `.oxlintrc.jsonc`.
 *
 * @type {{ meta: { name: string }, rules: Record<string, import('./rule.js').Rule> }}
 */
const plugin = { meta: { name: 'fencepost' }, rules: { floors: floorsRule, 'no-circle': noCircleRule } };

export default plugin;
