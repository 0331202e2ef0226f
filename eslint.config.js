import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { floorsRule } from './tools/eslint/floors.js';
import { noCircleRule } from './tools/eslint/no-circle.js';

export default defineConfig(
  globalIgnores(['**/dist/', '**/coverage/', '**/fixtures/']),
  {
    files: ['**/*.{js,ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'packages/*/tsconfig.json', 'packages/viewer/test/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],

      // Typed-array reads in hot loops are `arr[i]!`: a bounds check there would cost, and an out-of-range index is a
      // bug the tests catch.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A loop over indices is often the clearer and the faster one over typed arrays.
      '@typescript-eslint/prefer-for-of': 'off',
      // Numbers print the same everywhere; the other types the rule names do not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `while (true)` with a `return` inside is how a search loop reads best.
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      // `() => list.push(x)` as a callback is short and harmless.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A leading underscore says "unused on purpose", for example a parameter an interface asks for.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // No package has an enum, or imports one: to look for some in all types is a fifth of the time that the linter takes.
    files: ['packages/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'A union of literals does.' }],
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
    },
  },
  {
    files: ['packages/*/src/**/*.{ts,tsx}'],
    plugins: { fencepost: { rules: { floors: floorsRule, 'no-circle': noCircleRule } } },
    rules: { 'fencepost/floors': 'error', 'fencepost/no-circle': 'error' },
  },
  {
    // ESLint's nodes are not typed for TypeScript's own syntax, so our rules read them as `any`.
    files: ['tools/eslint/*.js'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    // The launcher imports the built dist/, which a type-aware rule may not find.
    files: ['packages/*/bin/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
  },
);
