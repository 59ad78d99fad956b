import type { z } from "zod";
import { CallError } from "../../platform/browser/call.ts";
import { NAME_MAX } from "../../uploads/rules.ts";
import { addressOf, answeredStaff, NOT_SAVED, readAnswer } from "../app/calls/call-staff.ts";
import type * as contract from "./contract.ts";

/** A file on its way to the shop, and the name it had. */
export type SentFile = { file: Blob; name: string };
/** `onSent` gets how many bytes have left; `signal` ends it. */
export type SendWatch = { onSent: (bytes: number) => void; signal: AbortSignal };

/** Milliseconds: the shop waits 30 s for the bytes, and a picture has eight others before it at most. */
const WAIT = 60_000;

/** Sends a whole file; after a cut, call it again. @throws CallError */
export function sendFile(
  { file, name }: SentFile,
  watch: SendWatch,
): Promise<z.output<typeof contract.sendFile.answer>> {
  const address = addressOf({ path: "/api/staff/uploads", query: { kind: "picture", name: sendable(name) } });
  return answeredStaff<typeof contract.sendFile>(() => postBytes(address, file, watch));
}

/** By XMLHttpRequest, which alone says how much of a body has left. */
function postBytes(address: string, bytes: Blob, { onSent, signal }: SendWatch) {
  return new Promise<Awaited<ReturnType<typeof readAnswer>>>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("POST", address);
    request.timeout = WAIT;
    request.setRequestHeader("x-staff", "1");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onloadend = () => {
      signal.removeEventListener("abort", abort);
      const { status } = request;
      if (status === 0) reject(new CallError(0, NOT_SAVED));
      else resolve(readAnswer(new Response(request.responseText, { status })));
    };
    signal.addEventListener("abort", abort);
    request.send(bytes);
  });
}

/** A name as the shop takes it: what no database keeps is left out, and so is what is too long. */
function sendable(name: string): string {
  return name
    .slice(0, NAME_MAX)
    .replaceAll("\0", "")
    .replace(/\p{Surrogate}/gu, "");
}
