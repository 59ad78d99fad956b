import { folderOf, WIDTHS } from "./picture-files.ts";

type PictureProps = {
  /** As in a product's `image`. One that is not from our pipeline is shown unchanged; an empty one shows nothing. */
  url: string;
  alt?: string;
  /** How wide it is shown, as HTML's `sizes`; without it the smallest file is used. */
  sizes?: string;
  /** Shown large: where WebP has no file that large, JPEG is used instead. */
  large?: boolean;
  /** Loaded immediately, not only when it comes near the view. */
  eager?: boolean;
  /** Loaded before the others. */
  first?: boolean;
};

/** A product's picture in the format and width that cost least data here. Its place has a colour until it is loaded. */
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
