import "./large-pictures.css";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { t } from "../../language/t.ts";
import { Icon } from "../../ui/icons.tsx";
import { openModal } from "../../ui/sheet.tsx";
import { Picture } from "./picture.tsx";

type LargePicturesProps = {
  name: string;
  images: string[];
  /** What each picture shows, empty or missing where it is not described. */
  alts: string[];
  first: number;
  onClose: () => void;
};

/**
 * A product's pictures on the whole screen: enlarged by the browser's pinch, or twice as large by a button. Arrow keys change the
 * picture, Escape closes, and the focus goes back.
 */
export function LargePictures({ name, images, alts, first, onClose }: LargePicturesProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => openModal(dialog.current), []);
  const [at, setAt] = useState(first);
  const [zoomed, setZoomed] = useState(false);
  const turn = (step: number) => {
    setAt((at + step + images.length) % images.length);
    setZoomed(false);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    // zoomed in, the arrow keys scroll the picture
    if (zoomed) return;
    if (key === "ArrowRight") turn(1);
    if (key === "ArrowLeft") turn(-1);
  };
  const place = t("Picture {at} of {count}", { at: at + 1, count: images.length });
  return (
    <dialog
      ref={dialog}
      className="large-pictures"
      aria-label={t("Pictures of {name}", { name })}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <LargeHead place={place} zoomed={zoomed} onZoom={() => setZoomed(!zoomed)} onClose={onClose} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="large-stage" data-zoomed={zoomed} aria-label={place} tabIndex={0}>
        <Picture
          key={at}
          url={images[at] ?? ""}
          alt={alts[at] || t("{name}, picture {at} of {count}", { name, at: at + 1, count: images.length })}
          sizes="100vw"
          large
          first
        />
      </section>
      {images.length > 1 && <LargeFoot onTurn={turn} />}
    </dialog>
  );
}

type LargeHeadProps = { place: string; zoomed: boolean; onZoom: () => void; onClose: () => void };

function LargeHead({ place, zoomed, onZoom, onClose }: LargeHeadProps) {
  return (
    <div className="large-head">
      <p role="status">{place}</p>
      <button type="button" className="button button-quiet" aria-pressed={zoomed} onClick={onZoom}>
        {t("Zoom in")}
      </button>
      <button type="button" className="icon-button" aria-label={t("Close")} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function LargeFoot({ onTurn }: { onTurn: (step: number) => void }) {
  return (
    <div className="large-foot">
      <button type="button" className="button" onClick={() => onTurn(-1)}>
        {t("Previous")}
      </button>
      <button type="button" className="button" onClick={() => onTurn(1)}>
        {t("Next")}
      </button>
    </div>
  );
}
