/**
 * The only error meant for people: an expected refusal with its HTTP status and the text to show.
 * `fields` are sent in the answer beside `success` and `message`.
 */
export class ShopError extends Error {
  readonly status: number;
  readonly fields: Record<string, unknown>;

  constructor(status: number, message: string, fields: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** 400 for one wrong field: `fields` maps its name to the sentence, so that a form can show it beside the field. */
export function fieldFault(field: string, sentence: string): ShopError {
  return new ShopError(400, sentence, { fields: { [field]: sentence } });
}
