import { useEffect, useEffectEvent, useId } from "react";
import { Picture } from "../../catalogue/pictures/picture.tsx";
import { ALT_MAX } from "../../catalogue/staff/rules.ts";
import { Fault } from "../../ui/fault.tsx";
import { Field } from "../../ui/field.tsx";
import { ActionButton } from "../app/action.tsx";
import type { DrawnField } from "../app/forms/field-form.tsx";
import { ChooseFiles, openPictureQueue, SendingList, usePictureQueue } from "../uploads/sending-list.tsx";
import { pictureIn, typedPicture } from "./forms.ts";

type Take = (url: string) => void;

/** Addresses of pictures that arrived while the form of their place was not open. */
const arrived = new Map<string, string>();
const takers = new Map<string, Take>();

/** The queue of pictures for settings, each named by its place ("banner.picture") instead of a product. */
const settingPictures = openPictureQueue(async (place, url) => {
  if (!url) return;
  const take = takers.get(place);
  if (take) take(url);
  else arrived.set(place, url);
});

/** Gives `take` the address of a picture for this place once it arrives, or immediately if it has; returns the unsubscribe function. */
function onArrival(place: string, take: Take): () => void {
  takers.set(place, take);
  const url = arrived.get(place);
  arrived.delete(place);
  if (url) take(url);
  return () => {
    if (takers.get(place) === take) takers.delete(place);
  };
}

/** A picture of a setting: uploaded when chosen, part of the setting once saved. */
export function EditPicture({ field: { path, label, hint }, typed, faults, onChange }: DrawnField) {
  const id = useId();
  const picture = pictureIn(typed);
  const onTheirWay = usePictureQueue(path, settingPictures);
  const take = useEffectEvent((url: string) =>
    onChange(typedPicture({ url, alt: picture?.url === url ? picture.alt : "" })),
  );
  useEffect(() => onArrival(path, take), [path]);
  const choose = (files: File[]) => {
    // one place, one picture
    for (const { key } of onTheirWay.sendings) onTheirWay.queue.leaveOut(key);
    void onTheirWay.queue.add(path, files.slice(0, 1));
  };
  const remove = () => {
    onChange("");
    // the button that was pressed is gone: the keyboard goes on from its group
    document.getElementById(id)?.focus();
  };
  return (
    <fieldset className="setting-choices stack" id={id} tabIndex={-1} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      {picture && (
        <div className="goods-picture-facts">
          <span className="setting-picture">
            <Picture url={picture.url} />
          </span>
          <Field
            label="Alt text"
            maxLength={ALT_MAX}
            autoComplete="off"
            value={picture.alt}
            hint="What it shows, for who cannot see it."
            fault={faults[`${path}.alt`]}
            onChange={({ target }) => onChange(typedPicture({ ...picture, alt: target.value }))}
          />
        </div>
      )}
      <p className="row">
        <ChooseFiles
          name={picture ? "Choose another" : "Choose a picture"}
          hint={`${id}-hint`}
          onChoose={choose}
        />
        <ChooseFiles name="Take a picture" hint={`${id}-hint`} onChoose={choose} capture="environment" />
        {picture && (
          <ActionButton className="button button-quiet" onClick={remove}>
            Remove
          </ActionButton>
        )}
      </p>
      <p className="field-hint" id={`${id}-hint`}>
        {hint} Upright, cut to 5 wide and 6 high about its middle. JPEG, PNG, WebP or AVIF.
      </p>
      <Fault text={faults[`${path}.url`]} />
      <SendingList {...onTheirWay} />
    </fieldset>
  );
}
