import { formatPrice } from "../../../catalogue/rules.ts";
import { Rich, WithMpesa } from "../../../language/rich.tsx";
import { t } from "../../../language/t.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Bar, Repeat, Skeleton } from "../../../ui/skeleton.tsx";

/** How to pay by hand: the till number and the exact amount, large, and the steps on the phone. */
export function TillSteps({ tillNumber, amount }: { tillNumber: string; amount: number }) {
  // a page of an earlier visit may name a till that is no longer ours
  if ("kept" in document.documentElement.dataset)
    return (
      <p>
        <Rich
          sentence="This is a saved copy from an earlier visit. {load}"
          load={
            <button type="button" className="button" onClick={() => location.reload()}>
              {t("Load today's till number")}
            </button>
          }
        />
      </p>
    );
  return (
    <>
      <dl className="till">
        <div>
          <dt>{t("Till number")}</dt>
          <dd>
            <strong className="till-figure">{tillNumber}</strong>
            <CopyButton text={tillNumber} label={t("Copy the till number")} />
          </dd>
        </div>
        <div>
          <dt>{t("Exact amount")}</dt>
          <dd>
            <strong className="till-figure">{formatPrice(amount)}</strong>
            <CopyButton text={String(amount)} label={t("Copy the amount")} />
          </dd>
        </div>
      </dl>
      <ol className="till-steps stack">
        <li>
          <Rich
            sentence="Open M-Pesa on your phone and choose {lipa}, then {buyGoods}."
            lipa={
              <strong>
                <WithMpesa>Lipa na M-Pesa</WithMpesa>
              </strong>
            }
            buyGoods={<strong>Buy Goods and Services</strong>}
          />
        </li>
        <li>
          <Rich
            sentence="Enter till number {tillNumber} and amount {amount}."
            tillNumber={<strong>{tillNumber}</strong>}
            amount={<strong>{amount.toLocaleString("en-KE")}</strong>}
          />
        </li>
        <li>{t("Check the name, enter your PIN and send.")}</li>
        <li>
          {t(
            "You get an SMS with a transaction code, such as QGH7X2K9LM. Type it below, or copy the whole SMS and paste it.",
          )}
        </li>
      </ol>
    </>
  );
}

/** The two figures with their buttons, and the steps, before the order is known. */
export function TillSkeleton() {
  return (
    <Skeleton label={t("Loading your order")}>
      <div className="panel stack">
        <dl className="till">
          {[t("Till number"), t("Exact amount")].map((name) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <span className="till-figure">
                  <Bar width={4} />
                </span>
                <span className="button box" />
              </dd>
            </div>
          ))}
        </dl>
        <Repeat times={4}>
          <p>
            <Bar width={15} />
          </p>
        </Repeat>
      </div>
    </Skeleton>
  );
}
