/** @param {number} n */
export default (n) => n * 2;
