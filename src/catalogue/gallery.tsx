import { type UIEvent, useId, useRef, useState } from "react";
import { Icon } from "../ui/icons.tsx";
import { Opener } from "../ui/opener.tsx";
import { toast } from "../ui/toast.ts";
import type { LargePictures } from "./large-pictures.tsx";
import { Picture } from "./picture.tsx";

// on a phone the height decides: 41svh of a picture 5:6
const SIZES = "(min-width:48rem) 43vw,34vh";

type GalleryProps = { name: string; images: string[] };

/** Pictures to swipe through, with small ones to jump by; without scripts those are links to the large ones. */
export function Gallery({ name, images }: GalleryProps) {
  const id = useId();
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  // the last is reached at the end, however many pictures are in view there
  const onScroll = ({ currentTarget: { scrollLeft, scrollWidth, clientWidth } }: UIEvent) =>
    setCurrent(
      scrollLeft + clientWidth >= scrollWidth - 1
        ? images.length - 1
        : Math.round((scrollLeft * images.length) / scrollWidth),
    );
  const [Large, setLarge] = useState<typeof LargePictures>();
  const enlarge = () =>
    import("./large-pictures.tsx").then(
      ({ LargePictures }) => setLarge(() => LargePictures),
      () => toast("error", "Large pictures need a connection. Please try again."),
    );
  const show = (at: number) => {
    const { scrollWidth = 0 } = track.current ?? {};
    track.current?.scrollTo({ left: (at * scrollWidth) / images.length });
  };
  return (
    <div className="gallery">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same */}
      <ul
        className="gallery-track"
        ref={track}
        onScroll={onScroll}
        onClick={enlarge}
        aria-label={`Pictures of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {images.map((image, at) => (
          <li key={image} id={`${id}${at + 1}`}>
            <Picture
              url={image}
              alt={at === 0 ? name : `${name}, picture ${at + 1} of ${images.length}`}
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
        label="See pictures large"
        onOpen={enlarge}
      >
        <Icon name="zoom" />
      </Opener>
      {Large && <Large name={name} images={images} first={current} onClose={() => setLarge(undefined)} />}
      {images.length > 1 && (
        <ul className="gallery-thumbs">
          {images.map((image, at) => (
            <li key={image}>
              <Opener
                href={`#${id}${at + 1}`}
                className="gallery-thumb"
                label={`Picture ${at + 1} of ${images.length}`}
                current={at === current}
                onOpen={() => show(at)}
              >
                <Picture url={image} />
              </Opener>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
