/** What sources of compiled programs end in. */
export const C_SOURCES = ['.c', '.cc', '.cpp', '.cxx', '.C', '.ll'] as const;
