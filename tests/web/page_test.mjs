// HTML reports in a real browser: results of every kind and language are loaded and stepped
// through by keyboard, and each pane is compared with the JSON of the same result.
//
//   node page_test.mjs --braid PROGRAM --root REPOSITORY --out FOLDER
//
// FOLDER gets the reports and pictures of them, dark and light, wide and narrow.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const { values: options } = parseArgs({
  options: { braid: { type: "string" }, root: { type: "string" }, out: { type: "string" } },
});
const MOST_ROWS = 30; // that are stepped through in one report

// Name, arguments of `verify`, and the text of the verdict.
const CASES = [
  ["deadlock", ["examples/philosophers_deadlock.oox"], "deadlock"],
  ["assert", ["examples/tickets.oox"], "invalid"],
  ["race", ["examples/counter_unlocked.oox", "--races"], "data race"],
  ["requires", ["tests/web/programs/contracts.oox", "--entry", "Main.caller"], "invalid"],
  ["ensures", ["tests/web/programs/contracts.oox", "--entry", "Main.promise"], "invalid"],
  ["exceptional", ["tests/web/programs/contracts.oox", "--entry", "Main.divide"], "invalid"],
  ["ltl", ["tests/programs/ltl/peterson.bir", "--ltl", "<>crit0"], "invalid"],
  ["bir", ["tests/programs/bounds/join_through_an_ended_thread.bir", "--join", "children"],
    "invalid"],
  ["pl", ["tests/programs/pl/await_between.pl"], "invalid"],
  ["modular", ["tests/programs/modular/beside.oox", "tests/programs/modular/beside.spec",
    "--engine", "modular", "--entry", "Cell.cut", "--property", "nothing_lost"], "invalid"],
  ["java_race", ["examples/java/Account.java"], "data race"],
  ["java_exception", ["tests/java/exceptions/UncaughtCustom.java"], "invalid"],
  ["java_deadlock", ["examples/java/Philosophers.java"], "deadlock"],
  ["notify", ["tests/web/programs/handover.oox"], "invalid"],
  ["valid", ["examples/counter_locked.oox"], "valid"],
  ["bounded", ["examples/bubble_sort.oox"], "valid within bounds"],
  ["unreached", ["tests/web/programs/contracts.oox", "--entry", "Main.half"], "valid"],
  ["unknown", ["examples/counter_locked.oox", "--depth", "3"], "unknown"],
  ["hostile", ["tests/web/programs/hostile.oox"], "invalid"],
];

/** Runs Braid and ignores the status, which tells the verdict. */
function braid(args) {
  try {
    return execFileSync(options.braid, args, { cwd: options.root, maxBuffer: 1 << 28 }).toString();
  } catch (error) {
    if (error.status === undefined || error.status < 5) throw error;
    return error.stdout.toString();
  }
}

/** The heap after so many steps, from the JSON alone. */
function heapAfter(example, count) {
  const heap = new Map();
  const apply = (changes) => {
    for (const change of changes ?? []) {
      const name = change.object ?? "";
      heap.set(name, { ...heap.get(name), ...change.slots });
    }
  };
  apply(example.start);
  for (const step of example.trace.slice(0, count)) apply(step.heap);
  return heap;
}

/** Who holds which lock, from the JSON alone. */
function ownersAfter(example, count) {
  const owners = new Map();
  for (const step of example.trace.slice(0, count)) {
    for (const sync of step.syncs ?? []) {
      if (sync.kind === "take" || sync.kind === "wake") owners.set(sync.lock, step.thread);
      if (sync.kind === "release" || sync.kind === "wait") owners.delete(sync.lock);
    }
  }
  return owners;
}

async function checkStep(page, result, sources, count) {
  const step = result.counterexample.trace[count - 1];
  const shown = await page.locator("#step").innerText();
  assert.ok(shown.includes(`Step ${count},`), `step pane: ${shown}`);
  for (const [name, value] of Object.entries(step.updates)) {
    assert.ok(shown.includes(name) && shown.includes(value.slice(0, 200)), `${name} = ${value}`);
  }
  for (const note of step.notes) assert.ok(shown.includes(note.slice(0, 200)), note);
  if (step.line !== null && sources[step.file] !== undefined) {
    const line = page.locator("#source li.moved");
    assert.equal(await line.getAttribute("data-line"), `${step.line}`);
    const text = sources[step.file].split("\n")[step.line - 1];
    assert.equal(await line.locator("code").textContent(),
      text.length <= 400 ? text : `${text.slice(0, 399)}…`);
  }
}

async function checkHeap(page, result, count) {
  const wanted = heapAfter(result.counterexample, count);
  const owners = ownersAfter(result.counterexample, count);
  const nodes = await page.locator("#heap .node").evaluateAll((all) => all.map((node) => ({
    name: node.dataset.object,
    slots: [...node.querySelectorAll(".slot")].map((slot) =>
      [...slot.querySelectorAll("text")].map((text) => text.textContent)),
    owner: node.querySelector(".owner")?.textContent ?? null,
  })));
  assert.deepEqual(nodes.map((node) => node.name).sort(), [...wanted.keys()].sort());
  for (const node of nodes) {
    const slots = Object.entries(wanted.get(node.name)).slice(0, 12);
    assert.equal(node.slots.length, slots.length, `slots of ${node.name}`);
    slots.forEach(([name, value], i) => {
      assert.ok(name.startsWith(node.slots[i][0].replace("…", "")), `${name} of ${node.name}`);
      assert.ok(value.startsWith(node.slots[i][1].split(" held by")[0].replace("…", "")),
        `${node.name}.${name} = ${value}`);
    });
    assert.equal(node.owner !== null, owners.has(node.name), `owner of ${node.name}`);
  }
}

/** From the first row to the last, by keyboard; every row shows what the JSON says. */
async function stepThrough(page, result, sources) {
  const { trace } = result.counterexample;
  const before = await page.locator("#position").innerText();
  // Before anything has the focus, the keys that do not scroll work.
  await page.keyboard.press("ArrowLeft");
  assert.notEqual(await page.locator("#position").innerText(), before, "← with nothing in focus");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#position").innerText(), before);
  await page.focus("#lanes");
  await page.keyboard.press("Home");
  assert.equal(await page.locator("#position").innerText(), `0 of ${trace.length}`);
  await checkHeap(page, result, 0);
  let last = 0;
  for (let i = 0; i < MOST_ROWS && last < trace.length; ++i) {
    await page.keyboard.press("ArrowDown");
    const row = page.locator("#lanes .row.selected");
    const count = Math.min(Number(await row.getAttribute("data-step")), trace.length);
    assert.ok(count > last, `row after step ${last}`);
    assert.equal(await page.locator("#position").innerText(), `${count} of ${trace.length}`);
    assert.equal(await page.locator("#lanes").getAttribute("aria-activedescendant"),
      await row.getAttribute("id"));
    await checkStep(page, result, sources, count);
    await checkHeap(page, result, count);
    last = count;
  }
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator("#position").innerText(), `${last - 1} of ${trace.length}`);
  await page.keyboard.press("End");
  await checkStep(page, result, sources, trace.length);
  assert.ok((await page.locator("#now").textContent()).length > 0, "nothing for screen readers");
}

async function checkSearch(page, result) {
  const wanted = result.counterexample.trace.find((step) => step.text.trim() !== "");
  if (!wanted) return;
  await page.focus("#lanes");
  await page.keyboard.press("/");
  await page.keyboard.type(wanted.text.trim().slice(0, 12));
  assert.match(await page.locator("#found").innerText(), /^[1-9]\d* match/);
  await page.fill("#search", "no such text anywhere");
  assert.equal(await page.locator("#found").innerText(), "0 matches");
  await page.fill("#search", "");
  await page.keyboard.press("Escape");
}

async function checkViolation(page, result) {
  const { violation } = result;
  if (violation.cycle?.length > 1) {
    assert.equal(await page.locator(".waiter").count(), violation.cycle.length);
    assert.equal(await page.locator(".wait").count(), violation.cycle.length);
  }
  if (violation.kind === "deadlock") {
    assert.equal(await page.locator("#lanes .row.waits").count(), violation.notes.length);
  }
  if (violation.kind === "race") {
    const stacks = await page.locator(".stack").allInnerTexts();
    assert.equal(stacks.length, 2, "stacks of a race");
    for (const note of violation.notes) {
      assert.ok(stacks.some((text) => text.includes(`:${note.line}`)), note.message);
    }
    assert.equal(await page.locator(".arrow.race").count(), 1);
  }
  for (const thrown of violation.stack ?? []) {
    assert.ok((await page.locator("#violation").innerText()).includes(thrown.exception));
  }
  if (result.counterexample.loop !== undefined) {
    assert.equal(await page.locator(".row.loop").count(), 1);
  }
  if (result.engine === "modular") {
    assert.equal(await page.locator("#before-after .heap").count(), 2);
  }
}

async function checkCoverage(page, result) {
  const missed = (result.coverage ?? []).reduce((sum, method) => sum + method.unreached.length, 0);
  assert.equal(await page.locator("#coverage li.missed").count(), missed);
  const shown = await page.locator("#summary").innerText();
  assert.equal(shown.includes("No execution reached"), missed > 0);
}

async function checkReport(page, name, args, verdict) {
  const json = JSON.parse(braid(["verify", ...args, "--format", "json", "--coverage"]
    .filter((word) => word !== "--coverage" || !needsFiniteModel(args))));
  const file = join(options.out, `${name}.html`);
  const written = braid(["verify", ...args, "--format", "html", "-o", file]);
  assert.equal(written, "");
  await page.goto(`file://${file}`);
  const data = JSON.parse(await page.locator("#data").textContent());
  assert.equal(await page.locator("#summary .verdict").innerText(), verdict);
  assert.ok((await page.locator("#summary").innerText()).includes(json.entry.slice(0, 100)));
  for (const bound of json.bounds.filter((one) => one.cut && one.option)) {
    assert.ok((await page.locator(".bounds").innerText()).includes(bound.option), bound.name);
  }
  if (json.counterexample) {
    assert.deepEqual(data.results[0].counterexample, json.counterexample);
    await checkViolation(page, json);
    await stepThrough(page, json, data.sources);
    await checkSearch(page, json);
  } else {
    await checkCoverage(page, json);
  }
}

function needsFiniteModel(args) {
  return args.includes("--ltl") || args.includes("modular");
}

async function takePictures(browser, name) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1280, 400]) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      await page.goto(`file://${join(options.out, `${name}.html`)}`);
      const overflow = await page.evaluate(() =>
        document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(overflow <= 0, `${name} is ${overflow} pixels too wide at ${width}`);
      await page.screenshot({ path: join(options.out, `${name}-${colorScheme}-${width}.png`) });
      await page.close();
    }
  }
}

/** Texts of a program are shown and never executed. */
async function checkHostile(page) {
  await page.goto(`file://${join(options.out, "hostile.html")}`);
  assert.equal(await page.evaluate(() => globalThis.wasAttacked), undefined);
  assert.ok((await page.locator("#source").innerText()).includes("</script>"));
  // A script that gets into the page in another way does not run, either.
  const attack = "<script>globalThis.wasAttacked = true</script>" +
    "<img src=x onerror='globalThis.wasAttacked = true'>";
  const file = join(options.out, "attacked.html");
  writeFileSync(file, readFileSync(join(options.out, "hostile.html"), "utf8")
    .replace("<main>", () => `<main>${attack}`));
  const other = await page.context().newPage();
  await other.goto(`file://${file}`);
  assert.equal(await other.evaluate(() => globalThis.wasAttacked), undefined);
  await other.close();
}

/** Of a project, the page lists all methods and shows one of them. */
async function checkProject(page) {
  const file = join(options.out, "project.html");
  braid(["verify", "tests/web/programs", "--no-verdict-cache", "--format", "html", "-o", file]);
  await page.goto(`file://${file}`);
  const { results } = JSON.parse(await page.locator("#data").textContent());
  const links = page.locator("#index a");
  assert.equal(await links.count(), results.length);
  for (let i = 0; i < results.length; ++i) {
    await Promise.all([page.waitForEvent("load"), links.nth(i).click()]).catch(() => {});
    await page.waitForFunction((entry) =>
      document.querySelector("#summary .entry")?.textContent === entry, results[i].entry);
  }
}

async function main() {
  mkdirSync(options.out, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  let failures = 0;
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    for (const [name, args, verdict] of [...CASES, ["project"]]) {
      try {
        if (name === "project") await checkProject(page);
        else await checkReport(page, name, args, verdict);
        if (name === "hostile") await checkHostile(page);
        assert.deepEqual(said.splice(0), [], "console");
        await takePictures(browser, name);
        console.log(`ok      ${name}`);
      } catch (error) {
        ++failures;
        said.length = 0;
        console.log(`FAILED  ${name}: ${error.message}`);
      }
    }
  } finally {
    await browser.close();
  }
  console.log(`${CASES.length + 1} reports, ${failures} failed`);
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
