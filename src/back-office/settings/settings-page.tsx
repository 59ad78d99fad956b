import { useLoaderData } from "react-router";
import type { listProducts } from "../../catalogue/contract.ts";
import { typedOf } from "../app/forms/form-field.ts";
import { type LoaderArgs, pageTitle, readStaff, useMay } from "../app/page.ts";
import type * as contract from "./contract.ts";
import { EditSetting } from "./edit-setting.tsx";
import { FORMS, sayChange } from "./forms.ts";
import { SettingFrame } from "./setting-frame.tsx";
import { type Newest, SettingPreview } from "./setting-preview.tsx";

export async function loader(args: LoaderArgs) {
  const [read, newest] = await Promise.all([
    readStaff<typeof contract.showSetting>(args, "/api/staff/settings/:name"),
    args.params.name === "banner" ? findNewest(args) : [],
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
  const mayEdit = useMay()("settings.edit");
  const { name } = setting;
  const { fields = [] } = FORMS[name] ?? {};
  return (
    <SettingFrame
      heading={headingOf(name)}
      setting={setting}
      history={history}
      sayChange={(change) => sayChange(change, fields)}
    >
      {(say) =>
        mayEdit ? (
          <EditSetting fields={fields} setting={setting} defaults={defaults} newest={newest} say={say} />
        ) : (
          <SettingPreview name={name} typed={typedOf(setting.value, fields)} newest={newest} />
        )
      }
    </SettingFrame>
  );
}
