import type { Instruction, InstructionProgram, MemoryOrder, Operand } from '@fencepost/core';

/** Shows the initial values, then one line per thread, for counterexamples. */
export function show(source: InstructionProgram): string {
  const nameOf = (address: number): string => source.names?.[address] ?? `[${address}]`;
  const initial = (source.memory ?? []).map((word, address) => `${nameOf(address)}=${word}`).join(' ');
  const rows = source.threads.map(({ name, instructions }) => `${name}: ${showList(instructions, nameOf)}`);
  return [initial === '' ? source.name : initial, ...rows].join('\n');
}

type Names = (address: number) => string;

function showList(list: readonly Instruction[], nameOf: Names): string {
  return list.length === 0 ? '-' : list.map((step) => showInstruction(step, nameOf)).join('; ');
}

function showInstruction(step: Instruction, nameOf: Names): string {
  const place = (address: Operand): string =>
    typeof address === 'number' ? nameOf(address) : `[${operandText(address)}]`;
  switch (step.op) {
    case 'load': {
      const condition = step.until === undefined ? '' : ` until ${step.until.compare} ${step.until.value}`;
      return `r${step.to} = ${place(step.address)}${orderText(step.order)}${condition}`;
    }
    case 'store':
      return `${place(step.address)} = ${operandText(step.value)}${orderText(step.order)}`;
    case 'rmw': {
      const expected = step.fn === 'cas' ? `${operandText(step.expected ?? 0)} -> ` : '';
      const operands = `${place(step.address)} ${expected}${operandText(step.value)}`;
      const failure = step.failureOrder === undefined ? '' : ` else .${step.failureOrder}`;
      return `r${step.to} = ${step.fn} ${operands}${orderText(step.order, 'seq_cst')}${failure}`;
    }
    case 'fence':
      return `fence${orderText(step.order, 'seq_cst')}`;
    case 'move':
      return `r${step.to} = ${operandText(step.value)}`;
    case 'add':
      return `r${step.to} += ${operandText(step.value)}`;
    case 'skip':
      return `if ${operandText(step.left)} ${step.compare} ${operandText(step.right)} skip ${step.count}`;
    case 'lock':
    case 'unlock':
      return `${step.op} ${place(step.address)}`;
    case 'spawn':
      return `r${step.to} = spawn { ${showList(step.body, nameOf)} }`;
    case 'join':
      return `join ${typeof step.thread === 'number' ? `t${step.thread}` : operandText(step.thread)}`;
  }
}

function operandText(operand: Operand): string {
  return typeof operand === 'number' ? `${operand}` : `r${operand.register}`;
}

/** Returns the order as text. An operation's default order is not shown. */
function orderText(order: MemoryOrder | undefined, usual: MemoryOrder = 'relaxed'): string {
  return order === undefined || order === usual ? '' : `.${order}`;
}
