import "./palette.css";

/** An empty dialog over the page, which goes when it is closed; the focus returns to where it was. */
export function openDialog(label: string): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.className = "mm-dialog";
  dialog.setAttribute("aria-label", label);
  dialog.addEventListener("close", () => dialog.remove());
  // A press beside it closes it as well.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
