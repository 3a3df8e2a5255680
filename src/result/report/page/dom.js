// Making elements. Text from the program only ever becomes a text node or an attribute value.

/**
 * @param {string} tag
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElement}
 */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {SVGElement}
 */
function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(element, attributes);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, string | number | boolean>} attributes
 */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An element of the page that is always there.
 * @param {string} id
 * @returns {HTMLElement}
 */
function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}

/**
 * Long texts of a program are cut in the middle of the page; titles and the search know all.
 * @param {string} text
 * @param {number} most
 */
function cut(text, most) {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
