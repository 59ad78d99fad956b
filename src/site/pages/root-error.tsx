import { isRouteErrorResponse, useLocation } from "react-router";
import { Rich } from "../../language/rich.tsx";
import { t, tMessage } from "../../language/t.ts";
import { useShop } from "../../settings/use-settings.ts";
import { Link } from "../../ui/link.tsx";
import { telLink } from "../../ui/tel-link.ts";
import { Wave } from "../../ui/wave.tsx";

/** Shown in place of a page that is missing, or failed. */
export function RootError({ error }: { error: unknown }) {
  const shop = useShop();
  const here = useLocation();
  if (isMissing(error))
    return (
      <NotFound title={typeof error.data === "string" ? tMessage(error.data) : t("We can't find that page")}>
        {t("It may have moved, or the address may be mistyped.")}
      </NotFound>
    );
  return (
    <section className="page lost">
      <Wave className="lost-wave" bars={36} />
      <h1>{t("Something went wrong")}</h1>
      <p>{t("We couldn't show this page. Your cart is safe. Please try again in a moment.")}</p>
      <p className="row">
        <Link to={here.pathname + here.search} reloadDocument className="button button-primary">
          {t("Try again")}
        </Link>
        <Link to="/" reloadDocument className="button">
          {t("Go to the home page")}
        </Link>
      </p>
      <p>
        <Rich
          sentence="If it keeps happening, call us: {phone}."
          phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
        />
      </p>
    </section>
  );
}

/** Whether a page answered that it does not exist, with a text of its own or without. */
export function isMissing(error: unknown): error is { status: 404; data: unknown } {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** The page for an unknown address, with links to go on. */
function NotFound({ title, children }: { title: string; children: string }) {
  return (
    <section className="page lost">
      <p className="lost-figure" aria-hidden="true">
        404
      </p>
      <Wave className="lost-wave" bars={36} />
      <h1>{title}</h1>
      <p>{children}</p>
      <p className="row">
        <Link to="/collection" className="button button-primary">
          {t("See the collection")}
        </Link>
        <Link to="/" className="button">
          {t("Go to the home page")}
        </Link>
      </p>
      <p>
        <Rich
          sentence="Looking for an order? See {orders}, or {ask}."
          orders={<Link to="/orders">{t("your orders")}</Link>}
          ask={<Link to="/contact">{t("ask us")}</Link>}
        />
      </p>
    </section>
  );
}
