import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { endsOf, explore, programOf } from '../check/explored.js';

const SETTING = `const memory = new SharedArrayBuffer(8), bytes = Buffer.from(memory), small = new Uint8Array(memory);
  const whole = { 1: small, 2: new Uint16Array(memory), 4: new Uint32Array(memory), 8: new BigUint64Array(memory) };`;

/** What a reader may find, as texts. */
async function found(write: string, read: string): Promise<readonly string[]> {
  const program = await programOf(`${SETTING}
    t.thread('writer', () => { ${write}; });
    t.thread('reader', () => String(${read}));
    t.after(({ reader }) => { throw new Error(reader); });`);
  return endsOf(program, (each) => explore(each));
}

/** Numbers of a method, or its bytes. */
function sizeOf(name: string): number {
  const [, kind, bits] = /^(?:read|write)(?:Big)?(U?[Ii]nt|Float|Double)(\d*)/.exec(name)!;
  return kind === 'Float' ? 4 : kind === 'Double' ? 8 : Number(bits === '' ? 24 : bits) / 8;
}

const METHODS = Object.getOwnPropertyNames(Buffer.prototype).filter((name) =>
  /^(?:read|write)(?:Big)?(?:UInt|Int|Float|Double)/.test(name),
);

describe('a number in a Buffer', () => {
  it.each(METHODS.filter((name) => name.startsWith('write')))('%s is written byte by byte', async (name) => {
    const size = sizeOf(name);
    // All bytes of this number are different from 0.
    const value = name.includes('Big') ? '0x0102030405060708n' : /Float|Double/.test(name) ? '2.3e-38' : 2 ** (8 * size - 2) - 257; // prettier-ignore
    const length = /Int(?:LE|BE)$/.test(name) ? ', 3' : '';
    const ends = await found(
      `bytes.${name}(${value}, 0${length})`,
      `small[0] !== 0 ? (small[${size - 1}] !== 0 ? 'all' : 'begun') : (small[${size - 1}] !== 0 ? 'late' : 'none')`,
    );
    const isTorn = ends.includes('begun') || ends.includes('late');
    expect(isTorn).toBe(size > 1);
  });

  it.each(METHODS.filter((name) => name.startsWith('read')))('%s is read byte by byte', async (name) => {
    const size = sizeOf(name);
    const length = /Int(?:LE|BE)$/.test(name) ? ', 3' : '';
    const cell = size === 3 ? 4 : size;
    const ones = cell === 8 ? '0xffffffffffffffffn' : String(2 ** (8 * cell) - 1);
    const written = `whole[${cell}][0] = ${ones}`;
    const ends = await found(written, `bytes.${name}(0${length})`);
    // Nothing and all of it, and parts of it.
    expect(ends.length > 2).toBe(size > 1);
  });
});

describe('bytes of a Buffer', () => {
  it.each([
    ['fill', `bytes.fill(1, 0, 2)`],
    ['copy', `Buffer.from([1, 1]).copy(bytes)`],
    ['swap16', `bytes.writeUInt8(1, 0); bytes.writeUInt8(1, 1); bytes.subarray(0, 2).swap16()`],
  ])('%s may be seen in part', async (_name, write) => {
    expect(await found(write, 'whole[2][0]')).toEqual(expect.arrayContaining(['0', '1', '257']));
  });

  it('does not divide atomic accesses', async () => {
    const ends = await found(`bytes.fill(1, 0, 4)`, `Atomics.load(whole[4], 0)`);
    expect(ends).toEqual(['0', '16843009']);
  });
});

describe('hexadecimal digits', () => {
  it.each([
    ['write', "bytes.write('0101', 0, 'hex')"],
    ['write with a length', "bytes.write('0101', 0, 2, 'HEX')"],
    ['hexWrite', "(bytes as any).hexWrite('0101', 0, 2)"],
    ['fill', "bytes.fill('01', 0, 2, 'hex')"],
  ])('%s: are written byte by byte', async (_name, write) => {
    expect(await found(write, 'whole[2][0]')).toEqual(expect.arrayContaining(['0', '1', '257']));
  });

  it.each([
    ['toString', "bytes.toString('hex', 0, 2)"],
    ['hexSlice', '(bytes as any).hexSlice(0, 2)'],
  ])('%s: are read byte by byte', async (_name, read) => {
    expect(await found('whole[2][0] = 257', read)).toEqual(['0000', '0001', '0101']);
  });

  it('of other encodings, words stay whole', async () => {
    expect(await found('whole[2][0] = 0x6161', "bytes.toString('latin1', 0, 2).length")).toEqual(['2']);
    expect(await found("bytes.write('\\x01\\x01', 0, 'latin1')", 'whole[2][0]')).toEqual(['0', '257']);
  });
});
