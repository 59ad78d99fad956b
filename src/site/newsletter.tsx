import { shop } from "../shop.ts";

/**
 * The newsletter's field (specification §2: sending it does nothing). `method="dialog"` outside a dialog does
 * nothing before scripts are there either.
 */
export function Newsletter() {
  return (
    <section className="newsletter" aria-labelledby="newsletter">
      <div className="newsletter-row">
        <div>
          <h2 id="newsletter">First to hear of every drop</h2>
          <p>New episodes, new designs, no noise. From the {shop.podcast.name} team.</p>
        </div>
        <form method="dialog" noValidate onSubmit={(event) => event.preventDefault()}>
          <label className="label" htmlFor="newsletter-email">
            Your email address
          </label>
          <div className="newsletter-fields">
            <input
              id="newsletter-email"
              className="input"
              type="email"
              name="newsletter-email"
              autoComplete="email"
              placeholder="you@example.com"
            />
            <button type="submit" className="button button-sun">
              Subscribe
            </button>
          </div>
        </form>
      </div>
    </section>
  );
}
