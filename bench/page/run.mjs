// How fast HTML reports are: a long execution with many objects is opened in Chromium and stepped
// through. Goals: 5,000 steps with 2,000 objects open in 1 s, and a step takes 50 ms.
//
//   node bench/page/run.mjs [--braid PROGRAM]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const { chromium } = createRequire(join(root, "tests/web/package.json"))("playwright-core");
const { values: options } = parseArgs({
  options: { braid: { type: "string", default: join(root, "build/release/src/braid") } },
});

// Two threads, each of which puts nodes in front of a list: two steps for a node, and some for
// the round.
function program(rounds, perRound) {
  const body = [];
  for (let i = 0; i < perRound; ++i) {
    body.push(`            Node n${i} := new Node();`,
      `            n${i}.next := ${i === 0 ? "head" : `n${i - 1}`};`);
  }
  return `class Node { Node next; }
class Main {
    static void fill() {
        Node head := null;
        int round := 0;
        while (round < ${rounds}) {
${body.join("\n")}
            head := n${perRound - 1};
            round := round + 1;
        }
    }
    static void main() {
        fork Main.fill();
        fork Main.fill();
        join;
    }
}
`;
}

async function measure(browser, folder, name, rounds) {
  const source = join(folder, `${name}.oox`);
  const page = join(folder, `${name}.html`);
  const json = join(folder, `${name}.json`);
  writeFileSync(source, program(rounds, 20));
  for (const [format, file] of [["json", json], ["html", page]]) {
    execFileSync(options.braid, ["run", source, "--trace", "--max-steps", "1000000",
      "--format", format, "-o", file]);
  }
  const { trace } = JSON.parse(readFileSync(json, "utf8")).counterexample;
  const objects = trace.flatMap((step) => step.heap ?? []).filter((change) => change.new).length;
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await tab.goto(`file://${page}`);
  const opened = await tab.evaluate(() => performance.getEntriesByType("navigation")[0].duration);
  await tab.focus("#lanes");
  const times = await tab.evaluate(() => {
    const lanes = document.getElementById("lanes");
    const taken = [];
    for (let i = 0; i < 200; ++i) {
      const start = performance.now();
      const key = i < 100 ? "ArrowUp" : "ArrowLeft";
      lanes.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      document.body.getBoundingClientRect();  // the layout is part of it
      taken.push(performance.now() - start);
    }
    return taken.sort((a, b) => a - b);
  });
  await tab.close();
  const shown = [trace.length, objects, `${Math.round(opened)} ms`, `${times[100].toFixed(1)} ms`,
    `${times[197].toFixed(1)} ms`];
  console.log(`| ${shown.join(" | ")} |`);
}

const folder = mkdtempSync(join(tmpdir(), "braid-page-"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"],
});
console.log("| Steps | Objects | Opens in | A step, half of them | 99 of 100 |\n|---|---|---|---|---|");
await measure(browser, folder, "warm", 5);
await measure(browser, folder, "goal", 56);
await measure(browser, folder, "large", 224);
await browser.close();
rmSync(folder, { recursive: true });
