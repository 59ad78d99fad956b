import { type UIEvent, useId, useRef, useState } from "react";
import { t } from "../../language/t.ts";
import { Icon } from "../../ui/icons.tsx";
import { Opener } from "../../ui/opener.tsx";
import { toast } from "../../ui/toast.ts";
import type { LargePictures } from "./large-pictures.tsx";
import { Picture } from "./picture.tsx";

// on a phone the height decides: 41svh of a picture 5:6
const SIZES = "(min-width:48rem) 43vw,34vh";

type GalleryProps = { name: string; images: string[]; alts?: string[] | undefined };

/** Pictures to swipe through, with thumbnails to jump to one; without scripts those are links to the large pictures. */
export function Gallery({ name, images, alts = [] }: GalleryProps) {
  const id = useId();
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const onScroll = ({ currentTarget }: UIEvent) => setCurrent(inView(currentTarget, images.length));
  const [Large, setLarge] = useState<typeof LargePictures>();
  const enlarge = () =>
    import("./large-pictures.tsx").then(
      ({ LargePictures }) => setLarge(() => LargePictures),
      () => toast("error", t("Large pictures need a connection. Please try again.")),
    );
  const show = (at: number) => {
    const { scrollWidth = 0 } = track.current ?? {};
    track.current?.scrollTo({ left: (at * scrollWidth) / images.length });
  };
  return (
    <div className={images.length > 1 ? "gallery gallery-many" : "gallery"}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same */}
      <ul
        className="gallery-track"
        ref={track}
        onScroll={onScroll}
        onClick={enlarge}
        aria-label={t("Pictures of {name}", { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {images.map((image, at) => (
          <li key={image} id={`${id}${at + 1}`}>
            <Picture
              url={image}
              alt={
                alts[at] ||
                (at === 0
                  ? name
                  : t("{name}, picture {at} of {count}", { name, at: at + 1, count: images.length }))
              }
              sizes={SIZES}
              large
              first={at === 0}
            />
          </li>
        ))}
      </ul>
      <Opener
        href={images[current] ?? ""}
        className="icon-button gallery-enlarge"
        label={t("See pictures large")}
        onOpen={enlarge}
      >
        <Icon name="zoom" />
      </Opener>
      {Large && (
        <Large name={name} images={images} alts={alts} first={current} onClose={() => setLarge(undefined)} />
      )}
      {images.length > 1 && <Thumbs id={id} images={images} current={current} onShow={show} />}
    </div>
  );
}

/** The index of the picture in view; at the end it is the last one, even where several are visible. */
function inView({ scrollLeft, scrollWidth, clientWidth }: Element, count: number): number {
  const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1;
  return isAtEnd ? count - 1 : Math.round((scrollLeft * count) / scrollWidth);
}

type ThumbsProps = { id: string; images: string[]; current: number; onShow: (at: number) => void };

/** Thumbnails, each a link to its large picture. */
function Thumbs({ id, images, current, onShow }: ThumbsProps) {
  return (
    <ul className="gallery-thumbs">
      {images.map((image, at) => (
        <li key={image}>
          <Opener
            href={`#${id}${at + 1}`}
            className="gallery-thumb"
            label={t("Picture {at} of {count}", { at: at + 1, count: images.length })}
            current={at === current}
            onOpen={() => onShow(at)}
          >
            <Picture url={image} />
          </Opener>
        </li>
      ))}
    </ul>
  );
}
