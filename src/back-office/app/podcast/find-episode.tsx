import { type KeyboardEvent, useState } from "react";
import type { z } from "zod";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { Field } from "../../../ui/field.tsx";
import type * as contract from "../../podcast/contract.ts";
import { callStaff, StaffCallError } from "../calls/call-staff.ts";

type Found = z.output<typeof contract.listEpisodes.answer>["rows"];

/** Finds an episode by its name, to tie a product to it. */
export function FindEpisode({ onAdd }: { onAdd: (episode: Found[number]) => void }) {
  const [busy, run] = useBusy();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Found>();
  const [fault, setFault] = useState<string>();
  const search = () =>
    run(async () => {
      try {
        const query = { q: typed.trim(), limit: 6 };
        const call = { method: "GET", path: "/api/staff/episodes", query } as const;
        setFound((await callStaff<typeof contract.listEpisodes>(call)).rows);
        setFault(undefined);
      } catch (error) {
        setFault(error instanceof StaffCallError ? error.message : "Something went wrong. Please try again.");
      }
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // it is a search, not yet the form
    event.preventDefault();
    search();
  };
  const add = (episode: Found[number]) => {
    onAdd(episode);
    setTyped("");
    setFound(undefined);
  };
  return (
    <div className="stack">
      <div className="add-goods">
        <Field
          label="Add an episode"
          type="search"
          autoComplete="off"
          hint="By its name; empty for the latest."
          value={typed}
          fault={fault}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button" aria-disabled={busy} onClick={search}>
          Find
        </button>
      </div>
      <div role="status">
        {found?.length === 0 && <p>No episode has this name.</p>}
        {found && found.length > 0 && (
          <ul>
            {found.map((episode) => (
              <li key={episode._id}>
                <button type="button" className="link-button" onClick={() => add(episode)}>
                  Add {episode.title}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
