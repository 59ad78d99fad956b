import type { ErrorFields } from "../../../platform/http/error-response.server.ts";
import { stkPush } from "../../contract.ts";

/**
 * What the push call's errors carry besides: `error` (specification §7), and the seconds to wait, which its page counts
 * down on the Pay button.
 */
export const pushErrorFields: ErrorFields = (path, { message, retryAfter }) =>
  path === stkPush.path ? { error: message, retryAfter } : undefined;
