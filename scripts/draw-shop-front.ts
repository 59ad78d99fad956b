import { words } from "./draw-goods/lettering.ts";
import { CENTRE } from "./draw-goods/path.ts";

type Inks = { paper: string; ink: string; signal: string; sun: string; leaf: string; sand: string };

/** The store on Langata Road, 720 × 540: the picture of the contact page. `name` is on its sign. */
export function shopFront(name: string, inks: Inks): string {
  const { sand } = inks;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 540"><title>${name}: our store</title>
<path fill="${sand}" d="M0 0h720v540H0z"/>
${street(inks)}
${house(name, inks)}
${shopWindow(inks)}
${door(inks)}
${tree(inks)}
${matatu(inks)}
</svg>
`;
}

const box = (fill: string, x: number, y: number, w: number, h: number) =>
  `<path fill="${fill}" d="M${x} ${y}h${w}v${h}h-${w}z"/>`;

/** Sun, skyline with the conference centre's round tower, pavement and road. */
function street({ paper, ink, sun }: Inks): string {
  const far = "#e3d3b8";
  return [
    `<circle cx="590" cy="112" r="62" fill="${sun}"/>`,
    `<path fill="${far}" d="M0 210h46v-60h58v36h40v-96h66v120h36v-70h52v70h150V96h8l10-22h44l10 22h8v114h34v-84h70v52h56v-34h32v270H0z"/>`,
    `<path fill="${paper}" d="M0 452h720v30H0z"/>`,
    `<path fill="${ink}" d="M0 482h720v58H0z"/>`,
    `<path fill="${sun}" d="M20 508h70l-5 7H15zM160 508h70l-5 7h-70zM300 508h70l-5 7h-70z"/>`,
  ].join("");
}

/** Front wall, sign with the name over a wave, and the awning in a matatu's stripes. */
function house(name: string, { paper, ink, signal, sun, leaf }: Inks): string {
  const wave = [6, 12, 9, 18, 24, 14, 7];
  const bars = (from: number) =>
    wave.map(
      (half, at) =>
        `M${from + at * 12} ${158 + half}l${half * 0.4} ${-2 * half}h6l-${half * 0.4} ${2 * half}z`,
    );
  const folds = Array.from({ length: 11 }, (_, at) => {
    const x = 92 + at * 41;
    const colour = [signal, paper, sun, paper, leaf, paper][at % 6];
    return `<path fill="${colour}" d="M${x + 12} 214h41l-12 58q-20 16-41 0z"/>`;
  });
  return [
    box(paper, 104, 100, 460, 352),
    box(ink, 92, 88, 484, 20),
    box(signal, 104, 108, 460, 100),
    `<path fill="${sun}" d="${[...bars(122), ...bars(466)].join("")}"/>`,
    words({
      text: name.toUpperCase(),
      x: 336 - CENTRE,
      y: 130,
      h: 54,
      ink: paper,
      weight: 1.5,
      slant: 8,
      drop: ink,
    }),
    ...folds,
    `<path fill="${ink}" opacity=".12" d="M104 208h460v6H104zM104 272h460v14H104z"/>`,
  ].join("");
}

/** Three garments on a rail. */
function shopWindow({ paper, ink, signal, sun, leaf }: Inks): string {
  const hook = (x: number) => `M${x} 318v8l-14 8M${x} 326l14 8`;
  return [
    box(ink, 124, 292, 268, 140),
    box("#fdf0cf", 132, 300, 252, 124),
    `<path fill="${paper}" opacity=".7" d="M150 300h44l-62 92v-66zM230 300h22l-84 124h-22z"/>`,
    `<path fill="none" stroke="${ink}" stroke-width="4" d="M132 318h252${hook(184)}${hook(258)}${hook(332)}"/>`,
    // a tee with a microphone
    `<path fill="${signal}" d="M166 334q18 10 36 0l24 12-8 24-12-4v46h-44v-46l-12 4-8-24z"/>`,
    `<path fill="${paper}" d="M179 358q0-7 5-7t5 7v12q0 7-5 7t-5-7zM175 370h3q0 11 6 11t6-11h3q0 13-7 14v8h-4v-8q-7-1-7-14z"/>`,
    // a hoodie with a wave
    `<path fill="${leaf}" d="M240 336q18-16 36 0l22 12 4 60h-14l-4-34v40h-52v-40l-4 34h-14l4-60z"/>`,
    `<path fill="${ink}" opacity=".3" d="M246 338q12 16 24 0l-12 22zM240 392h36l6 16h-48z"/>`,
    `<path fill="${sun}" d="M240 382v-8h5v8zM248 386v-16h5v16zM256 384v-12h5v12zM264 388v-20h5v20zM272 382v-8h5v8z"/>`,
    // a cap above, a skirt below
    `<path fill="${sun}" d="M318 334h28l4 8h-36z"/><path fill="${ink}" d="M314 342h36l16 70h-68z"/>`,
    `<path fill="${signal}" d="M306 376h52l3 10h-58z"/>`,
    box(ink, 116, 428, 284, 10),
  ].join("");
}

/** Open, with the lamp on. */
function door({ paper, ink, signal, sun, leaf }: Inks): string {
  return [
    box(ink, 424, 292, 116, 160),
    box(sun, 434, 302, 96, 150),
    `<path fill="${paper}" opacity=".55" d="M434 302h96l-60 150h-36z"/>`,
    // the counter, and who stands behind it
    `<circle cx="486" cy="356" r="15" fill="#6f4a35"/><path fill="${ink}" d="M470 354q0-20 16-20t16 20q-16-9-32 0z"/>`,
    `<path fill="${leaf}" d="M460 412q0-38 26-38t26 38z"/>`,
    box(signal, 434, 406, 96, 46),
    `<path fill="${ink}" opacity=".25" d="M434 406h96v7h-96z"/>`,
    `<path fill="${ink}" d="M540 302l34 16v150l-34-16z"/><path fill="${signal}" d="M548 330l18 8v46l-18-8z"/>`,
    box(ink, 446, 276, 72, 20),
    words({ text: "ON AIR", x: 482 - CENTRE, y: 281, h: 10, ink: sun, weight: 1.3 }),
  ].join("");
}

function tree({ ink, leaf }: Inks): string {
  return [
    `<path fill="${ink}" d="M48 452l6-120-20-34 6-4 18 24 14-34 6 3-14 45 8 120z"/>`,
    `<path fill="${leaf}" d="M56 176q34-14 50 18 34 8 22 42 16 34-22 44-16 30-48 12-36 14-48-18-34-8-20-42-10-36 26-42 12-22 40-14z"/>`,
    `<path fill="#0a4329" d="M60 210q22-8 32 12 22 6 14 28 8 20-16 26-12 16-32 6-22 6-28-14-18-12 0-28 0-26 30-30z"/>`,
  ].join("");
}

/** One passes by, as they do. */
function matatu({ paper, ink, signal, sun, leaf }: Inks): string {
  return [
    `<path fill="${paper}" stroke="${ink}" stroke-width="5" d="M470 512v-86q0-14 14-14h250v100z"/>`,
    `<path fill="${signal}" d="M473 462h130l-16 30H473z"/><path fill="${sun}" d="M610 462h50l-16 30h-50z"/>`,
    `<path fill="${leaf}" d="M667 462h53v30h-69z"/>`,
    `<path fill="${ink}" d="M484 424h54v30h-54zM548 424h54v30h-54zM612 424h54v30h-54zM676 424h44v30h-44z"/>`,
    `<path fill="#fdf0cf" d="M488 428h20l-16 22h-4zM552 428h20l-16 22h-4zM616 428h20l-16 22h-4zM680 428h20l-16 22h-4z"/>`,
    `<path fill="${sun}" d="M470 476h10v14h-10z"/>`,
    `<circle cx="522" cy="512" r="22" fill="${ink}"/><circle cx="522" cy="512" r="9" fill="${sun}"/>`,
    `<circle cx="676" cy="512" r="22" fill="${ink}"/><circle cx="676" cy="512" r="9" fill="${sun}"/>`,
  ].join("");
}
