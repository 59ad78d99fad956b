import { t } from "../language/t.ts";
import { Bar, Repeat, Skeleton } from "../ui/skeleton.tsx";

/** Before hydration nobody knows how many lines are coming. */
const GUESSED = 2;

/** The lines of a cart whose products are not known yet, as cart-line.tsx draws them. */
export function CartSkeleton({ lines }: { lines: number }) {
  return (
    <Skeleton label={t("Loading your cart")}>
      <div className="cart-lines">
        <Repeat times={lines || GUESSED}>
          <div className="cart-line">
            <div className="cart-picture" />
            <div className="cart-what">
              <p className="cart-name">
                <Bar width={10} />
              </p>
              <p>
                <Bar width={8} />
              </p>
            </div>
            <div className="quantity">
              <span className="icon-button" />
              <span className="input box" />
              <span className="icon-button" />
            </div>
            <p className="cart-sum">
              <Bar width={5} />
            </p>
            <span className="icon-button cart-remove" />
          </div>
        </Repeat>
      </div>
    </Skeleton>
  );
}
