import { Rich } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { Link } from "../../ui/link.tsx";
import { Wave } from "../../ui/wave.tsx";

/** The page for an address that leads nowhere: says so, and where to go instead. */
export function NotFound({ title, children }: { title: string; children: string }) {
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
