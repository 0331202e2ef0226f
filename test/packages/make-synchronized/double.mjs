/** @param {number} n */
export default (n) => Promise.resolve(n * 2);
