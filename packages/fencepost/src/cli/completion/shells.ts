/** The shells that scripts are for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
