import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { Picture } from "../catalogue/pictures/picture.tsx";
import type { Listed } from "../catalogue/selection.ts";
import { t, tMessage } from "../language/t.ts";
import { savesData } from "../platform/browser/when-idle.ts";
import type { Shop } from "../settings/shop-with.ts";
import { useShop } from "../settings/use-settings.ts";
import { Icon } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { Wave } from "../ui/wave.tsx";

const REDUCED = "(prefers-reduced-motion: reduce)";

/** Whether the person prefers reduced motion or saves data: then nothing moves. True until hydration. */
function useReducedMotion(): boolean {
  return useSyncExternalStore(
    listen,
    () => matchMedia(REDUCED).matches || savesData(),
    () => true,
  );
}

function listen(changed: () => void) {
  const query = matchMedia(REDUCED);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Milliseconds between two beats, and how long a highlight lasts (specification §9). */
const BEAT = 5000;
const HIGHLIGHT = 1000;
/** At this width and above the halves swap sides; below, a highlight plays. The style sheet has the same width. */
const WIDE = "(min-width: 48rem)";

// a share of the banner's half on a phone, of its height on wider screens
const SIZES = "(min-width:60rem) 25vw,(min-width:48rem) 15.6rem,32vw";

/** The first thing seen: words beside the newest products, or beside the picture that the owner chose. */
export function Banner({ newest }: { newest: Listed[] }) {
  const [paused, setPaused] = useState(false);
  const reducedMotion = useReducedMotion();
  const { swapped, highlight } = useBeat(!paused && !reducedMotion);
  const words = useShop().banner;
  return (
    <section
      className="banner"
      aria-labelledby="banner-title"
      data-swapped={swapped}
      data-highlight={highlight}
    >
      <BannerHalves
        {...words}
        title={<h1 id="banner-title">{tMessage(words.headline)}</h1>}
        prompt={
          <Link to="/collection" className="button button-sun">
            {tMessage(words.prompt)}
          </Link>
        }
        newest={newest}
      />
      {!reducedMotion && (
        <button
          type="button"
          className="icon-button banner-pause"
          aria-label={paused ? t("Play the banner") : t("Pause the banner")}
          onClick={() => setPaused(!paused)}
        >
          <Icon name={paused ? "play" : "pause"} size={18} />
        </button>
      )}
    </section>
  );
}

type HalvesProps = Pick<Shop["banner"], "tagline" | "picture"> & {
  title: ReactNode;
  prompt: ReactNode;
  newest: Pick<Listed, "_id" | "image">[];
};

/** The banner's text, and the pictures beside it. */
export function BannerHalves({ tagline, title, prompt, picture, newest }: HalvesProps) {
  return (
    <>
      <div className="banner-words">
        <p className="banner-tagline">{tMessage(tagline)}</p>
        {title}
        {prompt}
      </div>
      <div className="banner-picture">
        <Wave className="banner-wave" bars={14} />
        {picture ? (
          <Picture {...picture} sizes={SIZES} first />
        ) : (
          newest.map((product, at) => (
            // the second one is hidden on a phone, and then not fetched
            <Picture key={product._id} url={product.image} sizes={SIZES} first={at === 0} />
          ))
        )}
      </div>
    </>
  );
}

const AT_REST = { swapped: false, highlight: false };

function useBeat(playing: boolean) {
  const [state, setState] = useState(AT_REST);
  useEffect(() => {
    if (!playing) return;
    const wide = matchMedia(WIDE);
    let ending: ReturnType<typeof setTimeout>;
    const beat = () => {
      if (wide.matches) return setState(({ swapped }) => ({ swapped: !swapped, highlight: false }));
      setState({ swapped: false, highlight: true });
      ending = setTimeout(() => setState(AT_REST), HIGHLIGHT);
    };
    const timer = setInterval(beat, BEAT);
    return () => {
      clearInterval(timer);
      clearTimeout(ending);
      setState(({ swapped }) => ({ swapped, highlight: false }));
    };
  }, [playing]);
  return state;
}

type OfferProps = Omit<Shop["offer"], "prompt"> & { prompt: ReactNode };

/** Leads to ladies' clothes with a former price (specification §2, decision 44). */
export function Offer({ headline, text, prompt, picture }: OfferProps) {
  const [figure] = /\d+ ?%/.exec(headline) ?? [];
  return (
    <section className="offer" aria-labelledby="offer">
      <div className="offer-row">
        {picture && (
          <span className="offer-picture">
            <Picture {...picture} sizes="(min-width:37.5rem) 9rem,24vw" />
          </span>
        )}
        {figure && (
          <p className="offer-figure" aria-hidden="true">
            {figure}
          </p>
        )}
        <div>
          <h2 id="offer">{tMessage(headline)}</h2>
          <p>{tMessage(text)}</p>
        </div>
        {prompt}
      </div>
    </section>
  );
}
