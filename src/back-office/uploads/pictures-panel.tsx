import { useId, useLayoutEffect, useRef, useState } from "react";
import { ActionButton, ActionFailure } from "../app/action.tsx";
import { PictureRow } from "./picture-row.tsx";
import { ChooseFiles, openPictureQueue, SendingList, usePictureQueue } from "./sending-list.tsx";
import {
  described,
  type GoodsPicture,
  movedTo,
  type PicturedProduct,
  savePictures,
  usePictures,
  without,
  withPicture,
} from "./use-pictures.ts";

/** One for all screens: it goes on while somebody looks at another one. */
const queue = openPictureQueue((productId, url) =>
  savePictures(productId, (pictures) => (url ? withPicture({ url, alt: "" })(pictures) : pictures)),
);

/** A product's pictures: adding, describing, ordering and removing them. Everything is saved as it is done. */
export function PicturesPanel({ product }: { product: PicturedProduct }) {
  const id = useId();
  const { said, ...editing } = useEditing(product, id);
  const { pictures, failure, busy, undo } = editing;
  return (
    <section className="panel stack pictures" aria-labelledby={id}>
      <h2 id={id}>Pictures</h2>
      {pictures.length === 0 && <p>There is no picture yet.</p>}
      <p role="status" className="said">
        {said}
      </p>
      {undo && (
        <p>
          <ActionButton id={`${id}undo`} className="button button-quiet" onClick={undo}>
            Undo
          </ActionButton>
        </p>
      )}
      <ActionFailure failure={failure} withFields>
        <ActionButton className="button button-quiet" busy={busy} onClick={editing.save}>
          Try again
        </ActionButton>
      </ActionFailure>
      <EditedPictures id={id} {...editing} />
      <AddPictures productId={product._id} />
    </section>
  );
}

type Editing = Omit<ReturnType<typeof useEditing>, "said">;

function EditedPictures({ id, pictures, move, describe, remove }: Editing & { id: string }) {
  const dragged = useRef<GoodsPicture>(undefined);
  if (pictures.length === 0) return null;
  return (
    <>
      <p className="field-hint">
        Alt text says what a picture shows, for who cannot see it: "Black tee with a white wave on the chest".
      </p>
      <ol
        className="goods-pictures"
        onDragEnd={() => {
          dragged.current = undefined;
        }}
      >
        {pictures.map((picture, at) => (
          <PictureRow
            key={picture.url}
            picture={picture}
            at={at}
            count={pictures.length}
            idOf={(button) => buttonId(id, picture, button)}
            onMove={(place, by) => move(picture, place, by)}
            onDescribe={(alt) => describe(picture, alt)}
            onRemove={() => remove(picture)}
            drag={{
              start: () => {
                dragged.current = picture;
              },
              isOn: () => dragged.current !== undefined,
              drop: () => dragged.current && move(dragged.current, at, "drag"),
            }}
          />
        ))}
      </ol>
    </>
  );
}

function useEditing(product: PicturedProduct, id: string) {
  const { edits, pictures, failure, busy } = usePictures(product);
  const [said, setSaid] = useState("");
  const [removed, setRemoved] = useState<{ picture: GoodsPicture; place: number }>();
  const focusLater = useFocusLater();
  const numberOf = ({ url }: GoodsPicture) => pictures.findIndex((each) => each.url === url) + 1;
  return {
    pictures,
    failure,
    busy,
    said,
    save: () => void edits.save(),
    move(picture: GoodsPicture, place: number, by: "up" | "down" | "drag") {
      if (place === numberOf(picture) - 1) return;
      if (by !== "drag") focusLater(buttonId(id, picture, by));
      setSaid(`Picture ${numberOf(picture)} is now picture ${place + 1} of ${pictures.length}.`);
      setRemoved(undefined);
      void edits.change(movedTo(picture.url, place));
    },
    describe(picture: GoodsPicture, alt: string) {
      void edits.change(described(picture.url, alt)).then((isSaved) => {
        if (isSaved) setSaid(`The alt text of picture ${numberOf(picture)} is saved.`);
      });
    },
    remove(picture: GoodsPicture) {
      setSaid(`Picture ${numberOf(picture)} is removed.`);
      setRemoved({ picture, place: numberOf(picture) - 1 });
      focusLater(`${id}undo`);
      void edits.change(without(picture.url));
    },
    undo:
      removed &&
      (() => {
        const { picture, place } = removed;
        setSaid(`Picture ${place + 1} is back.`);
        setRemoved(undefined);
        focusLater(buttonId(id, picture, "up"));
        void edits.change(withPicture(picture, place));
      }),
  };
}

function buttonId(id: string, { url }: GoodsPicture, button: "up" | "down"): string {
  return `${id}${button}${url}`;
}

/** What was pressed may be in another place, or gone, once the page has changed: the keyboard goes on there. */
function useFocusLater() {
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    document.getElementById(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return (id: string) => {
    wanted.current = id;
  };
}

/** Chooses pictures for a product, and shows them on their way. */
function AddPictures({ productId }: { productId: string }) {
  const onTheirWay = usePictureQueue(productId, queue);
  const id = useId();
  const choose = (files: File[]) => void queue.add(productId, files);
  return (
    <div className="stack">
      <p className="row">
        <ChooseFiles name="Add pictures" hint={id} onChoose={choose} multiple />
        <ChooseFiles name="Take a picture" hint={id} onChoose={choose} capture="environment" />
      </p>
      <p className="field-hint" id={id}>
        JPEG, PNG, WebP or AVIF, several at once. They are made small before they are sent, and where they
        were taken is removed.
      </p>
      <SendingList {...onTheirWay} />
    </div>
  );
}
