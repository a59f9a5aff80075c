import { h, type VNode } from "snabbdom";
import { createPatch } from "../../element/virtual-dom.js";
import { chooseFile, download, fromFile, toDownload } from "./file.js";
import type { Session } from "./session.js";

export interface StatusOptions {
  readonly session: Session;
  isEditing(): boolean;
  setEditing(editing: boolean): void;
}

export const fileName = "how-much-can-a-matrix-remember.html";

/** The line at the foot of the window that says where the reader's work is, and what can be done with all of it. */
export function createStatus({ session, isEditing, setEditing }: StatusOptions) {
  const patch = createPatch(document);
  const place = document.createElement("div");
  let tree: Element | VNode = place;
  let complaint = "";

  async function take(read: () => string | Promise<string>): Promise<void> {
    complaint = "";
    try {
      await session.open(fromFile(await read()));
    } catch (error) {
      complaint = error instanceof Error ? error.message : String(error);
      update();
    }
  }

  function update(): void {
    const { keeping, work } = session;
    const earlier = keeping.earlier();
    const shown =
      isEditing() ||
      !session.isUntouched ||
      session.undoable !== undefined ||
      keeping.place === "elsewhere" ||
      earlier !== undefined;
    const button = (action: string, text: string, act: () => unknown) =>
      h(
        "button",
        {
          key: action,
          attrs: { type: "button", "data-action": action },
          on: { click: () => void act() },
        },
        text,
      );
    const buttons = [
      ...(work.held.size > 0
        ? [button("release", `Run ${count(work.held.size, "waiting cell")}`, session.release)]
        : []),
      ...(keeping.place === "elsewhere"
        ? [
            button("theirs", "Show those", session.takeTheirs),
            button("ours", "Keep these", session.keepOurs),
          ]
        : []),
      ...(earlier === undefined
        ? []
        : [
            button("open-earlier", "Open the earlier edits", () => take(() => earlier)),
            button("download-earlier", "Download them", () =>
              download(fileName, toDownload(fromFile(earlier))),
            ),
            button("forget-earlier", "Discard them", () => {
              keeping.forgetEarlier();
              update();
            }),
          ]),
      ...(session.undoable === undefined ? [] : [button("undo", "Undo", session.undo)]),
      button("download", "Download", () => download(fileName, toDownload(session.work.notebook))),
      button("open", "Open\u2026", () => chooseFile((file) => take(() => file.text()))),
      ...(session.isUntouched ? [] : [button("reset-all", "Reset all", session.resetAll)]),
      isEditing()
        ? button("done", "Done", () => setEditing(false))
        : button("edit-page", "Edit page", () => setEditing(true)),
    ];
    tree = patch(
      tree,
      h(
        "section",
        {
          attrs: {
            class: "mm-status",
            "aria-label": "Your edits",
            tabindex: "-1",
            ...(shown ? {} : { hidden: "" }),
          },
        },
        [
          h("p", { attrs: { role: "status" } }, complaint || whereItIs(session)),
          h("div", { attrs: { class: "mm-bar" } }, buttons),
        ],
      ),
    );
  }

  document.body.append(place);
  return {
    update,
    focus(): void {
      const { elm } = tree as VNode;
      const undo = (elm as Element).querySelector<HTMLElement>('[data-action="undo"]');
      (undo ?? (elm as HTMLElement)).focus();
    },
  };
}

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;

function whereItIs({ keeping, isUntouched, undoable }: Session): string {
  const last = undoable === undefined ? "" : `${undoable}. `;
  if (keeping.place === "elsewhere") {
    return `${last}Another tab has stored other edits of this page. These here are not stored until you choose.`;
  }
  if (isUntouched) {
    return keeping.earlier() === undefined
      ? `${last}Nothing is edited.`
      : "You edited an earlier version of this page; those edits are still stored in this browser.";
  }
  return keeping.place === "stored"
    ? `${last}Edited, stored in this browser.`
    : `${last}Edited, but this browser does not store it (${keeping.refusal}). Download it to keep it.`;
}
