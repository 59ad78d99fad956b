import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import type { listProducts } from "../../catalogue/contract.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { typedOf } from "../app/forms/form-field.ts";
import { type LoaderArgs, pageTitle } from "../app/page.ts";
import { useMay } from "../app/person.ts";
import { readStaff } from "../app/read-staff.ts";
import type * as contract from "./contract.ts";
import { EditSetting } from "./edit-setting.tsx";
import { FORMS, sayChange } from "./forms.ts";
import type { Newest } from "./preview-banner.tsx";
import { SettingHistory } from "./setting-history.tsx";
import { SettingPreview } from "./setting-preview.tsx";
import { SettingTabs } from "./setting-tabs.tsx";

export async function loader(args: LoaderArgs) {
  const { name = "" } = args.params;
  const [read, newest] = await Promise.all([
    readStaff<typeof contract.showSetting>(args, `/api/staff/settings/${encodeURIComponent(name)}`),
    name === "banner" ? findNewest(args) : [],
  ]);
  return { ...read, newest };
}

async function findNewest(args: LoaderArgs): Promise<Newest> {
  const { products } = await readStaff<typeof listProducts>(args, "/api/product/list?limit=2");
  return products.map(({ _id, image: [image = ""] }) => ({ _id, image }));
}

export function meta({ params }: { params: { name?: string } }) {
  return pageTitle(headingOf(params.name));
}

function headingOf(name = "shop"): string {
  return FORMS[name]?.heading ?? "Settings";
}

/** What the owner may change of the shop: a form, how it looks, and what it was before. */
export default function SettingsPage() {
  const { setting, defaults, history, newest } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const may = useMay();
  const [said, setSaid] = useState("");
  const { name, version, by, at } = setting;
  const form = FORMS[name];
  const onSaved = (words: string) => {
    setSaid(words);
    return revalidate();
  };
  return (
    <>
      <h1>{headingOf(name)}</h1>
      <SettingTabs />
      <p className="faint">{at !== null && `Changed ${formatMoment(at)} by ${by}.`}</p>
      <p role="status" className="said">
        {said}
      </p>
      {form && (
        <div className="stack" key={`${name} ${version}`}>
          {may("settings.edit") ? (
            <EditSetting form={form} setting={setting} defaults={defaults} newest={newest} say={setSaid} />
          ) : (
            <SettingPreview name={name} typed={typedOf(setting.value, form.fields)} newest={newest} />
          )}
          <SettingHistory
            setting={setting}
            history={history}
            say={(change) => sayChange(change, form.fields)}
            onSaved={onSaved}
          />
        </div>
      )}
    </>
  );
}
