// Checks of the layout and of the accessibility of the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns descriptions of the layout errors of the page. */
export const layoutErrors = (page) =>
  page.evaluate(() => {
    const found = [];
    const TOLERANCE = 1;
    const isVisible = (node) => {
      const box = node.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && node.checkVisibility({ visibilityProperty: true });
    };
    const name = (node) =>
      node.dataset?.do ?? node.getAttribute("name") ?? (node.className || node.tagName.toLowerCase());
    const pageWidth = document.scrollingElement.scrollWidth;
    if (pageWidth > innerWidth) found.push(`the page is ${pageWidth} px wide in a window of ${innerWidth} px`);

    // On phones, sticky elements may cover elements that scroll below them.
    const isSticky = (node) => {
      for (let at = node; at; at = at.parentElement) if (getComputedStyle(at).position === "sticky") return true;
      return false;
    };

    // Parts of the page and of the panel do not overlap.
    const checkOverlaps = (nodes) => {
      const boxes = nodes.filter(isVisible).map((node) => [node, node.getBoundingClientRect()]);
      boxes.forEach(([one, a], index) => {
        for (const [two, b] of boxes.slice(index + 1)) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > TOLERANCE && down > TOLERANCE && isSticky(one) === isSticky(two))
            found.push(`${name(one)} and ${name(two)} overlap by ${Math.round(across)} x ${Math.round(down)} px`);
        }
      });
    };
    const all = (selector) => [...document.querySelectorAll(selector)];
    checkOverlaps(all("header.top, .bar, .board, .hand, .player, .panel, .game-report"));
    checkOverlaps(all(".panel > *"));
    checkOverlaps(
      all(
        ".panel :is(button, select, input, summary):not(.moves *, .lines *), .player select, .game-report :is(button, select)",
      ),
    );

    // Controls lie inside their containers, and their texts inside the controls.
    for (const control of all("main :is(button, select, input, summary, textarea), header.top :is(button, h1)")) {
      if (!isVisible(control) || control.closest(".moves, .lines, .rules, .hand-buttons, .grid")) continue;
      const box = control.getBoundingClientRect();
      for (let at = control.parentElement; at && at !== document.body; at = at.parentElement) {
        if (!at.matches(".panel, .panel > *, .player, .game-report, main, header.top, nav")) continue;
        const container = at.getBoundingClientRect();
        const out = Math.max(
          container.left - box.left,
          box.right - container.right,
          container.top - box.top,
          box.bottom - container.bottom,
        );
        if (out > TOLERANCE) found.push(`${name(control)} sticks out of ${name(at)} by ${Math.round(out)} px`);
      }
      if (control.matches("button") && control.scrollWidth > control.clientWidth + TOLERANCE)
        found.push(`the text of ${name(control)} is cut off`);
    }
    // Only the analysis lines and the move list scroll.
    for (const part of all(".panel, .analysis, .status, .player, .hand, .bar, .board-area"))
      if (isVisible(part) && part.scrollHeight > part.clientHeight + TOLERANCE && !part.matches(".bar"))
        found.push(`${name(part)} has ${part.scrollHeight} px of content in ${part.clientHeight} px`);
    const list = document.querySelector(".moves");
    if (list && list.clientHeight < 48) found.push(`the list of moves is ${list.clientHeight} px high`);
    return found;
  });

/** Returns whether a control is visible without scrolling. */
export const isInView = (locator) =>
  locator.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (node === hit || node.contains(hit));
  });

/** Fails if axe-core finds a serious violation. */
export async function checkAccessibility(page, name) {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document));
  assert.ok(passes.length > 10, "axe-core checked the page");
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${name}: ${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.html.slice(0, 160))
          .join(" | ")}`,
    );
  assert.deepEqual(found, []);
}
