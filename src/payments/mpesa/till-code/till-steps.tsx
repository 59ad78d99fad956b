import { formatPrice } from "../../../catalogue/rules.ts";
import { Rich, WithMpesa } from "../../../language/rich.tsx";
import { t, tMessage } from "../../../language/t.ts";
import type { CheckoutState, OrderToPlace } from "../../../ordering/checkout/checkout-state.ts";
import { useSettings } from "../../../settings/use-settings.ts";
import { shop } from "../../../shop.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Link } from "../../../ui/link.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Bar, Repeat, Skeleton } from "../../../ui/skeleton.tsx";
import { LatePrompt } from "../../not-payable.tsx";
import { OrderedItems } from "../../pay-parts.tsx";

/** The till, the exact amount and the steps, for the items of this order. */
export function TillPanel({ order, late }: { order: OrderToPlace; late: boolean }) {
  const { amount, items } = order;
  const settings = useSettings();
  return (
    <>
      {settings?.sample !== false && (
        <Notice title={t("This is a sample shop: please send no money")}>
          <p>{t("This till number is not real. Type any code to see what happens next.")}</p>
        </Notice>
      )}
      {late && <LatePrompt />}
      <div className="panel stack">
        <OrderedItems items={items} />
        <TillSteps tillNumber={settings?.tillNumber ?? shop.sampleTill} amount={amount} />
      </div>
    </>
  );
}

/** Why this cart cannot be ordered by code just now, said before anybody pays at the till; and the other ways to pay. */
export function NotByCode({ said, checkoutState }: { said: string; checkoutState: CheckoutState }) {
  const offered = useSettings()?.methods ?? [];
  return (
    <Notice
      title={t("Please don't pay at our till now")}
      action={
        <>
          {offered.includes("mpesa") && (
            <Link className="button button-primary" to="/mpesa" state={checkoutState}>
              {t("Pay by M-Pesa prompt")}
            </Link>
          )}
          {offered.includes("flutterwave") && (
            <Link className="button" to="/flutterwave" state={checkoutState}>
              {t("Pay by card")}
            </Link>
          )}
          <Link className="button" to="/cart">
            {t("Change your cart")}
          </Link>
        </>
      }
    >
      <p>
        <WithMpesa>{tMessage(said)}</WithMpesa>
      </p>
    </Notice>
  );
}

/** How to pay by hand: the till number and the exact amount, large, and the steps on the phone. */
function TillSteps({ tillNumber, amount }: { tillNumber: string; amount: number }) {
  // a page stored on an earlier visit may name a till that is no longer ours
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

/** Placeholder of the two figures with their buttons, and the steps, while the order is loaded. */
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
