import type { Announced } from "../catalogue/drops/announced.server.ts";
import { Coming } from "../catalogue/drops/coming.tsx";
import { Picture } from "../catalogue/pictures/picture.tsx";
import { Link } from "../ui/link.tsx";
import { WhenOpen } from "./back-in-stock.tsx";

const SIZES = "(min-width:48rem) 10rem,33vw";

/** Each drop: what it is called, what it looks like, and when it comes. */
export function DropCards({ drops, data }: { drops: Announced[]; data: string }) {
  return (
    <ul className="drops">
      {drops.map((drop) => (
        <li key={drop._id} className="drop">
          <Link to={`/product/${drop._id}`} className="product-picture" tabIndex={-1} aria-hidden="true">
            <Picture url={drop.image} alt="" sizes={SIZES} eager={false} first={false} />
          </Link>
          <div className="drop-facts">
            <h3>
              <Link to={`/product/${drop._id}`}>{drop.name}</Link>
            </h3>
            <Coming drop={drop} data={data} />
            <WhenOpen productId={drop._id} />
          </div>
        </li>
      ))}
    </ul>
  );
}
