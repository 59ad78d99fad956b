import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import type { z } from "zod";
import { readWhole } from "../../../platform/whole-number.ts";
import { EPISODES_MAX } from "../../../podcast/rules.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../podcast/contract.ts";
import { StaffCallError } from "../calls/call-staff.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import { FindEpisode } from "./find-episode.tsx";
import { type Draft, TiedEpisode } from "./tied-episode.tsx";

type Tied = z.output<typeof contract.productEpisodes.answer>["episodes"];

/** The episodes of the podcast in which a product is heard of. */
export function EpisodesPanel({ productId, episodes }: { productId: string; episodes: Tied }) {
  const off = !useHydrated();
  const { drafts, put, said, busy, failure, faults, theirs, save } = useTies(productId, episodes);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save();
  };
  const faultsAt = (at: number) => ({
    quote: faults[`episodes.${at}.quote`],
    from: faults[`episodes.${at}.clip.from`],
    seconds: faults[`episodes.${at}.clip.seconds`],
  });
  return (
    <details className="panel" open={episodes.length > 0}>
      <summary>Heard on the podcast</summary>
      <form className="stack" method="post" onSubmit={submit} noValidate>
        {drafts.map((draft, at) => (
          <TiedEpisode
            key={draft._id}
            draft={draft}
            faults={faultsAt(at)}
            onChange={(changed) => put(drafts.map((each, place) => (place === at ? changed : each)))}
            onRemove={() => put(drafts.filter((each) => each !== draft))}
          />
        ))}
        {drafts.length < EPISODES_MAX && (
          <FindEpisode
            onAdd={({ _id, title }) =>
              put([
                ...drafts.filter((each) => each._id !== _id),
                { _id, title, quote: "", from: "", seconds: "" },
              ])
            }
          />
        )}
        {failure && theirs ? (
          <TiedMeanwhile failure={failure} theirs={theirs} />
        ) : (
          // what is wrong with all of them together stands beside no field
          <DeedFailure failure={failure} withFields={faults.episodes !== undefined} />
        )}
        <button type="submit" className="button" disabled={off} aria-disabled={busy || undefined}>
          Save episodes
        </button>
        <p role="status">{said}</p>
      </form>
    </details>
  );
}

function useTies(productId: string, episodes: Tied) {
  const { revalidate } = useRevalidator();
  const [seen, setSeen] = useState(episodes);
  const [drafts, setDrafts] = useState(() => episodes.map(draftOf));
  const [said, setSaid] = useState("");
  const { busy, failure, faults, start } = useDeed();
  const current = failure?.status === 409 ? failure.answer.current : undefined;
  const theirs = Array.isArray(current) ? (current as Tied) : undefined;
  const save = () => {
    setSaid("");
    // whoever saves again has read what stands there now
    const known = theirs ?? seen;
    setSeen(known);
    const body = { episodes: drafts.map(tiedOf), seen: known };
    start<typeof contract.tieEpisodes>(
      { path: "/api/staff/goods/:id/episodes", params: { id: productId }, body },
      (answer) => {
        setSeen(answer.episodes);
        setDrafts(answer.episodes.map(draftOf));
        setSaid("Saved.");
        return revalidate();
      },
    );
  };
  return { drafts, put: setDrafts, said, busy, failure, faults, theirs, save };
}

/** A colleague was quicker: what stands there now, while all that was typed is still there. */
function TiedMeanwhile({ failure, theirs }: { failure: StaffCallError; theirs: Tied }) {
  // "Show how it is now" would leave what was typed behind
  const told = new StaffCallError(failure.status, failure.message, { ...failure.answer, current: null });
  return (
    <DeedFailure failure={told}>
      {theirs.length === 0 && <p>Now it is tied to no episode.</p>}
      <ul>
        {theirs.map(({ _id, title, quote, clip }) => (
          <li key={_id} dir="auto">
            Now: {title}
            {quote && `, “${quote}”`}
            {clip && `, ${clip.seconds} seconds from second ${clip.from}`}
          </li>
        ))}
      </ul>
      <p>What you typed is still here. Save episodes saves that in its place.</p>
    </DeedFailure>
  );
}

function draftOf({ _id, title, quote, clip }: Tied[number]): Draft {
  return { _id, title, quote, from: clip ? `${clip.from}` : "", seconds: clip ? `${clip.seconds}` : "" };
}

/** What is typed as it is, for the server to say what is wrong with it. */
function tiedOf({ _id, quote, from, seconds }: Draft) {
  const none = from.trim() === "" && seconds.trim() === "";
  return { _id, quote, clip: none ? null : { from: readWhole(from), seconds: readWhole(seconds) } };
}
