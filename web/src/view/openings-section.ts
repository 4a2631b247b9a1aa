/** The section of the panel with the opening explorer, which is loaded when it is first opened. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { t } from "../i18n.ts";
import type { Openings } from "../play/openings.ts";
import { el } from "./html.ts";

/** The explorer and its view; null until they are loaded. */
let explorer: { openings: Openings; view: (ctrl: Controller, openings: Openings) => VNode } | null = null;

export const openingsSection = (ctrl: Controller): VNode =>
  el("details.openings", { attrs: { open: ctrl.showsOpenings } }, [
    el("summary", { on: { click: (event) => void toggle(ctrl, event) } }, [t("openings.label")]),
    ctrl.showsOpenings && explorer ? explorer.view(ctrl, explorer.openings) : null,
  ]);

async function toggle(ctrl: Controller, event: Event): Promise<void> {
  event.preventDefault();
  ctrl.showsOpenings = !ctrl.showsOpenings;
  ctrl.redraw();
  if (explorer || !ctrl.showsOpenings) return;
  try {
    const [{ Openings }, { openingsView }] = await Promise.all([import("../play/openings.ts"), import("./openings.ts")]);
    const openings = new Openings(ctrl);
    await openings.loadNames();
    explorer = { openings, view: openingsView };
  } catch (error) {
    ctrl.showsOpenings = false;
    ctrl.showError(error);
  }
  ctrl.redraw();
}
