import { t } from "../language/t.ts";

const SHAPES = {
  menu: "M3 6h18M3 12h13M3 18h18",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.4 15.4L21 21",
  profile: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4 21c.6-4 3.8-6 8-6s7.4 2 8 6",
  cart: "M5 8h14l1 13H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5",
  close: "M5 5l14 14M19 5L5 19",
  filter: "M3 6h18M6 12h12M10 18h4",
  exchange: "M4 9h15l-4-4M20 15H5l4 4",
  delivery:
    "M2 6h12v10H2zM14 9h4l4 4v3h-8M6.5 16a2 2 0 1 0 0 4a2 2 0 0 0 0-4M17.5 16a2 2 0 1 0 0 4a2 2 0 0 0 0-4",
  support: "M4 14v-2a8 8 0 0 1 16 0v2M4 14h3v5H4zM17 14h3v5h-3zM20 19c0 2-3 2.5-6 2.5",
  quality: "M12 3l7.5 3v6c0 4.5-3 7.5-7.5 9c-4.5-1.5-7.5-4.5-7.5-9V6zM8.5 12l2.5 2.5l4.5-5",
  pause: "M8 5v14M16 5v14",
  play: "M7 4.5l12 7.5l-12 7.5z",
  pin: "M12 21.5C7 16 5 13 5 10a7 7 0 0 1 14 0c0 3-2 6-7 11.5M12 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5",
  phone: "M5 3h4l2 5l-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5l5 2v4c0 1-1 2-2 2C11 21 3 13 3 5c0-1 1-2 2-2",
  mail: "M3 5h18v14H3zM3 6l9 7l9-7",
  podcast: "M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3M5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8 21h8",
  zoom: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.4 15.4L21 21M7.5 10.5h6M10.5 7.5v6",
  arrow: "M4 12h15M13 6l6 6l-6 6",
} as const;

export type IconName = keyof typeof SHAPES;

/** A line drawing beside words, or inside a control that is named otherwise: never read out. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeLinecap="square"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}

/** The path of one star, in a box of 20. */
export const STAR = "M10 1l2.7 5.9 6.3.7-4.7 4.3 1.3 6.3L10 15l-5.6 3.2 1.3-6.3L1 7.6l6.3-.7z";

/** Stars out of five, as a picture with its words. */
export function Stars({ of }: { of: number }) {
  return (
    <span className="stars" role="img" aria-label={t("Rated {of} of 5 stars", { of })}>
      {[1, 2, 3, 4, 5].map((star) => (
        <svg
          key={star}
          width="18"
          height="18"
          viewBox="0 0 20 20"
          data-dull={star > of + 0.5}
          aria-hidden="true"
        >
          <path d={STAR} />
        </svg>
      ))}
    </span>
  );
}
