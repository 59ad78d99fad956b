import { CLIP_MAX, QUOTE_MAX } from "../../../podcast/rules.ts";
import { Field } from "../../../ui/field.tsx";

/** An episode of a product as it stands in the form; clip's seconds as they are typed, empty for no clip. */
export type Draft = { _id: string; title: string; quote: string; from: string; seconds: string };

type Props = {
  draft: Draft;
  faults: { quote?: string | undefined; from?: string | undefined; seconds?: string | undefined };
  onChange: (draft: Draft) => void;
  onRemove: () => void;
};

/** What is said of a product in one episode, and where in it. */
export function TiedEpisode({ draft, faults, onChange, onRemove }: Props) {
  const put = (name: "quote" | "from" | "seconds", value: string) => onChange({ ...draft, [name]: value });
  return (
    <fieldset className="stack">
      <legend dir="auto">{draft.title}</legend>
      <Field
        label="Quote"
        autoComplete="off"
        maxLength={QUOTE_MAX}
        value={draft.quote}
        fault={faults.quote}
        hint="What is said of it, in the words of the episode."
        onChange={({ target }) => put("quote", target.value)}
      />
      <div className="product-fields">
        <Field
          label="Clip begins at second"
          inputMode="numeric"
          autoComplete="off"
          value={draft.from}
          fault={faults.from}
          hint="Empty for no clip."
          onChange={({ target }) => put("from", target.value)}
        />
        <Field
          label="Seconds"
          inputMode="numeric"
          autoComplete="off"
          value={draft.seconds}
          fault={faults.seconds}
          hint={`At most ${CLIP_MAX}.`}
          onChange={({ target }) => put("seconds", target.value)}
        />
      </div>
      <p>
        <button type="button" className="button" onClick={onRemove}>
          Remove
        </button>
      </p>
    </fieldset>
  );
}
