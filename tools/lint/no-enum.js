/** @type {import('./rule.js').Rule} */
export const noEnumRule = {
  meta: {
    type: 'suggestion',
    docs: { description: 'no enums' },
    messages: { enum: 'A union of literals does.' },
    schema: [],
  },
  create(context) {
    return { TSEnumDeclaration: (node) => context.report({ node, messageId: 'enum' }) };
  },
};
