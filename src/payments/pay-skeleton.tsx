import { t } from "../language/t.ts";
import { Bar, Repeat, Skeleton } from "../ui/skeleton.tsx";

/** A form to pay with, before the order is known: a few words, `fields`, and Pay. */
export function PaySkeleton({ fields }: { fields: number }) {
  return (
    <Skeleton label={t("Loading your order")}>
      <div className="panel stack">
        <p>
          <Bar width={15} />
          <br />
          <Bar width={12} />
        </p>
        <Repeat times={fields}>
          <div className="field">
            <span className="label">
              <Bar width={7} />
            </span>
            <span className="input box" />
          </div>
        </Repeat>
        <span className="button button-wide box" />
      </div>
    </Skeleton>
  );
}
