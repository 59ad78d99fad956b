import { t } from "../../language/t.ts";
import "../accounts.css";
import { useEffect, useState } from "react";
import { Navigate } from "react-router";
import { NeedsScript } from "../../cart/needs-script.tsx";
import { formatDay } from "../../ordering/dates.ts";
import {
  askRecentOrders,
  type Recent,
  RecentOrders,
  RecentShape,
} from "../../ordering/my-orders/order-parts.tsx";
import { CallError, messageOf, withTimeout } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Bar, Repeat, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { dropSignIn, token, useSignedIn } from "../sign-in/sign-in.ts";
import { AccountForms, askProfile, Failed, QuickActions, type User } from "./account-panels.tsx";
import { askDevices, type Devices, DevicesList, DevicesShape } from "./devices-list.tsx";

export function meta() {
  return privateMeta(t("My profile"));
}

/** Account details, recent orders, quick actions, logout; without a token: the login (specification §6). */
export default function ProfilePage() {
  const signedIn = useSignedIn();
  if (signedIn === false) return <Navigate to="/login" replace />;
  return (
    <div className="page">
      <h1>{t("My profile")}</h1>
      <NeedsScript />
      {signedIn ? <Profile /> : <ProfileSkeleton />}
    </div>
  );
}

/** Milliseconds the page waits for orders and devices, so that everything is shown together. */
const TOGETHER = 3_000;

function Profile() {
  const [user, setUser] = useState<User>();
  const [recent, setRecent] = useState<Recent>();
  const [devices, setDevices] = useState<Devices>();
  const [fault, setFault] = useState<string>();
  const [, run] = useBusy();

  const load = () =>
    run(async () => {
      setFault(undefined);
      const signedIn = token.read();
      // requested in parallel and shown together: a part shown later would move what is below it
      const orders = askRecentOrders();
      void orders.then(setRecent);
      const places = askDevices();
      void places.then(setDevices);
      try {
        const profile = await askProfile();
        await withTimeout(Promise.all([orders, places]), TOGETHER);
        setUser(profile);
      } catch (error) {
        toast("error", ACCOUNT_TEXTS.profileFailed, { once: true });
        // the page then redirects to the login; after a login made meanwhile, trying again is enough
        if (isSignInFault(error) && token.read() === signedIn) return dropSignIn(signedIn);
        setFault(messageOf(error));
      }
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(load, []);

  if (fault) return <Failed fault={fault} onRetry={load} />;
  if (!user) return <ProfileSkeleton />;
  return (
    <div className="two-columns">
      <div className="stack">
        <Details user={user} />
        {recent ? <RecentOrders {...recent} /> : <RecentShape />}
      </div>
      <div className="stack">
        <QuickActions />
        <AccountForms
          user={user}
          onRenamed={(name) => setUser({ ...user, name })}
          onPasswordChanged={() => void askDevices().then(setDevices)}
        />
        {devices ? <DevicesList found={devices} onFound={setDevices} /> : <DevicesShape />}
      </div>
    </div>
  );
}

/** The rows shown of an account. */
const DETAILS = ["Name", "Email", "Joined"] as const;

/** Placeholder while the profile is loaded. */
function ProfileSkeleton() {
  return (
    <Skeleton label={t("Loading your profile")}>
      <div className="two-columns">
        <div className="stack">
          <div className="panel stack">
            <h2>{t("Account details")}</h2>
            <dl className="details">
              {DETAILS.map((name) => (
                <div key={name}>
                  <dt>{t(name)}</dt>
                  <dd>
                    <Bar width={10} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
          <RecentShape />
        </div>
        <div className="panel">
          <div className="quick-actions">
            <Repeat times={4}>
              <span className="button box" />
            </Repeat>
          </div>
        </div>
      </div>
    </Skeleton>
  );
}

function Details({ user }: { user: User }) {
  return (
    <section className="panel stack" aria-labelledby="details">
      <h2 id="details">{t("Account details")}</h2>
      <dl className="details">
        <div>
          <dt>{t("Name")}</dt>
          <dd>{user.name}</dd>
        </div>
        <div>
          <dt>{t("Email")}</dt>
          <dd>
            {user.email}{" "}
            <span className={`badge badge-${user.isVerified ? "success" : "warning"}`}>
              {user.guest ? t("Guest") : user.isVerified ? t("Verified") : t("Not verified")}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t("Joined")}</dt>
          <dd>
            <time dateTime={user.joinedDate}>{formatDay(user.joinedDate)}</time>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function isSignInFault(error: unknown): boolean {
  return error instanceof CallError && (error.status === 401 || /token/i.test(error.message));
}
