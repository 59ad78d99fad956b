import { t } from "../language/t.ts";

/**
 * The newsletter's field (specification §2: sending it does nothing). `method="dialog"` outside a dialog does
 * nothing before scripts are there either.
 */
export function Newsletter() {
  return (
    <section className="newsletter" aria-labelledby="newsletter">
      <div className="newsletter-row">
        <div>
          <h2 id="newsletter">{t("Newsletter")}</h2>
          <p>{t("It hasn't started yet, and we don't save emails typed here.")}</p>
        </div>
        <form method="dialog" noValidate onSubmit={(event) => event.preventDefault()}>
          <label className="label" htmlFor="newsletter-email">
            {t("Your email address")}
          </label>
          <div className="newsletter-fields">
            <input
              id="newsletter-email"
              className="input"
              type="email"
              name="newsletter-email"
              autoComplete="email"
              placeholder={t("you@example.com")}
            />
            <button type="submit" className="button button-sun">
              {t("Subscribe")}
            </button>
          </div>
        </form>
      </div>
    </section>
  );
}
