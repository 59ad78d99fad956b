import { PAPER, shop } from "../../shop.ts";
import icon from "../../ui/favicon.svg?inline";

/** What a browser dresses its own window with: colour, icons, manifest. Always the same, so only the server writes it. */
export function HeadLinks() {
  return (
    <>
      <meta name="theme-color" content={PAPER} />
      <meta name="application-name" content={shop.name} />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href={icon} type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  );
}
