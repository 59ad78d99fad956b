import { Rich } from "../language/rich.tsx";
import { t } from "../language/t.ts";
import { Link } from "../ui/link.tsx";
import { clipAddress, type HeardIn as Episode } from "./rules.ts";

/** The episodes that a product is in; nothing of a clip is loaded until it is played. */
export function HeardIn({ episodes }: { episodes: Episode[] }) {
  if (episodes.length === 0) return null;
  return (
    <section aria-labelledby="heard">
      <h2 id="heard" className="section-title">
        {t("Heard on the podcast")}
      </h2>
      <ul className="reviews">
        {episodes.map(({ slug, title, quote, clip }) => (
          <li key={slug} className="stack">
            {quote && <blockquote>{quote}</blockquote>}
            <p>
              <Rich sentence="Heard in {episode}." episode={<Link to={`/episodes/${slug}`}>{title}</Link>} />
            </p>
            {clip && (
              // biome-ignore lint/a11y/useMediaCaption: the quote above is what is said
              <audio
                controls
                preload="none"
                src={clipAddress(clip)}
                aria-label={t("{seconds} seconds of {episode}", { seconds: clip.seconds, episode: title })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
