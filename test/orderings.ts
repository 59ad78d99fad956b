/** Every order these can come in. */
export function orderingsOf<Event>(events: readonly Event[]): Event[][] {
  if (events.length <= 1) return [[...events]];
  return events.flatMap((first, index) =>
    orderingsOf(events.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}
