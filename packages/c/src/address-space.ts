/**
 * Start of the program's data. No object is below, so that null pointers and offsets from them that are smaller are
 * invalid. Linear memory is committed on use, and the VM does not copy this part of it, so it takes no memory.
 */
export const FIRST_ADDRESS = 1 << 20;
