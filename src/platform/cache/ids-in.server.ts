/** Ids are 26 characters, digits and capitals but I, L, O and U (docs/decisions/0005). */
const LENGTH = 26;
const SIGNS = new Set(Buffer.from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"));

/**
 * The ids in a body. One of each 26 bytes in a row is looked at, as every id has one of them: to read each byte of a long
 * page takes a twentieth of making it.
 */
export function idsIn(body: Buffer): Set<string> {
  const isSign = (at: number) => SIGNS.has(body[at] ?? 0);
  const found = new Set<string>();
  for (let at = 0; at < body.length; at += LENGTH) {
    if (!isSign(at)) continue;
    let from = at;
    while (isSign(from - 1)) from -= 1;
    while (isSign(at)) at += 1;
    for (; from + LENGTH <= at; from += LENGTH) found.add(body.toString("latin1", from, from + LENGTH));
  }
  return found;
}
