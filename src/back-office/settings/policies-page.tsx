import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import { type Policy, policyPath } from "../../policies/rules.ts";
import { type LoaderArgs, titled } from "../app/page.ts";
import { useMay } from "../app/person.ts";
import { readStaff } from "../app/read-staff.ts";
import type * as contract from "./contract.ts";
import { EditPolicies } from "./edit-policies.tsx";
import { sayChange } from "./policy-edits.ts";
import { SettingHistory } from "./setting-history.tsx";
import { SettingTabs } from "./setting-tabs.tsx";

export function loader(args: LoaderArgs) {
  return readStaff<typeof contract.showSetting>(args, "/api/staff/settings/policies");
}

export const meta = titled("Policies");

/** The pages about delivery, returns and the like: what they say, in which order, and what they said before. */
export default function PoliciesPage() {
  const { setting, history } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const may = useMay();
  const [said, setSaid] = useState("");
  const { version, by, at } = setting;
  const pages = setting.value.pages as unknown as Policy[];
  const onSaved = (words: string) => {
    setSaid(words);
    return revalidate();
  };
  return (
    <>
      <h1>Policies</h1>
      <SettingTabs />
      <p className="faint">{at !== null && `Changed ${formatMoment(at)} by ${by}.`}</p>
      <p role="status" className="said">
        {said}
      </p>
      <div className="stack" key={version}>
        {may("settings.edit") ? <EditPolicies setting={setting} say={setSaid} /> : <Readable pages={pages} />}
        <SettingHistory setting={setting} history={history} say={sayChange} onSaved={onSaved} />
      </div>
    </>
  );
}

function Readable({ pages }: { pages: Policy[] }) {
  return (
    <ul className="plain-list">
      {pages.map(({ slug, title }) => (
        <li key={slug}>
          <a href={policyPath(slug)}>{title}</a>
        </li>
      ))}
    </ul>
  );
}
