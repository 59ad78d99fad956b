/**
 * Opens a dialog over the page and gives what closes it. Safari has them from 15.4 on; before that a library does the
 * same, loaded there alone.
 */
export function openModal(dialog: HTMLDialogElement | null): () => void {
  if (!dialog) return () => {};
  let isWanted = true;
  if (typeof dialog.showModal === "function") dialog.showModal();
  else
    void import("dialog-polyfill").then((library) => {
      if (!isWanted) return;
      library.default.registerDialog(dialog);
      dialog.showModal();
    });
  // closed while it is still in the page, it gives the focus back
  return () => {
    isWanted = false;
    if (dialog.open) dialog.close();
  };
}
