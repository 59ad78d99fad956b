import fc from "fast-check";

/** As much of JSON Schema as the API's own description uses. */
export type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

/** Things that have broken servers before. */
const WILD_TEXT = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\0",
    "\ud800",
    "__proto__",
    "constructor",
    "null",
    "undefined",
    "NaN",
    "%",
    "%00",
    "%ff",
    "../../etc/passwd",
    "' or 1=1; --",
    "{{7*7}}",
    "<script>",
    "\r\nX-A: b",
    "(a+)+$",
    "ﷺ".repeat(50),
    "x".repeat(5_000),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const WILD_NUMBER = fc.constantFrom(0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -1e308, 1e-320);
const WILD = fc.oneof(
  WILD_TEXT,
  WILD_NUMBER,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, [], {}),
);

/** Values by the schema, by name where the name says more, and now and then anything at all in their place. */
export function valuesOf(schema: Schema, known: Record<string, unknown[]>, name = ""): fc.Arbitrary<unknown> {
  const fitting = fittingOf(schema, known, name);
  const named = known[name];
  return fc.oneof(
    { weight: 40, arbitrary: named ? fc.constantFrom(...named) : fitting },
    { weight: 2, arbitrary: fitting },
    { weight: 1, arbitrary: WILD },
  );
}

function fittingOf(schema: Schema, known: Record<string, unknown[]>, name: string): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valuesOf(each, known, name)));
  switch (schema.type) {
    case "object":
      return objectsOf(schema, known);
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, known, schema.items?.type === "string" ? name : ""), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case "integer":
    case "number":
      return numbersOf(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return fc.oneof(fc.string({ maxLength: 12 }), WILD_TEXT);
    default:
      return WILD;
  }
}

/** Mostly every field, sometimes one less or one more. */
function objectsOf(schema: Schema, known: Record<string, unknown[]>): fc.Arbitrary<object> {
  const fields = Object.entries(schema.properties ?? {}).map(([key, each]) => [
    key,
    valuesOf(each, known, key),
  ]);
  const whole = fc.record(Object.fromEntries(fields));
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, WILD_TEXT, WILD)
        .map(([object, key, value]) => ({ ...object, [key]: value })),
    },
  );
}

function numbersOf({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const edges = [minimum, maximum].flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 1]));
  const least = Math.max(minimum ?? 0, -1e6);
  const inside = fc.integer({ min: least, max: Math.min(maximum ?? 100, Math.max(100, least + 100)) });
  return edges.length > 0 ? fc.oneof(inside, fc.constantFrom(...edges)) : inside;
}
