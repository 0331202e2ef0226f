/** @param {number} n */
module.exports = (n) => n * 2;
