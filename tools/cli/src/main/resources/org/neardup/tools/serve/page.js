// SPDX-License-Identifier: Apache-2.0
// What pages do besides, where scripts run.
"use strict";

// The slider tells of the threshold nearest to it as it moves.
const slider = document.getElementById("threshold");
if (slider) {
  const points = [...slider.list.options];
  const distance = (point) => Math.abs(point.value - slider.value);
  slider.addEventListener("input", () => {
    const nearest = points.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    document.querySelector(".slide output").textContent = nearest.label;
  });
}

// The keys n and p lead to the next and the previous difference.
document.addEventListener("keydown", (event) => {
  const step = { n: 1, p: -1 }[event.key];
  const isTyped = event.target.closest("input, textarea, select");
  if (!step || isTyped || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const places = [...document.querySelectorAll(".passages > li:not(.sides)")].filter(
    (place) => place.offsetParent,
  );
  if (places.length > 0) {
    const at = places.indexOf(document.activeElement);
    const next = places[at < 0 && step < 0 ? places.length - 1 : (at + step + places.length) % places.length];
    next.tabIndex = -1;
    next.focus();
    next.scrollIntoView({ block: "center" });
  }
});
