import { useRef, useState } from "react";
import type { z } from "zod";
import { CLOCK_LOCALE, dateLocale, EAST_AFRICA } from "../../language/moments.ts";
import { t, tMessage } from "../../language/t.ts";
import { CallError, call, messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { useWake } from "../../platform/browser/use-polling.ts";
import { BarLine, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { FormFailure } from "../account-form.tsx";
import type * as contract from "../contract.ts";
import { endsSignIn, token } from "../sign-in/sign-in.ts";

const DAY = 86_400_000;
const dateIn = (locale: string) => new Intl.DateTimeFormat(locale, { ...EAST_AFRICA, dateStyle: "long" });
const time = new Intl.DateTimeFormat(CLOCK_LOCALE, { ...EAST_AFRICA, timeStyle: "short" });

/** When a device was last used: today, yesterday or on a day, in East Africa Time. */
export function lastUsed(at: string, now = Date.now()): string {
  const date = dateIn(dateLocale());
  const day = date.format(new Date(at));
  const clock = time.format(new Date(at));
  if (day === date.format(now)) return t("Last used today, about {clock}", { clock });
  // no summer time in East Africa: a day has 24 hours
  if (day === date.format(now - DAY)) return t("Last used yesterday, about {clock}", { clock });
  return t("Last used on {day}", { day });
}

type Device = z.output<typeof contract.devices.answer>["devices"][number];

/** Where the account is signed in, or why that could not be loaded. */
export type Devices = { devices?: Device[]; fault?: string };

/** Never fails. */
export function askDevices(): Promise<Devices> {
  return call<typeof contract.devices>("/api/user/devices").then(
    ({ devices }) => ({ devices }),
    (error) => ({ fault: messageOf(error) }),
  );
}

/** The most devices shown at first. */
const SHOWN = 5;

/** Where the account is signed in, this device first; any other can be signed out, or all of them together. */
export function DevicesList({ found, onFound }: { found: Devices; onFound: (found: Devices) => void }) {
  const { devices = [], fault } = found;
  const heading = useRef<HTMLHeadingElement>(null);
  const signOut = useSignOut(devices, (left) => {
    onFound({ devices: left });
    // the button that was pressed no longer exists
    heading.current?.focus();
  });
  const others = devices.filter(({ isThis }) => !isThis);
  const rows = devices.map((device) => (
    <Row key={device.id} device={device} busy={signOut.busy} onSignOut={() => signOut.one(device.id)} />
  ));
  return (
    <section className="panel stack" aria-labelledby="devices">
      <h2 id="devices" ref={heading} tabIndex={-1}>
        {t("Where you're signed in")}
      </h2>
      {fault && <NotFound fault={fault} onFound={onFound} />}
      {found.devices && others.length === 0 && <p>{t("You're signed in on this device only.")}</p>}
      {others.length > 0 && (
        <p>{t("Don't recognise one of these? Sign out everywhere else, then change your password.")}</p>
      )}
      {rows.length > 0 && <ul className="devices">{rows.slice(0, SHOWN)}</ul>}
      {rows.length > SHOWN && (
        <details>
          <summary className="link-button">{t("{count} more", { count: rows.length - SHOWN })}</summary>
          <ul className="devices">{rows.slice(SHOWN)}</ul>
        </details>
      )}
      <FormFailure text={signOut.fault} />
      {others.length > 0 && (
        <button
          type="button"
          className="button button-danger button-wide"
          aria-disabled={signOut.busy}
          onClick={signOut.others}
        >
          {signOut.busy ? t("Signing out…") : t("Sign out everywhere else")}
        </button>
      )}
    </section>
  );
}

/** Placeholder while the devices are loaded. */
export function DevicesShape() {
  return (
    <Skeleton label={t("Loading where you're signed in")}>
      <div className="panel stack">
        <h2>{t("Where you're signed in")}</h2>
        <ul className="devices">
          <li>
            <BarLine width={12} />
            <BarLine width={10} className="field-hint" />
          </li>
        </ul>
      </div>
    </Skeleton>
  );
}

type RowProps = { device: Device; busy: boolean; onSignOut: () => void };

function Row({ device, busy, onSignOut }: RowProps) {
  const { isThis, lastSeen } = device;
  const name = sayDevice(device.name);
  const used = isThis ? t("In use now") : lastUsed(lastSeen);
  return (
    <li>
      <p className="row">
        <strong>{name}</strong>
        {isThis && <span className="badge badge-success">{t("This device")}</span>}
      </p>
      <p className="field-hint">
        <time dateTime={lastSeen}>{used}</time>
      </p>
      {!isThis && (
        <button type="button" className="link-button" aria-disabled={busy} onClick={onSignOut}>
          {t("Sign out")}
          <span className="visually-hidden">
            {" "}
            {t("of {name}, {used}", { name, used: used.toLowerCase() })}
          </span>
        </button>
      )}
    </li>
  );
}

function NotFound({ fault, onFound }: { fault: string; onFound: (found: Devices) => void }) {
  const [busy, run] = useBusy();
  const again = () =>
    run(async () => {
      onFound(await askDevices());
    });
  useWake(true, again);
  return (
    <>
      <FormFailure text={fault} />
      <button type="button" className="button" aria-disabled={busy} onClick={again}>
        {busy ? t("Loading…") : t("Try again")}
      </button>
    </>
  );
}

/** Signs devices out, one at a time or all others; `onLeft` gets those that remain. */
function useSignOut(devices: Device[], onLeft: (left: Device[]) => void) {
  const [fault, setFault] = useState<string>();
  const [busy, run] = useBusy();
  const end = (ask: () => Promise<{ message: string }>, left: Device[]) =>
    run(async () => {
      const signedIn = token.read();
      setFault(undefined);
      try {
        const { message } = await ask();
        onLeft(left);
        toast("success", message);
      } catch (error) {
        if (endsSignIn(error, signedIn)) return;
        const gone = error instanceof CallError && error.status === 404;
        if (gone) onLeft(left);
        else setFault(messageOf(error));
        toast(gone ? "info" : "error", messageOf(error));
      }
    });
  return {
    fault,
    busy,
    one: (id: string) =>
      end(
        () => call<typeof contract.endDevice>("/api/user/end-device", { id }),
        devices.filter((device) => device.id !== id),
      ),
    others: () =>
      end(
        () => call<typeof contract.endOtherDevices>("/api/user/end-other-devices"),
        devices.filter(({ isThis }) => isThis),
      ),
  };
}

/** A device's name, which the server gives in English, in the current language. */
function sayDevice(name: string): string {
  const [browser = "", kind] = name.split(" on ");
  if (!kind) return tMessage(name);
  return t("{browser} on {kind}", { browser: tMessage(browser), kind: tMessage(kind) });
}
