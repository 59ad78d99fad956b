import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../ui/icons.tsx";
import { Picture } from "./picture.tsx";

type LargePicturesProps = { name: string; images: string[]; first: number; onClose: () => void };

/**
 * A product's pictures over the whole screen: pinched by the browser, twice as large by a button. Arrows turn them, Escape
 * closes, and the focus goes back.
 */
export function LargePictures({ name, images, first, onClose }: LargePicturesProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(first);
  const [zoomed, setZoomed] = useState(false);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // closed while it is still in the page, it gives the focus back
    return () => opened?.close();
  }, []);
  const turn = (step: number) => {
    setAt((at + step + images.length) % images.length);
    setZoomed(false);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    // zoomed in, the arrows move the picture
    if (zoomed) return;
    if (key === "ArrowRight") turn(1);
    if (key === "ArrowLeft") turn(-1);
  };
  const place = `Picture ${at + 1} of ${images.length}`;
  return (
    <dialog
      ref={dialog}
      className="large-pictures"
      aria-label={`Pictures of ${name}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className="large-head">
        <p role="status">{place}</p>
        <button
          type="button"
          className="button button-quiet"
          aria-pressed={zoomed}
          onClick={() => setZoomed(!zoomed)}
        >
          Zoom in
        </button>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="large-stage" data-zoomed={zoomed} aria-label={place} tabIndex={0}>
        <Picture
          key={at}
          url={images[at] ?? ""}
          alt={`${name}, picture ${at + 1} of ${images.length}`}
          sizes="100vw"
          large
          first
        />
      </section>
      {images.length > 1 && (
        <div className="large-foot">
          <button type="button" className="button" onClick={() => turn(-1)}>
            Previous
          </button>
          <button type="button" className="button" onClick={() => turn(1)}>
            Next
          </button>
        </div>
      )}
    </dialog>
  );
}
