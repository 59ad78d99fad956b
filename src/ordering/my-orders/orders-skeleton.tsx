import { t } from "../../language/t.ts";
import { Bar, Repeat, Skeleton } from "../../ui/skeleton.tsx";

/** Cards that are coming, as order-card.tsx draws them. */
export function OrdersSkeleton() {
  return (
    <Skeleton label={t("Loading your orders")}>
      <ul className="orders">
        <Repeat times={3}>
          <li className="order-card">
            <div className="order-head">
              <p>
                <Bar width={14} />
              </p>
              <p className="field-hint">
                <Bar width={12} />
              </p>
            </div>
            <div className="order-goods">
              <div className="order-item">
                <span className="order-picture" />
                <span>
                  <Bar width={13} />
                  <span className="field-hint">
                    <Bar width={9} />
                  </span>
                </span>
              </div>
            </div>
            <div className="order-now stack">
              <p>
                <Bar width={16} />
              </p>
              <p>
                <span className="button box" />
              </p>
            </div>
          </li>
        </Repeat>
      </ul>
    </Skeleton>
  );
}
