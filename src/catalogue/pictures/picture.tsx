import { folderOf, WIDTHS } from "./picture-files.ts";

type PictureProps = {
  /** As in a product's `image`. One that is not from our pipeline is shown as it is; without one there is its colour alone. */
  url: string;
  alt?: string;
  /** How wide it is shown, as HTML's `sizes` says it; without it the smallest will do. */
  sizes?: string;
  /** Shown large: where WebP is too small for it, JPEG takes its place. */
  large?: boolean;
  /** Wanted at once, and not when it comes near. */
  eager?: boolean;
  /** Wanted before the others. */
  first?: boolean;
};

/** A product's picture in the format and width that cost least here. Where it stands has a colour of its own until it comes. */
export function Picture({ url, alt = "", sizes, large, eager, first }: PictureProps) {
  if (!url) return null;
  const folder = folderOf(url);
  const source = (format: "avif" | "webp") =>
    folder && (
      <source
        type={`image/${format}`}
        srcSet={
          sizes
            ? WIDTHS[format].map((width) => `${folder}${width}.${format} ${width}w`).join()
            : `${folder}180.${format}`
        }
        sizes={sizes}
      />
    );
  return (
    <picture>
      {source("avif")}
      {!large && source("webp")}
      <img
        loading={eager || first ? "eager" : "lazy"}
        decoding="async"
        fetchPriority={first ? "high" : undefined}
        src={url}
        alt={alt}
        width={600}
        height={720}
      />
    </picture>
  );
}
