// The source with every thread's current line, or with the lines that no execution reached.

const LINES_AROUND = 150; // of a long file only this neighbourhood is in the document
const LONGEST_LINE = 400;

class SourceView {
  /**
   * @param {Execution} execution
   * @param {Record<string, string>} sources
   * @param {HTMLElement} host
   */
  constructor(execution, sources, host) {
    this.execution = execution;
    this.sources = sources;
    this.host = host;
    /** @type {Map<string, string[]>} */
    this.lines = new Map();
    this.shown = { file: "", from: 0, to: 0 };
    this.title = make("div", { class: "file-name" });
    this.body = make("ol", { class: "source", tabindex: 0 });
    host.append(this.title, this.body);
  }

  /** @param {string} file */
  linesOf(file) {
    const known = this.lines.get(file);
    if (known) return known;
    const lines = (this.sources[file] ?? "").split("\n");
    this.lines.set(file, lines);
    return lines;
  }

  /**
   * @param {number} count
   */
  show(count) {
    const places = this.execution.placesAfter(count);
    const moved = this.execution.steps[count - 1];
    const at = (moved ? places.get(moved.thread) : undefined) ?? [...places.values()][0];
    if (!at?.file || at.line === null) return;
    if (this.sources[at.file] === undefined) {
      this.title.textContent = `${at.file}, line ${at.line}: the source is not there`;
      this.body.replaceChildren();
      this.shown.file = "";
      return;
    }
    this.render(at.file, at.line);
    this.mark(at.file, places, moved?.thread ?? 0);
    scrollInto(this.body, this.body.querySelector(`[data-line="${at.line}"]`));
  }

  /**
   * @param {string} file
   * @param {number} line
   */
  render(file, line) {
    const lines = this.linesOf(file);
    const { shown } = this;
    const isThere = shown.file === file && (line >= shown.from + 5 || shown.from === 1) &&
      (line <= shown.to - 5 || shown.to === lines.length) && line <= shown.to;
    if (isThere) return;
    shown.file = file;
    shown.from = Math.max(1, line - LINES_AROUND);
    shown.to = Math.min(lines.length, line + LINES_AROUND);
    this.title.textContent = file;
    const items = [];
    for (let i = shown.from; i <= shown.to; ++i) items.push(lineItem(i, lines[i - 1] ?? ""));
    this.body.replaceChildren(...items);
  }

  /**
   * @param {string} file
   * @param {Map<number, Place>} places
   * @param {number} moved
   */
  mark(file, places, moved) {
    for (const item of this.body.querySelectorAll(".here")) {
      item.classList.remove("here", "moved");
      item.querySelector(".who")?.replaceChildren();
    }
    for (const [thread, place] of places) {
      if (place.file !== file) continue;
      const item = this.body.querySelector(`[data-line="${place.line}"]`);
      if (!item) continue;
      const lane = this.execution.threads.indexOf(thread) % 8;
      item.classList.add("here");
      if (thread === moved) item.classList.add("moved");
      item.querySelector(".who")?.append(make("span", { class: `badge t${lane}`,
        title: this.execution.nameOf(thread) }, `${thread}`));
    }
  }
}

/**
 * @param {number} number
 * @param {string} text
 */
function lineItem(number, text) {
  return make("li", { "data-line": number },
    make("span", { class: "who" }), make("span", { class: "line-number" }, `${number}`),
    make("code", {}, cut(text, LONGEST_LINE)));
}

/**
 * Scrolls the list alone, never the page.
 * @param {HTMLElement} list
 * @param {Element | null} item
 */
function scrollInto(list, item) {
  if (!(item instanceof HTMLElement)) return;
  const top = item.offsetTop;
  if (top < list.scrollTop + 30 || top > list.scrollTop + list.clientHeight - 50) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}
