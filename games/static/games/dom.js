// Building elements: the only place where pages make DOM nodes out of data. Text is always text.

/** @typedef {Record<string, unknown>} Attributes one that is null, undefined or false is left out; "on…" listens */
/** @typedef {Node | string | null | undefined} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

// What the template has there for the script; a page without it is a bug.
/**
 * @template {Element} [Kind=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export function one(root, selector, kind) {
  const found = root.querySelector(selector);
  if (!(found instanceof (kind ?? HTMLElement))) throw new TypeError(`The page has no ${selector}.`);
  return /** @type {Kind} */ (found);
}

// All of them that are elements of HTML.
/**
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export function all(root, selector) {
  return [...root.querySelectorAll(selector)].filter((node) => node instanceof HTMLElement);
}

// Where an event happened, if that is an element.
/** @param {Event} event */
export function targetOf(event) {
  return event.target instanceof Element ? event.target : null;
}

/** @param {Element} node @param {Attributes} attributes */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Node} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Puts exactly these children into the parent, moving none that already stands in its place: a button
// that keeps its place keeps the keyboard's focus.
/** @param {Element} parent @param {ChildNode[]} children */
export function setChildren(parent, children) {
  const wanted = new Set(children);
  for (const child of Array.from(parent.childNodes)) if (!wanted.has(child)) child.remove();
  children.forEach((child, place) => {
    if (parent.childNodes[place] !== child) parent.insertBefore(child, parent.childNodes[place] ?? null);
  });
}

/**
 * @template {Element} Kind
 * @param {Kind} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else setAttributes(node, { [name]: value });
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}
