// SPDX-License-Identifier: Apache-2.0
// What pages do besides, where scripts run.
"use strict";

// The slider tells of the threshold nearest to it as it moves.
function slide() {
  const slider = document.getElementById("threshold");
  if (!slider) {
    return;
  }
  const points = [...slider.list.options];
  const distance = (point) => Math.abs(point.value - slider.value);
  slider.addEventListener("input", () => {
    const nearest = points.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    document.querySelector(".slide output").textContent = nearest.label;
  });
}

// What takes time is put into the first page when it is there.
const later = document.getElementById("later");
if (later) {
  fetch(later.href)
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.status))))
    .then((html) => {
      const whole = new DOMParser().parseFromString(html, "text/html");
      document.getElementById("overview").replaceWith(whole.getElementById("overview"));
      slide();
    })
    .catch(() => {}); // the link is still there
} else {
  slide();
}

// The keys n and p lead to the next and the previous difference, and / to the search field.
document.addEventListener("keydown", (event) => {
  const isTyped = event.target.closest("input, textarea, select");
  if (isTyped || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  if (event.key === "/") {
    event.preventDefault();
    document.getElementById("q")?.select();
    document.getElementById("q")?.focus();
    return;
  }
  const step = { n: 1, p: -1 }[event.key];
  const places = [...document.querySelectorAll(".passages > li:not(.sides)")].filter(
    (place) => place.offsetParent,
  );
  if (step && places.length > 0) {
    const at = places.indexOf(document.activeElement);
    const next = places[at < 0 && step < 0 ? places.length - 1 : (at + step + places.length) % places.length];
    next.tabIndex = -1;
    next.focus();
    next.scrollIntoView({ block: "center" });
  }
});
