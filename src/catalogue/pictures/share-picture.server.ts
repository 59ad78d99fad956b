import sharp, { type Sharp } from "sharp";
import { COLOURS } from "../../shop.ts";
import { SHARE_HEIGHT, SHARE_WIDTH } from "./picture-files.ts";

const { paper: PAPER, ink: INK, signal: SIGNAL, sun: SUN, leaf: LEAF } = COLOURS;
const WAVE = "#efe3cf";
const STRIPE_HEIGHT = 30;
/** The picture stands in the middle, whole, because some messengers show only the middle square. */
const PICTURE = { width: 500, height: 600 };
const LEFT = (SHARE_WIDTH - PICTURE.width) / 2;

/** The picture a shared link shows, 1200 × 630, as a JPEG: the product between the wordmark and the wave. */
export async function sharePicture(product: Sharp): Promise<Buffer> {
  const picture = await product.resize(PICTURE.width, PICTURE.height).png({ compressionLevel: 0 }).toBuffer();
  return sharp(Buffer.from(frame()))
    .composite([{ input: picture, left: LEFT, top: 0 }])
    .flatten({ background: PAPER })
    .jpeg({ quality: 66, mozjpeg: true })
    .toBuffer();
}

// everything is drawn as paths: a machine without fonts gives the same picture
function frame(): string {
  const right = LEFT + PICTURE.width;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}"><path d="M0 0H${SHARE_WIDTH}V${SHARE_HEIGHT}H0Z" fill="${PAPER}"/>${wordmark(54, 232)}<path d="${wave(right + 50)}" fill="${WAVE}"/>${stripe()}</svg>`;
}

/** Three bars of the wave over "SAUTI" in the letters of the sign-writers. */
function wordmark(x: number, y: number): string {
  const bars = `<path d="M6 62l9-40h15l-9 40zM33 62l14-62h15l-14 62z" fill="${SIGNAL}"/><path d="M60 62l11-50h15l-11 50z" fill="${SUN}"/>`;
  const letters =
    "M4 1.6V1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5V4.4M6.2 6.7V1L7.2 0H9.2L10.2 1V6.7M6.2 3.8H10.2M12.4-.7V5L13.4 6H15.4L16.4 5V-.7M18.2 0H22.2M20.2 0V6.7M24.4-.7V6.7";
  return `<g transform="translate(${x} ${y})">${bars}<path transform="translate(14 94)skewX(-8)scale(9)" d="${letters}" fill="none" stroke="${INK}" stroke-width="1.5"/></g>`;
}

function wave(left: number): string {
  const tenths = [3, 6, 4, 9, 6, 10, 5, 7, 3];
  return tenths
    .map((tenth, at) => {
      const [high, lean] = [tenth * 36, tenth * 5];
      return `M${left + at * 28 - lean / 2} ${302 + high / 2}l${lean}-${high}h14l-${lean} ${high}z`;
    })
    .join("");
}

/** The stripe along a matatu's side, in the proportions of the style sheet. */
function stripe(): string {
  const top = SHARE_HEIGHT - STRIPE_HEIGHT;
  const bands = [
    [0, 0.58, SIGNAL],
    [0.59, 0.76, SUN],
    [0.77, 0.88, LEAF],
    [0.89, 1.1, INK],
  ] as const;
  const lean = STRIPE_HEIGHT / 2;
  return bands
    .map(([from, to, ink]) => {
      const [start, end] = [Math.round(from * SHARE_WIDTH), Math.round(to * SHARE_WIDTH)];
      return `<path d="M${start - (from ? lean : 0)} ${SHARE_HEIGHT}L${start + (from ? lean : 0)} ${top}H${end + lean}L${end - lean} ${SHARE_HEIGHT}Z" fill="${ink}"/>`;
    })
    .join("");
}
