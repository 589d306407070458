// Bytes as letters that may stand in an address, without padding.

/** @param {ArrayBuffer} bytes */
export function toBase64Url(bytes) {
  const text = String.fromCodePoint(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
export function fromBase64Url(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.codePointAt(0) ?? 0);
}
