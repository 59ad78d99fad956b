/** Who acts: a member of staff in a request, or a command in the terminal. Shoppers have no part in it. */
export type Actor = {
  /** Null for a command in the terminal. */
  id: string | null;
  name: string;
  role: string;
  requestId?: string;
  ip?: string;
};

/** The actor of the terminal's commands: a person with a shell on the shop's machine acts for the owner. */
export const COMMAND: Actor = { id: null, name: "the terminal", role: "owner" };
