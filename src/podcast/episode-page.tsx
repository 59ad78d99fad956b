import { data } from "react-router";
import { ProductList } from "../catalogue/product-card.tsx";
import { toListed } from "../catalogue/selection.ts";
import { t } from "../language/t.ts";
import type { LoaderArgs } from "../site/document/load-context.ts";
import { pageMeta } from "../site/document/page-meta.ts";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/episode-page";

export async function loader({ context, params }: LoaderArgs<Route.LoaderArgs>) {
  const episode = await context.store.episode(params.slug);
  if (!episode) throw data("We can't find this episode", { status: 404 });
  const { products: ids, ...shown } = episode;
  // asked for none, the list would be of all
  const { products } = ids.length > 0 ? await context.store.products({ id: ids }) : { products: [] };
  return { episode: shown, products: products.map(toListed) };
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const title = loaderData?.episode.title ?? "";
  return pageMeta(matches, {
    title,
    description: t("Items from {episode}, an episode of our podcast.", { episode: title }),
    path: `/episodes/${params.slug}`,
  });
}

/** The products of one episode of the podcast that can be bought. */
export default function EpisodePage({ loaderData: { episode, products } }: Route.ComponentProps) {
  return (
    <div className="page">
      <h1 className="section-title">{episode.title}</h1>
      {episode.link && (
        <p>
          <a href={episode.link}>{t("Listen to the whole episode")}</a>
        </p>
      )}
      {products.length > 0 ? (
        <ProductList products={products} eager={4} lead />
      ) : (
        <Notice
          kind="empty"
          title={t("Nothing from this episode is on sale now.")}
          action={<Link to="/collection">{t("See the collection")}</Link>}
        />
      )}
    </div>
  );
}
