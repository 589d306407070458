// The words of the page in the reader's language: Django's JavaScript catalogue where it is loaded.

/** @typedef {Record<string, string | number | null | undefined>} Values by the names in the message */

/** @param {string} message @param {Values} values */
export function _(message, values = {}) {
  return named(globalThis.gettext ? globalThis.gettext(message) : message, values);
}

/** @param {string} one @param {string} many @param {number} count @param {Values} values */
export function plural(one, many, count, values = {}) {
  const english = count === 1 ? one : many;
  return named(globalThis.ngettext ? globalThis.ngettext(one, many, count) : english, { count, ...values });
}

/** @param {string} message @param {Values} values */
function named(message, values) {
  return message.replaceAll(/%\((\w+)\)s/gu, (whole, name) => String(values[name] ?? whole));
}

/** @param {string[]} items */
export function list(items) {
  const language = globalThis.document?.documentElement.lang || "en";
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}
