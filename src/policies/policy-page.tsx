import "../ui/prose.css";
import { data } from "react-router";
import { currentLanguage, tMessage } from "../language/t.ts";
import type { LoaderArgs } from "../site/document/load-context.ts";
import { pageMeta } from "../site/document/page-meta.ts";
import type { Route } from "./+types/policy-page";
import { policyPath } from "./rules.ts";

export function loader({ context, params }: LoaderArgs<Route.LoaderArgs>) {
  const policy = context.store.policy(params.slug, context.language);
  if (!policy) throw data("We can't find this page", { status: 404 });
  return policy;
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: tMessage(loaderData?.title ?? ""),
    description: loaderData?.summary ?? "",
    path: policyPath(params.slug),
  });
}

/** What the owner has written about delivery, returns and the like. */
export default function PolicyPage({ loaderData: { title, html, language } }: Route.ComponentProps) {
  return (
    <div className="page-narrow">
      <h1>{tMessage(title)}</h1>
      <div
        className="prose"
        lang={currentLanguage() && language}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has rendered it from Markdown, with HTML off
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  );
}
