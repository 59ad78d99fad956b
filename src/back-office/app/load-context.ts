/** What a loader of the back office's pages is given. */
export type LoaderArgs = {
  request: Request;
  params: Record<string, string | undefined>;
  context: StaffReads;
};

export type StaffReads = {
  /** Puts an unexpected failure of a page into the log. */
  report(error: unknown): void;
  /** The answer to GET `url` below /api/staff, as it would be given to the browser that asks for the page. */
  read(url: string): Promise<{ status: number; body: Record<string, unknown> }>;
};
