# SPDX-License-Identifier: Apache-2.0
"""Compares sketches as `neardup sketch` prints them; see engines.md."""
import base64
import re
import struct


class Sketch:
    """A sketch: base64 of its bytes, a blank, how it was made."""

    def __init__(self, text):
        value, parameters = text.split(" ", 1)
        self.bytes = base64.b64decode(value)
        self.made = re.sub(r"^bands=\d+ rows=\d+ ", "", parameters)
        self.slots, self.bits, self.min_elements = (
            int(re.search(rf"(?:^| ){name}=(\d+)", parameters).group(1)) for name in ("slots", "bits", "minElements"))
        guards = re.search(r" guards=(\S+)", parameters)
        self.keys = self.bytes[-8 * len(guards.group(1).split(",")):] if guards else b""
        self.elements = struct.unpack_from("<i", self.bytes, 8)[0]


def differing(a, b):
    """In how many slots two sketches differ: 64 slots are bit planes of a word, the rest are lanes of a word."""
    words = [x ^ y for x, y in zip(*(struct.unpack(f"<{(len(s.bytes) - 12) // 8}Q", s.bytes[12:]) for s in (a, b)))]
    count = 0
    blocks = a.slots // 64
    for block in range(blocks):
        any_bit = 0
        for plane in range(a.bits):
            any_bit |= words[block * a.bits + plane]
        count += bin(any_bit).count("1")
    lanes = 64 // a.bits
    for slot in range(a.slots % 64):
        word = words[blocks * a.bits + slot // lanes]
        count += (word >> (slot % lanes * a.bits)) & ((1 << a.bits) - 1) != 0
    return count


def resemblance(a, b):
    """The estimated resemblance of two sketches, 0 to 1; 1 only of the same text."""
    if a.made != b.made:
        raise ValueError(f"sketches were made in two ways: {a.made} and {b.made}")
    if a.bytes == b.bytes:
        return 1.0
    if min(a.elements, b.elements) < a.min_elements or a.keys != b.keys:
        return 0.0
    chance = 2.0 ** -a.bits
    return max(0.0, ((a.slots - differing(a, b)) / a.slots - chance) / (1 - chance))


def collapse(hits, threshold=0.8):
    """Of hits (dicts with "sketch"), those that resemble no earlier one, each with the versions behind it."""
    shown = []
    for hit in hits:
        sketch = Sketch(hit["sketch"]) if hit.get("sketch") else None
        near = [(resemblance(other, sketch), i) for i, (_, other, _) in enumerate(shown) if sketch and other]
        most = max(near, key=lambda pair: (pair[0], -pair[1]), default=(0.0, -1))
        if most[1] >= 0 and most[0] >= threshold:
            shown[most[1]][2].append(hit)
        else:
            shown.append((hit, sketch, []))
    return [{"hit": hit, "versions": versions} for hit, _, versions in shown]
