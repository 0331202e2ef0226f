import type { Site } from '@fencepost/core';
import { CheckFailed, RestartSearch } from '@fencepost/core';
import { unsupported } from '../../unsupported.js';
import { about, functions } from '../base/define.js';
import type { Steps, ThreadServices } from '../base/services.js';

/** Function by which the stand-ins for test frameworks (`frameworks/`) query which test case to run. */
export const SELECTED = '__fp_selected_test';

/** Functions that the stand-in headers declare and the runtime implements. */
const defined = functions({
  [SELECTED]: ({ bounds: { testCase = 0 } }) => (typeof testCase === 'number' ? testCase : -1),
  *__fp_test_case(thread, site, name, disabled) {
    const { testCase } = thread.bounds;
    if (typeof testCase === 'object')
      testCase.push({ name: yield* utf8(thread, name, site), disabled: disabled !== 0 });
  },
  /**
   * Returns whether this section is entered. Exactly one of several sibling sections is entered: the last known one,
   * unless an earlier one was chosen. If another sibling follows that one, the search begins again with this knowledge.
   */
  *__fp_enters_section(thread, site, level, section, entered) {
    const { testSections: sections } = thread.context;
    const known = sections.get(level) ?? 1;
    if (section >= known) {
      sections.set(level, section + 1);
      throw new RestartSearch('there is one more section');
    }
    if (entered !== 0) return 0;
    return section === known - 1 ? 1 : yield* thread.chooseBit(site);
  },
  *__fp_check_failed(thread, site, text) {
    throw new CheckFailed(`assertion failed: ${yield* utf8(thread, text, site)}`, site);
  },
  *__fp_not_supported(thread, site, what) {
    throw unsupported(`${yield* thread.readString(what, site)} is not supported`, site);
  },
});

export const testCases = about(defined, {
  __fp_check_failed: { fails: true },
});

function* utf8(thread: ThreadServices, address: number, site: Site | undefined): Steps<string> {
  const bytes = Array.from(yield* thread.readString(address, site), (each) => each.codePointAt(0)!);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}
