/** Pixels of the longer side that are sent: twice what is shown, a tenth of a phone's photograph. */
const LONGEST = 1_600;
/** Bytes that are not worth the work. */
const SMALL = 300_000;

/** A photograph in fewer bytes, for a slow and paid connection; as it is where this browser cannot read it. */
export async function shrinkPhoto(photo: File): Promise<Blob> {
  if (photo.size <= SMALL) return photo;
  try {
    const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    return small && small.size < photo.size ? small : photo;
  } catch {
    return photo;
  }
}
