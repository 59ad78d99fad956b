import "../words.css";
import { Link } from "react-router";
import { shop } from "../../shop.ts";
import { Wave } from "../../ui/wave.tsx";
import { pageMeta } from "../document/page-meta.ts";
import type { Route } from "./+types/about-page";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "About us",
    description: `Who is behind ${shop.name}, the wear of ${shop.podcast.name}, and what you can count on.`,
    path: "/about",
  });
}

export default function AboutPage() {
  return (
    <div className="page about">
      <div className="poster" aria-hidden="true">
        <span className="poster-sign">ON AIR</span>
        <Wave className="poster-wave" bars={20} />
        <span className="poster-name">{shop.name}</span>
      </div>
      <div className="letter">
        <h1>About us</h1>
        <p className="lead">
          {shop.name} is Swahili for “voice”. We make the clothes for the people who listen to{" "}
          <a href={shop.podcast.url}>{shop.podcast.name}</a>, and for everyone who has something to say.
        </p>
        <p>
          It began with one tee for the crew in the studio. Listeners asked where to get it, in comments, in
          the queue, in the matatu. So here is the shop: tops, bottoms and winter wear for men, women and
          everyone, drawn around the podcast’s own world of microphones, sound waves and the city’s skyline.
        </p>
        <h2 className="section-title">What you can count on</h2>
        <ul>
          <li>
            <strong>Honest prices.</strong> In Kenya shillings, with the delivery fee shown before you pay.
          </li>
          <li>
            <strong>{shop.returnDays} days to change your mind.</strong> Return or exchange within{" "}
            {shop.returnDays} days.
          </li>
          <li>
            <strong>A person answers.</strong> By phone, by email, or over the counter in {shop.address.area},{" "}
            {shop.address.city}.
          </li>
        </ul>
        <p className="row">
          <Link to="/collection" className="button button-primary">
            See the collection
          </Link>
          <Link to="/contact" className="button">
            Contact us
          </Link>
        </p>
      </div>
    </div>
  );
}
