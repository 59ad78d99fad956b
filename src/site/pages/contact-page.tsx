import "../words.css";
import { shop } from "../../shop.ts";
import { Icon } from "../../ui/icons.tsx";
import { pageMeta } from "../document/page-meta.ts";
import type { Route } from "./+types/contact-page";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Contact us",
    description: `Visit ${shop.name} in ${shop.address.area}, ${shop.address.city}, call ${shop.phone} or write to ${shop.email}.`,
    path: "/contact",
  });
}

export default function ContactPage() {
  const { street, area, city, country } = shop.address;
  return (
    <div className="page">
      <h1>Contact us</h1>
      <div className="contact">
        <img
          src="/contact.svg"
          width={720}
          height={540}
          alt={`Our store on ${street}: a red sign, clothes in the window, and somebody at the counter.`}
        />
        <section aria-labelledby="store">
          <Icon name="pin" size={32} />
          <h2 id="store">Our store</h2>
          <address>
            {street}
            <br />
            {area}, {city}
            <br />
            {country}
          </address>
        </section>
        <section aria-labelledby="call">
          <Icon name="phone" size={32} />
          <h2 id="call">Call or write</h2>
          <p>
            <a className="contact-way" href={`tel:${shop.phone.replaceAll(" ", "")}`}>
              {shop.phone}
            </a>
          </p>
          <p>
            <a className="contact-way" href={`mailto:${shop.email}`}>
              {shop.email}
            </a>
          </p>
        </section>
        <section aria-labelledby="listen">
          <Icon name="podcast" size={32} />
          <h2 id="listen">Listen in</h2>
          <p>The show these clothes belong to.</p>
          <p>
            <a className="contact-way" href={shop.podcast.url}>
              {shop.podcast.name}
            </a>
          </p>
        </section>
      </div>
    </div>
  );
}
