import type { ErrorFields } from "../platform/http/error-response.server.ts";

/** A 400 of the back office has `fields` even where none is named, as with JSON that cannot be read. */
export const staffErrorFields: ErrorFields = (path, { status }) =>
  status === 400 && path.startsWith("/api/staff/") ? { fields: {} } : undefined;
