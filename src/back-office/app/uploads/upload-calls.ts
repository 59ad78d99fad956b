import type { UploadKind } from "../../../uploads/rules.ts";
import type * as contract from "../../uploads/contract.ts";
import {
  addressOf,
  answeredStaff,
  callStaff,
  NOT_SAVED,
  readAnswer,
  StaffCallError,
} from "../calls/call-staff.ts";
import type { UploadCalls } from "./send-in-pieces.ts";

/** Milliseconds for one piece: the shop itself waits for 30 s. */
const PIECE_WAIT = 45_000;
/** Milliseconds until it is asked again whether a picture is made: one takes a few seconds. */
const ASK_AGAIN = 2_000;

/** The calls of /api/staff/uploads for files of one kind. */
const callsOf = (kind: UploadKind): UploadCalls => ({
  begin: (announced) =>
    callStaff<typeof contract.beginUpload>({ path: "/api/staff/uploads", body: { kind, ...announced } }),
  put: (at, piece, watch) =>
    answeredStaff<typeof contract.putPiece>(() =>
      postBytes(addressOf({ path: "/api/staff/uploads/:id/pieces/:n", params: at }), piece, watch),
    ),
  finish: (id) =>
    callStaff<typeof contract.finishUpload>({ path: "/api/staff/uploads/:id/done", params: { id } }),
  pause: () => new Promise((resolve) => setTimeout(resolve, ASK_AGAIN)),
});

export const pictureCalls = callsOf("picture");
export const goodsCalls = callsOf("goods");

type Watch = Parameters<UploadCalls["put"]>[2];

/** By XMLHttpRequest, which alone says how much of a body has left. */
function postBytes(address: string, bytes: Blob, { onSent, signal }: Watch) {
  return new Promise<Awaited<ReturnType<typeof readAnswer>>>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("POST", address);
    request.timeout = PIECE_WAIT;
    request.setRequestHeader("x-staff", "1");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onloadend = () => {
      signal.removeEventListener("abort", abort);
      const { status } = request;
      if (status === 0) reject(new StaffCallError(0, NOT_SAVED));
      else resolve(readAnswer(new Response(request.responseText, { status })));
    };
    signal.addEventListener("abort", abort);
    request.send(bytes);
  });
}
