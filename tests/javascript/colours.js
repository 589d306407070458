// Colours as eyes see them: contrast by WCAG 2, difference in OKLab (0 to about 1), and the common
// kinds of colour blindness by Machado, Oliveira and Fernandes (2009).

const WEAKEST = 0.05;

/** @type {Record<string, number[][]>} */
export const VISIONS = {
  "most people": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  "eyes without red": [
    [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
  ],
  "eyes without green": [
    [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881],
  ],
  "eyes without blue": [
    [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039],
  ],
};

/** @param {string} one @param {string} other */
export function contrast(one, other) {
  const [dim, bright] = [luminance(one), luminance(other)].toSorted((less, more) => less - more);
  return (bright + WEAKEST) / (dim + WEAKEST);
}

/** @param {string} one @param {string} other @param {string} vision a key of VISIONS */
export function difference(one, other, vision) {
  const [here, there] = [one, other].map((colour) => lab(product(VISIONS[vision], linear(colour)).map(clamped)));
  return Math.hypot(...here.map((value, axis) => value - there[axis]));
}

/** @param {string} colour */
function luminance(colour) {
  return product([[0.2126, 0.7152, 0.0722]], linear(colour))[0];
}

/** @param {string} colour "#fff" or "#ffffff" */
function linear(colour) {
  const digits = colour.length === 4 ? Array.from(colour.slice(1), (digit) => digit + digit) : colour.match(/\w\w/gu);
  return (digits ?? []).map((pair) => Number.parseInt(pair, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
}

/** @param {number[]} rgb */
function lab(rgb) {
  const cones = product([
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ], rgb).map(Math.cbrt);
  return product([
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ], cones);
}

/** @param {number[][]} matrix @param {number[]} vector */
function product(matrix, vector) {
  return matrix.map((row) => row.reduce((sum, value, at) => sum + value * vector[at], 0));
}

/** @param {number} value */
function clamped(value) {
  return Math.min(1, Math.max(0, value));
}
