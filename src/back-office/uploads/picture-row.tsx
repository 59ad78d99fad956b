import { type DragEvent, type FormEvent, useState } from "react";
import { Picture } from "../../catalogue/pictures/picture.tsx";
import { ALT_MAX } from "../../catalogue/staff/rules.ts";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ActionButton } from "../app/action.tsx";
import type { GoodsPicture } from "./use-pictures.ts";

export type RowDrag = {
  start: () => void;
  /** Whether it is a picture that is dragged, and not a text. */
  isOn: () => boolean;
  drop: () => void;
};

type Props = {
  picture: GoodsPicture;
  /** Its place from 0, and how many there are. */
  at: number;
  count: number;
  /** The id of its button, so that the keyboard finds it again in another place. */
  idOf: (button: "up" | "down") => string;
  onMove: (place: number, by: "up" | "down") => void;
  onDescribe: (alt: string) => void;
  onRemove: () => void;
  drag: RowDrag;
};

/** One of a product's pictures: what it shows, and its place. */
export function PictureRow({ picture, at, count, idOf, onMove, onDescribe, onRemove, drag }: Props) {
  const about = `${idOf("up")}-about`;
  const quiet = { className: "button button-quiet", "aria-describedby": about };
  return (
    <li className="goods-picture" {...useDropping(drag)}>
      <fieldset className="goods-picture-facts">
        <legend id={about}>Picture {at + 1}</legend>
        <span className="goods-picture-image">
          <Picture url={picture.url} />
        </span>
        <AltText key={picture.alt} alt={picture.alt} onDescribe={onDescribe} />
        <div className="row">
          <ActionButton {...quiet} id={idOf("up")} off={at === 0} onClick={() => onMove(at - 1, "up")}>
            Move up
          </ActionButton>
          <ActionButton
            {...quiet}
            id={idOf("down")}
            off={at === count - 1}
            onClick={() => onMove(at + 1, "down")}
          >
            Move down
          </ActionButton>
          <ActionButton {...quiet} onClick={onRemove}>
            Remove
          </ActionButton>
        </div>
      </fieldset>
    </li>
  );
}

/** A picture is dragged by its image, and dropped on the place it shall have. */
function useDropping(drag: RowDrag) {
  const [over, setOver] = useState(false);
  return {
    "data-over": over,
    onDragStart({ target, dataTransfer }: DragEvent) {
      if (!(target instanceof HTMLImageElement)) return;
      dataTransfer.effectAllowed = "move";
      drag.start();
    },
    onDragOver(event: DragEvent) {
      if (!drag.isOn()) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      if (!drag.isOn()) return;
      event.preventDefault();
      setOver(false);
      drag.drop();
    },
  };
}

/** Saved when the field is left, or by Enter. */
function AltText({ alt, onDescribe }: { alt: string; onDescribe: (alt: string) => void }) {
  const [typed, setTyped] = useState(alt);
  const hydrated = useHydrated();
  const save = () => {
    if (typed.trim() !== alt) onDescribe(typed.trim());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form method="post" onSubmit={submit}>
      <Field
        label="Alt text"
        name="alt"
        maxLength={ALT_MAX}
        value={typed}
        readOnly={!hydrated}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
      />
    </form>
  );
}
