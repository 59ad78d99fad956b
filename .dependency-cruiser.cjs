// Who may import whom. A feature imports itself, platform, ui, the facts of shop.ts and the features named after it.
const sees = {
  settings: [],
  delivery: [],
  policies: [],
  catalogue: [],
  accounts: [],
  uploads: ["catalogue"],
  "goods-import": ["catalogue"],
  offline: [],
  cart: ["catalogue", "accounts"],
  ordering: ["cart", "catalogue", "accounts"],
  payments: ["ordering", "cart", "catalogue", "accounts"],
  reviews: ["ordering", "cart", "catalogue", "accounts"],
  "back-in-stock": ["cart", "catalogue", "accounts"],
  "back-office": [
    "goods-import",
    "uploads",
    "reviews",
    "payments",
    "ordering",
    "cart",
    "catalogue",
    "accounts",
  ],
};

// what the owner may change is every feature's to ask for
const forAll = ["settings", "delivery", "policies"];

const features = Object.keys(sees);
const unseenBy = (feature) =>
  features.filter((other) => other !== feature && !forAll.includes(other) && !sees[feature].includes(other));
const folders = (names) => `^src/(${names.join("|")})/`;
const floor = folders(["platform", "ui", "language"]);
const outside = "^(simulators|test|e2e|scripts)/";

const test = "\\.test\\.tsx?$";
const page = "-page\\.tsx$";
const contract = "contract\\.ts$";
const rules = "(rules|rights|product-fields)\\.ts$";
const schemas = [contract, "^src/platform/input\\.ts$"];
const mailLayout = "^src/ui/mail-layout\\.server\\.ts$";
const zod = "node_modules/zod/";
const server = "(\\.|/)server\\.tsx?$";

const all = (path, ...pathNot) => (pathNot.length ? { path, pathNot } : { path });
const values = (path) => ({ path, dependencyTypesNot: ["type-only"] });
const never = (name, from, to) => ({ name, severity: "error", from, to });
const upwards = (it) => never(`${it}-looks-down`, all(`^src/${it}/`, page, test), all(folders(unseenBy(it))));

module.exports = {
  forbidden: [
    // pages compose freely, and so do tests
    ...features.map(upwards),
    never("nothing-imports-a-page", { pathNot: test }, all(page)),
    // the storefront's frame neither: what is staff's costs shoppers nothing
    never(
      "nothing-imports-the-back-office",
      all("^src/", "^src/back-office/", "^src/((app|after-restore)\\.)?server.ts$"),
      all("^src/back-office/"),
    ),
    // what they need of the shop they get as arguments
    never("the-floor-knows-no-shop", all(floor, test, mailLayout), all("^src/", floor)),
    // a mail reads no style sheet: its colours are facts
    never("mails-know-colours-alone", all(mailLayout), all("^src/", floor, "^src/shop\\.ts$")),
    never("platform-knows-no-ui", all("^src/platform/", test), all("^src/ui/")),
    // what the ways to pay share knows none of them, nor who decides about money
    never(
      "payments-share-the-core",
      all("^src/payments/(core|transactions)/", test),
      all("^src/payments/((mpesa|card|refunds|staff|webhooks|status)/|[^/]+\\.server\\.ts$)"),
    ),
    never("style-sheets-stay-at-home", all("^src/([^/]+)/"), all("^src/.*\\.css$", "^src/($1|ui)/")),
    never("server-stays-on-the-server", all("^src/", server, test), values("\\.server\\.ts$")),
    // zod is for the server's door: its weight must not ride along to phones
    never("no-zod-in-the-browser", all("^src/", server, test, ...schemas), values([...schemas, zod])),
    never("contracts-are-plain", all(contract), all(".", ...schemas, rules, zod)),
    // they stand at the other end of the wire, and never in the shop
    never("simulators-stay-outside", all("^src/", test), all(outside)),
    // of types too: they tell a reader the same
    never("no-cycles", {}, { circular: true }),
    never("no-leftovers", all("^src/"), { couldNotResolve: true, pathNot: "\\+types/|virtual:" }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // types that npm run dev writes beside the back office
    exclude: { path: "/\\.react-router/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
