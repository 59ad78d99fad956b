import { type UIEvent, useId, useRef, useState } from "react";
import { Opener } from "../ui/opener.tsx";

type GalleryProps = { name: string; images: string[] };

/** Pictures to swipe through, with small ones to jump by; without scripts those are links to the large ones. */
export function Gallery({ name, images }: GalleryProps) {
  const id = useId();
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const onScroll = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent) =>
    setCurrent(Math.round(scrollLeft / Math.max(1, clientWidth)));
  const show = (at: number) => {
    const { clientWidth = 0 } = track.current ?? {};
    track.current?.scrollTo({ left: at * clientWidth });
  };
  return (
    <div className="gallery">
      <ul
        className="gallery-track"
        ref={track}
        onScroll={onScroll}
        aria-label={`Pictures of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {images.map((image, at) => (
          <li key={image} id={`${id}${at + 1}`}>
            <img
              src={image}
              alt={at === 0 ? name : `${name}, picture ${at + 1} of ${images.length}`}
              width={600}
              height={720}
              loading={at === 0 ? "eager" : "lazy"}
              fetchPriority={at === 0 ? "high" : "auto"}
            />
          </li>
        ))}
      </ul>
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
                <img src={image} alt="" width={600} height={720} loading="lazy" />
              </Opener>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
