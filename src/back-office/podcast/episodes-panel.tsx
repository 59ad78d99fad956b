import { type ChangeEvent, useState } from "react";
import type { z } from "zod";
import { readWhole } from "../../platform/whole-number.ts";
import { CLIP_MAX, EPISODES_MAX, QUOTE_MAX } from "../../podcast/rules.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, ActionFailure, type Failed } from "../app/action.tsx";
import { callStaff } from "../app/calls/call-staff.ts";
import { StaffForm } from "../app/fields.tsx";
import { useVersionedForm } from "../app/forms/use-versioned-form.ts";
import { SearchPicker } from "../app/search-picker.tsx";
import type * as contract from "./contract.ts";

type Tied = z.output<typeof contract.productEpisodes.answer>["episodes"];

/** The episodes of the podcast that mention a product. */
export function EpisodesPanel({ productId, episodes }: { productId: string; episodes: Tied }) {
  const [said, setSaid] = useState("");
  const { typed, theirs, busy, failure, faults, put, save } = useVersionedForm({
    shown: episodes,
    read,
    merge: (drafts) => drafts,
    say: setSaid,
  });
  const submit = () => {
    setSaid("");
    save<typeof contract.tieEpisodes>(
      (edit) => ({
        path: `/api/staff/goods/${productId}/episodes`,
        body: { episodes: edit.typed.map(tiedOf), seen: edit.base.map(tiedOf) },
      }),
      (answer) => answer.episodes,
    );
  };
  const faultsAt = (at: number) => ({
    quote: faults[`episodes.${at}.quote`],
    from: faults[`episodes.${at}.clip.from`],
    seconds: faults[`episodes.${at}.clip.seconds`],
  });
  return (
    <details className="panel" open={episodes.length > 0}>
      <summary>Heard on the podcast</summary>
      <StaffForm onSubmit={submit}>
        {typed.map((draft, at) => (
          <TiedEpisode
            key={draft._id}
            draft={draft}
            faults={faultsAt(at)}
            onChange={(changed) =>
              put((drafts) => drafts.map((each, place) => (place === at ? changed : each)))
            }
            onRemove={() => put((drafts) => drafts.filter((each) => each !== draft))}
          />
        ))}
        {typed.length < EPISODES_MAX && (
          <SearchPicker
            label="Add an episode"
            hint="By its name; empty for the latest."
            none="No episode has this name."
            search={searchEpisodes}
            nameOf={({ title }) => title}
            onAdd={({ _id, title }) =>
              put((drafts) => [
                ...drafts.filter((each) => each._id !== _id),
                { _id, title, quote: "", from: "", seconds: "" },
              ])
            }
          />
        )}
        {theirs ? (
          <TiedMeanwhile failure={failure} theirs={theirs} />
        ) : (
          // what is wrong with all of them together stands beside no field
          <ActionFailure failure={failure} withFields={faults.episodes !== undefined} />
        )}
        <ActionButton type="submit" busy={busy}>
          Save episodes
        </ActionButton>
        <p role="status">{said}</p>
      </StaffForm>
    </details>
  );
}

async function searchEpisodes(q: string) {
  const call = { method: "GET", path: "/api/staff/episodes", query: { q, limit: 6 } } as const;
  return (await callStaff<typeof contract.listEpisodes>(call)).rows;
}

/** Episodes have no version: a save says which were seen. */
function read(episodes: Tied) {
  return { typed: episodes.map(draftOf), version: 0 };
}

/** A colleague was quicker: what they saved, while all that was typed is still there. */
function TiedMeanwhile({ failure, theirs }: Failed & { theirs: Draft[] }) {
  return (
    <ActionFailure failure={failure} then="Save episodes saves that in its place.">
      {theirs.length === 0 && <p>Now it is tied to no episode.</p>}
      <ul>
        {theirs.map(({ _id, title, quote, from, seconds }) => (
          <li key={_id} dir="auto">
            Now: {title}
            {quote && `, “${quote}”`}
            {seconds && `, ${seconds} seconds from second ${from}`}
          </li>
        ))}
      </ul>
    </ActionFailure>
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

/** An episode of a product as it stands in the form; clip's seconds as they are typed, empty for no clip. */
type Draft = { _id: string; title: string; quote: string; from: string; seconds: string };

type Props = {
  draft: Draft;
  faults: { quote?: string | undefined; from?: string | undefined; seconds?: string | undefined };
  onChange: (draft: Draft) => void;
  onRemove: () => void;
};

/** What is said of a product in one episode, and where in it. */
function TiedEpisode({ draft, faults, onChange, onRemove }: Props) {
  const field = (name: "quote" | "from" | "seconds") => ({
    autoComplete: "off",
    value: draft[name],
    fault: faults[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ ...draft, [name]: target.value }),
  });
  return (
    <fieldset className="stack">
      <legend dir="auto">{draft.title}</legend>
      <Field
        label="Quote"
        maxLength={QUOTE_MAX}
        hint="What is said of it, in the words of the episode."
        {...field("quote")}
      />
      <div className="product-fields">
        <Field
          label="Clip begins at second"
          inputMode="numeric"
          hint="Empty for no clip."
          {...field("from")}
        />
        <Field label="Seconds" inputMode="numeric" hint={`At most ${CLIP_MAX}.`} {...field("seconds")} />
      </div>
      <p>
        <ActionButton onClick={onRemove}>Remove</ActionButton>
      </p>
    </fieldset>
  );
}
