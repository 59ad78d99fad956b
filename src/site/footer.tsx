import { Link } from "react-router";
import { shop } from "../shop.ts";
import { Wave } from "../ui/wave.tsx";
import { Logo } from "./logo.tsx";
import { PaymentLogos } from "./payment-logos.tsx";

export function Footer() {
  const { street, area, city, country } = shop.address;
  return (
    <footer className="site-footer">
      <Wave className="site-footer-wave" bars={72} />
      <div className="site-footer-row">
        <div className="stack">
          <Logo />
          <p>{shop.tagline}. Official wear of the podcast.</p>
        </div>
        <nav id="site-links" aria-labelledby="company">
          <h2 id="company">Company</h2>
          <ul className="plain-list">
            <li>
              <Link to="/">Home</Link>
            </li>
            <li>
              <Link to="/collection">Collection</Link>
            </li>
            <li>
              <Link to="/about">About us</Link>
            </li>
            <li>
              <Link to="/contact">Contact</Link>
            </li>
          </ul>
        </nav>
        <section aria-labelledby="touch">
          <h2 id="touch">Get in touch</h2>
          <ul className="plain-list">
            <li>
              <a href={`tel:${shop.phone.replaceAll(" ", "")}`}>{shop.phone}</a>
            </li>
            <li>
              <a href={`mailto:${shop.email}`}>{shop.email}</a>
            </li>
            <li>
              <a href={shop.podcast.url}>{shop.podcast.name}</a>
            </li>
          </ul>
          <p>
            {street}, {area}, {city}, {country}
          </p>
        </section>
        <section aria-labelledby="paying">
          <h2 id="paying">Ways to pay</h2>
          <PaymentLogos />
        </section>
      </div>
      <p className="site-footer-end">
        © {shop.name}. Prices in Kenya shillings. Returns and exchanges within {shop.returnDays} days.
      </p>
    </footer>
  );
}
