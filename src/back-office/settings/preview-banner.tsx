import "../../site/preview-styles.ts";
import type { ReactNode } from "react";
import type { SettingValues } from "../../settings/contract.ts";
import { BannerHalves, Offer } from "../../site/banner.tsx";
import { type Typed, toValue } from "../app/forms/form-field.ts";
import { FORMS } from "./forms.ts";

/** The two newest goods, which stand in the banner where it has no picture. */
export type Newest = { _id: string; image: string }[];

/** Both as the home page has them; what is a link there leads nowhere here. */
export function previewBanner(typed: Typed, newest: Newest): ReactNode {
  const { banner, offer } = toValue(typed, FORMS.banner?.fields ?? []) as SettingValues["banner"];
  return (
    <>
      <div className="banner">
        <BannerHalves
          {...banner}
          title={<p className="setting-headline">{banner.headline}</p>}
          prompt={<span className="button button-sun">{banner.prompt}</span>}
          newest={newest}
        />
      </div>
      <Offer {...offer} prompt={<span className="button button-primary">{offer.prompt}</span>} />
    </>
  );
}
