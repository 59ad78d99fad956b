import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Picture } from "../catalogue/picture.tsx";
import type { Listed } from "../catalogue/selection.ts";
import { t, tMessage } from "../language/t.ts";
import { useShop } from "../settings/use-shop.ts";
import { Icon } from "../ui/icons.tsx";
import { useReducedMotion } from "../ui/use-reduced-motion.ts";
import { Wave } from "../ui/wave.tsx";

/** Milliseconds between two beats, and how long a highlight lasts (specification §9). */
const BEAT = 5000;
const HIGHLIGHT = 1000;
/** From here on the halves swap sides; below, a highlight plays. The style sheet has the same width. */
const WIDE = "(min-width: 48rem)";

// a share of the banner's half on a phone, of its height elsewhere
const SIZES = "(min-width:60rem) 25vw,(min-width:48rem) 15.6rem,32vw";

/** The first thing seen: words and the newest goods, side by side. */
export function Banner({ pictures }: { pictures: Listed[] }) {
  const [paused, setPaused] = useState(false);
  const reducedMotion = useReducedMotion();
  const { swapped, highlight } = useBeat(!paused && !reducedMotion);
  const { headline, tagline, prompt } = useShop().banner;
  return (
    <section
      className="banner"
      aria-labelledby="banner-title"
      data-swapped={swapped}
      data-highlight={highlight}
    >
      <div className="banner-words">
        <p className="banner-tagline">{tMessage(tagline)}</p>
        <h1 id="banner-title">{tMessage(headline)}</h1>
        <Link to="/collection" className="button button-sun">
          {tMessage(prompt)}
        </Link>
      </div>
      <div className="banner-picture">
        <Wave className="banner-wave" bars={14} />
        {pictures.map((product, at) => (
          // the second is not shown on a phone, and then never fetched
          <Picture key={product._id} url={product.image} sizes={SIZES} first={at === 0} />
        ))}
      </div>
      {!reducedMotion && (
        <button
          type="button"
          className="icon-button banner-pause"
          aria-label={paused ? t("Play the banner's motion") : t("Pause the banner's motion")}
          onClick={() => setPaused(!paused)}
        >
          <Icon name={paused ? "play" : "pause"} size={18} />
        </button>
      )}
    </section>
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
