import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { t } from "../language/t.ts";
import { Icon } from "./icons.tsx";

type SheetProps = {
  title: string;
  onClose: () => void;
  /** A panel from the side instead of a sheet from below. */
  side?: boolean;
  children: ReactNode;
  foot?: ReactNode;
};

/**
 * A modal dialog, open while it is rendered: the browser keeps the focus inside, makes the rest inert,
 * closes it on Escape and gives the focus back.
 */
export function Sheet({ title, onClose, side, children, foot }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => openModal(dialog.current), []);
  const onClick = (event: MouseEvent) => event.target === dialog.current && onClose();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one on the backdrop; Escape is the key for it
    <dialog
      ref={dialog}
      className={side ? "sheet sheet-side" : "sheet"}
      aria-labelledby={id}
      onClose={onClose}
      onClick={onClick}
    >
      <div className="sheet-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label={t("Close")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="sheet-body">{children}</div>
      {foot && <div className="sheet-foot">{foot}</div>}
    </dialog>
  );
}

/**
 * Opens a dialog over the page and returns a function that closes it. Safari before 15.4 has no dialogs: there a library, loaded
 * only there, does the same.
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
  // closed while it is still in the page, it returns the focus
  return () => {
    isWanted = false;
    if (dialog.open) dialog.close();
  };
}
