// SPDX-License-Identifier: Apache-2.0
// Compares sketches as `neardup sketch` prints them, in a browser or in Node; see engines.md.
"use strict";

/** Reads a sketch: base64 of its bytes, a blank, how it was made. */
function parse(sketch) {
  const blank = sketch.indexOf(" ");
  const bytes = Uint8Array.from(atob(sketch.slice(0, blank)), (c) => c.charCodeAt(0));
  const parameters = sketch.slice(blank + 1);
  const number = (name) => Number(parameters.match(`(?:^| )${name}=(\\d+)`)[1]);
  const made = parameters.replace(/^bands=\d+ rows=\d+ /, "");
  const view = new DataView(bytes.buffer);
  const guards = parameters.match(/ guards=(\S+)/);
  const keys = guards ? bytes.slice(-8 * guards[1].split(",").length).join() : "";
  return { bytes, view, made, keys, slots: number("slots"), bits: number("bits"),
    minElements: number("minElements"), elements: view.getInt32(8, true) };
}

/** In how many slots two sketches differ: 64 slots are bit planes of 8 bytes, the rest are lanes of a word. */
function differing(a, b) {
  const { slots, bits } = a;
  let count = 0;
  let at = 12;
  for (let block = 0; block < Math.floor(slots / 64); block++, at += 8 * bits) {
    for (let i = 0; i < 8; i++) {
      let any = 0;
      for (let plane = 0; plane < bits; plane++) any |= a.bytes[at + 8 * plane + i] ^ b.bytes[at + 8 * plane + i];
      for (; any; any &= any - 1) count++;
    }
  }
  const lanes = Math.floor(64 / bits);
  for (let slot = 0; slot < slots % 64; slot++) {
    const word = at + 8 * Math.floor(slot / lanes);
    const xor = a.view.getBigUint64(word, true) ^ b.view.getBigUint64(word, true);
    if (BigInt.asUintN(bits, xor >> BigInt((slot % lanes) * bits))) count++;
  }
  return count;
}

/** The estimated resemblance of two parsed sketches, 0 to 1; 1 only of the same text. */
function resemblance(a, b) {
  if (a.made !== b.made) throw new Error(`sketches were made in two ways: ${a.made} and ${b.made}`);
  if (a.bytes.every((byte, i) => byte === b.bytes[i])) return 1;
  if (Math.min(a.elements, b.elements) < a.minElements || a.keys !== b.keys) return 0;
  const chance = 2 ** -a.bits;
  return Math.max(0, ((a.slots - differing(a, b)) / a.slots - chance) / (1 - chance));
}

/** Of hits in their order, those that resemble no earlier one; the others are in `versions` of these. */
function collapse(hits, threshold = 0.8) {
  const shown = [];
  for (const hit of hits) {
    const sketch = hit.sketch ? parse(hit.sketch) : null;
    let most = null;
    let best = -1;
    for (const other of sketch ? shown : []) {
      const value = other.sketch ? resemblance(other.sketch, sketch) : 0;
      if (value >= threshold && value > best) [most, best] = [other, value];
    }
    if (most) most.versions.push(hit);
    else shown.push({ hit, sketch, versions: [] });
  }
  return shown.map(({ hit, versions }) => ({ hit, versions }));
}

if (typeof module !== "undefined") module.exports = { parse, resemblance, collapse };
