import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { CallError, call, messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { Bar, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import type * as contract from "../contract.ts";
import { token } from "../sign-in/sign-in.ts";
import { endsSignIn } from "../sign-in/sign-in-fault.ts";
import { lastUsed } from "./last-used.ts";

type Device = z.output<typeof contract.devices.answer>["devices"][number];

/** Where the account is signed in, or why that could not be had. */
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

/** Where the account is signed in, this device first; any other can be signed out, or all of them at once. */
export function DevicesList({ found, onFound }: { found: Devices; onFound: (found: Devices) => void }) {
  const { devices = [], fault } = found;
  const heading = useRef<HTMLHeadingElement>(null);
  const signOut = useSignOut(devices, (left) => {
    onFound({ devices: left });
    // the pressed button is gone
    heading.current?.focus();
  });
  const others = devices.filter(({ isThis }) => !isThis);
  const rows = devices.map((device) => (
    <Row key={device.id} device={device} busy={signOut.busy} onSignOut={() => signOut.one(device.id)} />
  ));
  return (
    <section className="panel stack" aria-labelledby="devices">
      <h2 id="devices" ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      {fault && <NotFound fault={fault} onFound={onFound} />}
      {found.devices && others.length === 0 && <p>You are signed in on this device only.</p>}
      {others.length > 0 && (
        <p>If you don’t know one of these, sign out everywhere else, then change your password.</p>
      )}
      {rows.length > 0 && <ul className="devices">{rows.slice(0, SHOWN)}</ul>}
      {rows.length > SHOWN && (
        <details>
          <summary className="link-button">{rows.length - SHOWN} more</summary>
          <ul className="devices">{rows.slice(SHOWN)}</ul>
        </details>
      )}
      {signOut.fault && (
        <p className="form-message form-message-error" role="alert">
          {signOut.fault}
        </p>
      )}
      {others.length > 0 && (
        <button
          type="button"
          className="button button-danger button-wide"
          aria-disabled={signOut.busy}
          onClick={signOut.others}
        >
          {signOut.busy ? "Signing out…" : "Sign out everywhere else"}
        </button>
      )}
    </section>
  );
}

/** Before it is known where. */
export function DevicesShape() {
  return (
    <Skeleton label="Loading where you are signed in">
      <div className="panel stack">
        <h2>Where you are signed in</h2>
        <ul className="devices">
          <li>
            <p>
              <Bar width={12} />
            </p>
            <p className="field-hint">
              <Bar width={10} />
            </p>
          </li>
        </ul>
      </div>
    </Skeleton>
  );
}

type RowProps = { device: Device; busy: boolean; onSignOut: () => void };

function Row({ device, busy, onSignOut }: RowProps) {
  const { name, isThis, lastSeen } = device;
  const used = isThis ? "In use now" : `Last used ${lastUsed(lastSeen)}`;
  return (
    <li>
      <p className="row">
        <strong>{name}</strong>
        {isThis && <span className="badge badge-success">This device</span>}
      </p>
      <p className="field-hint">
        <time dateTime={lastSeen}>{used}</time>
      </p>
      {!isThis && (
        <button type="button" className="link-button" aria-disabled={busy} onClick={onSignOut}>
          Sign out
          <span className="visually-hidden">
            of {name}, {used.toLowerCase()}
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: while it is shown
  useEffect(() => {
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, []);
  return (
    <>
      <p className="form-message form-message-error" role="alert">
        {fault}
      </p>
      <button type="button" className="button" aria-disabled={busy} onClick={again}>
        {busy ? "Asking…" : "Try again"}
      </button>
    </>
  );
}

/** Signs devices out, one at a time or all others; `onLeft` hears which remain. */
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
