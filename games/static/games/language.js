// The words of the page in the reader's language: Django's JavaScript catalogue where it is loaded.

export function _(message, values = {}) {
  return named(globalThis.gettext ? globalThis.gettext(message) : message, values);
}

export function plural(one, many, count, values = {}) {
  const message = globalThis.ngettext
    ? globalThis.ngettext(one, many, count)
    : count === 1 ? one : many;
  return named(message, { count, ...values });
}

function named(message, values) {
  return message.replace(/%\((\w+)\)s/g, (whole, name) => String(values[name] ?? whole));
}

export function list(items) {
  const language = globalThis.document?.documentElement.lang || "en";
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}
