/** What sources of compiled programs end in. */
export const C_SOURCES = ['.c', '.cc', '.cpp', '.cxx', '.C', '.ll'] as const;

/** Instead of the path of a compilation database: none is wanted. */
export const NO_DATABASE = 'none';
