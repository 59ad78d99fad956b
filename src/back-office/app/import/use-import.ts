import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { z } from "zod";
import { CallError } from "../../../platform/browser/call.ts";
import { newId } from "../../../platform/browser/new-id.ts";
import { sizeFault } from "../../../uploads/rules.ts";
import type * as contract from "../../imports/contract.ts";
import { callStaff } from "../calls/call-staff.ts";
import { sendFile } from "../uploads/send-file.ts";

export type Came = z.output<(typeof contract.showImport)["answer"]>;
/** What is read: a file of this device, or one that is there already. */
export type Source = { file: File } | { upload: string };

/** Faults that the screen names; the file of wrong rows has all. */
export const SHOWN = 20;
/** Milliseconds between two questions how far it is, and after one that had no answer. */
const ASK_AGAIN = 1_000;
const ASK_LATER = 4_000;

type Standing = {
  /** Bytes of the file, and how many of them have left. */
  sending: { sent: number; size: number } | undefined;
  came: Came | undefined;
  failure: CallError | undefined;
};

/** One import after the other: sending its file, having it read, and what came of it. `onBegun` hears its id. */
export function useImport(before: Came | undefined, onBegun: (id: string) => void) {
  const [{ sending, came, failure }, setStanding] = useState<Standing>({
    sending: undefined,
    came: before,
    failure: undefined,
  });
  const tell = (news: Partial<Standing>) => setStanding((standing) => ({ ...standing, ...news }));
  const leaving = useLeaving();
  const attempt = useRef({ what: "", key: "" });

  async function start(source: Source, dryRun: boolean): Promise<void> {
    if (sending) return;
    const { signal } = leaving();
    tell({ failure: undefined, came: undefined, sending: { sent: 0, size: 0 } });
    try {
      const upload = "upload" in source ? source.upload : await sendGoods(source.file, signal, tell);
      // tried again unchanged after a failure it is the same import
      const what = `${upload} ${dryRun}`;
      if (attempt.current.what !== what) attempt.current = { what, key: newId() };
      const { id } = await callStaff<typeof contract.beginImport>(
        { path: "/api/staff/imports", body: { upload, dryRun } },
        attempt.current.key,
      );
      attempt.current = { what: "", key: "" };
      onBegun(id);
      tell({ sending: undefined, came: await readImport(id) });
    } catch (error) {
      if (!signal.aborted) tell({ sending: undefined, failure: asFailure(error) });
    }
  }

  useReading(came, tell);
  return { sending, came, failure, start, forget: () => tell({ came: undefined, failure: undefined }) };
}

/** Asks how far an import is until it is done. Without an answer it is asked again: the shop reads on meanwhile. */
function useReading(came: Came | undefined, tell: (news: Partial<Standing>) => void): void {
  const id = came?.state === "reading" ? came._id : undefined;
  const adopt = useEffectEvent((read: Came) => tell({ came: read, failure: undefined }));
  const fail = useEffectEvent((error: unknown) => tell({ failure: asFailure(error) }));
  useEffect(() => {
    if (id === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const read = await readImport(id).catch(fail);
      if (read) adopt(read);
      timer = setTimeout(ask, read ? ASK_AGAIN : ASK_LATER);
    };
    timer = setTimeout(ask, ASK_AGAIN);
    return () => clearTimeout(timer);
  }, [id]);
}

function readImport(id: string): Promise<Came> {
  return callStaff<typeof contract.showImport>({
    method: "GET",
    path: "/api/staff/imports/:id",
    params: { id },
    query: { limit: SHOWN },
  });
}

async function sendGoods(
  file: File,
  signal: AbortSignal,
  tell: (news: Partial<Standing>) => void,
): Promise<string> {
  const { name, size } = file;
  const why = size === 0 ? "This file is empty." : sizeFault("goods", size);
  if (why) throw new CallError(400, why);
  const onSent = (sent: number) => tell({ sending: { sent, size } });
  onSent(0);
  return (await sendFile("goods", { file, name }, { onSent, signal })).id;
}

/** A new signal for each thing that is done, aborted when the page is left. */
function useLeaving(): () => AbortController {
  const last = useRef<AbortController>(undefined);
  useEffect(() => () => last.current?.abort(), []);
  return () => {
    last.current = new AbortController();
    return last.current;
  };
}

function asFailure(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError(500, UNREADABLE);
}

/** A file that was changed or moved since it was chosen cannot be read any more. */
const UNREADABLE = "This device cannot read the file any more. Choose it once more.";
