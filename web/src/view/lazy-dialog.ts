/** Dialogs whose modules are loaded when they are first opened. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";

type View = (ctrl: Controller) => VNode;

/** Returns the view of a dialog that loads its module when it is first opened. */
export function lazyDialog(load: () => Promise<View>): (ctrl: Controller) => VNode | null {
  let view: View | null = null;
  let isLoading = false;
  const open = async (ctrl: Controller): Promise<void> => {
    isLoading = true;
    try {
      view = await load();
    } catch (error) {
      ctrl.openDialog(null);
      ctrl.showError(error);
    }
    isLoading = false;
    ctrl.redraw();
  };
  return (ctrl) => {
    if (view) return view(ctrl);
    if (!isLoading) void open(ctrl);
    return null;
  };
}
